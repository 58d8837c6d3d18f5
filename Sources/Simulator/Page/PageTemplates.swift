/// How the page draws what each template adds.
extension Page {
    static let templates = #"""
        const number = (value, content) => content.decimals === undefined
          ? String(Math.round(value * 100) / 100) : value.toFixed(content.decimals);
        const templates = {
          generic: (item, content, accent) => ({ below: bar(live(content, item), accent) }),
          alert: (item, content, accent) => ({
            right: el("span", { class: "chip" }, content.severity_label || content.severity.toUpperCase()),
            below: content.progress === undefined ? null : bar(content.progress, accent) }),
          countdown: (item, content, accent) => {
            const at = content.paused_at || (item.state === "ended" ? Date.parse(item.ended_at) / 1000 : now());
            if (content.direction === "up") {
              const shown = at - content.start_date - (content.paused_seconds || 0);
              const over = content.goal && shown > content.goal;
              return { right: el("span", { class: "big" + (over ? " warn" : "") }, clock(shown)),
                below: content.goal && content.show_ruler !== false
                  ? bar(shown / content.goal, over ? colours.orange : accent) : null,
                title: item.name + (content.paused_at ? " (paused)" : "") };
            }
            const start = content.start_date || Date.parse(item.started_at) / 1000;
            return { right: el("span", { class: "big" }, item.state === "ended" && item.end_reason === "completed"
                ? "0:00" : clock(content.end_date - at)),
              below: content.show_ruler === false ? null
                : bar((at - start) / Math.max(1, content.end_date - start), accent),
              title: item.name + (content.paused_at ? " (paused)" : "") };
          },
          steps: (item, content, accent) => ({
            right: el("span", { class: "dim" }, content.current_step + " of " + content.total_steps),
            below: el("div", {}, el("div", { class: "steps" }, Array.from({ length: content.total_steps }, (_, place) => {
              const done = place + 1 < content.current_step ? 1
                : place + 1 === content.current_step ? live(content, item) : 0;
              const own = (content.step_colors || [])[place];
              const node = bar(done, own ? colour(own) : accent);
              node.style.flex = String((content.step_weights || [])[place] || 1);
              return node;
            })), content.step_labels && content.total_steps <= 6
              ? el("div", { class: "steps dim" }, content.step_labels.map(label => el("span", { style: "flex:1" }, label)))
              : null) }),
          gauge: (item, content, accent) => ({
            right: el("span", { class: "big" }, number(content.value, content) + " " + (content.unit || "")),
            below: el("div", {}, bar(content.progress, accent), el("div", { class: "row dim" },
              String(content.min_value), el("span", { class: "grow" }), String(content.max_value))) }),
          timeline: (item, content, accent) => {
            const names = Object.keys(content.value).sort(), first = content.primary_series || names[0];
            const all = Object.values(content.history || {}).flat();
            const low = Math.min(...all.map(p => p.value)), high = Math.max(...all.map(p => p.value));
            const from = Math.min(...all.map(p => p.timestamp)), to = Math.max(...all.map(p => p.timestamp));
            const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            svg.setAttribute("viewBox", "0 0 300 64");
            svg.setAttribute("preserveAspectRatio", "none");
            names.forEach((name, place) => {
              const points = ((content.history || {})[name] || []).map(p =>
                (300 * (p.timestamp - from) / Math.max(1, to - from)).toFixed(1) + ","
                + (60 - 56 * (p.value - low) / ((high - low) || 1)).toFixed(1));
              const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
              line.setAttribute("points", points.join(" "));
              line.setAttribute("fill", "none");
              line.setAttribute("stroke", place ? Object.values(colours)[(place * 3) % 12] : accent);
              line.setAttribute("stroke-width", "2");
              line.setAttribute("vector-effect", "non-scaling-stroke");
              svg.append(line);
            });
            const unit = name => (content.units || {})[name] || content.unit || "";
            return { right: el("span", { class: "big" }, number(content.value[first] ?? 0, content) + " " + unit(first)),
              below: el("div", {}, svg, el("div", { class: "dim" },
                names.map(name => name + " " + number(content.value[name], content) + " " + unit(name)).join(" · "))) };
          },
          board: (item, content) => ({ below: el("div", { class: "tiles" }, content.tiles.map((tile, place) =>
            el(tile.url_action ? "button" : "div", { class: "tile",
                style: tile.color ? "--accent:" + colour(tile.color) : "",
                onclick: tile.url_action
                  ? () => tap({ slug: item.slug, action: "tiles." + place + ".url_action" }) : null },
              el("div", { class: "dim" }, tile.label),
              el("div", { class: "big", style: "font-size:18px" }, tile.value + " ",
                el("span", { class: "dim" }, (tile.unit || "")
                  + ({ up: " ↑", down: " ↓", flat: " →" }[tile.trend] || "")))))) }),
          log: (item, content) => ({ below: el("div", { class: "lines" }, content.lines.map(line =>
            el("div", { class: line.level || "" }, (line.at
              ? new Date(line.at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) + " " : "")
              + line.text))) }),
          media: (item, content, accent) => {
            const playing = content.playback_state === "playing" && item.state === "ongoing";
            let position = content.position_seconds;
            if (position !== undefined && playing) position += now() - content.position_at;
            if (content.duration_seconds) position = Math.min(position || 0, content.duration_seconds);
            const order = ["favorite", "volume_down", "previous", "play_pause", "play", "pause", "next", "stop",
              "volume_up"];
            const signs = { favorite: content.favorite ? "♥" : "♡", volume_down: "−", previous: "⏮", play_pause: "⏯",
              play: "▶", pause: "⏸", next: "⏭", stop: "⏹", volume_up: "+" };
            const controls = content.controls || {};
            const shown = order.filter(slot => controls[slot])
              .filter(slot => !(slot === "play" && playing) && !(slot === "pause" && !playing));
            return { title: content.media_title || item.name, right: el("span", { class: "dim" }, item.name + " · "
                + (content.playback_state || "paused")),
              below: el("div", {}, content.duration_seconds ? bar(position / content.duration_seconds, accent) : null,
                el("div", { class: "row dim" }, position === undefined ? "" : clock(position),
                  el("span", { class: "grow" }), content.duration_seconds ? clock(content.duration_seconds) : ""),
                content.volume === undefined ? null : bar(content.volume, "var(--dim)")),
              buttons: [...shown.map(slot => button(signs[slot], { slug: item.slug, action: "controls." + slot })),
                ...(controls.extra || []).map((extra, place) => button(extra.title || extra.icon,
                  { slug: item.slug, action: "controls.extra." + place }))] };
          },
          approval: (item, content) => ({ title: content.source || item.name,
            right: content.end_date ? el("span", { class: "chip" }, clock(content.end_date - now())) : null,
            below: el("div", { class: "dim", style: "margin-top:6px" },
              (content.details || []).map(detail => el("div", {}, detail.label + ": " + detail.value)),
              content.answer ? el("b", {}, "Answer: " + content.answer.option + " (" + content.answer.by + ")") : null),
            buttons: content.options.map((option, place) => {
              const style = option.style || (place ? "secondary" : "primary");
              const node = button(option.title, { slug: item.slug, action: "options." + place },
                { primary: "primary", destructive: "danger" }[style] || "");
              node.disabled = Boolean(content.answer) || item.state === "ended";
              return node;
            }) }),
        };

        """#
}
