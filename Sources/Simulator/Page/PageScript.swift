/// The page's engine: polling, tapping, small helpers.
extension Page {
    static let script = #"""
        const colours = { red: "#FF3B30", orange: "#FF9500", yellow: "#FFCC00", green: "#34C759", blue: "#007AFF",
          purple: "#AF52DE", pink: "#FF2D55", indigo: "#5856D6", teal: "#5AC8FA", cyan: "#32ADE6", mint: "#00C7BE",
          brown: "#A2845E" };
        const defaults = { gauge: "orange", timeline: "teal", board: "teal", log: "green", media: "pink" };
        const $ = id => document.getElementById(id);
        const broken = new Set();
        let pressed = false;
        let state = null, fetchedAt = 0, since = 0;

        function el(tag, attributes, ...children) {
          const node = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes || {})) {
            if (name === "onclick") node.onclick = value;
            else if (name === "style") node.style.cssText = value;
            else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
          }
          for (const child of children.flat()) if (child !== null && child !== undefined) node.append(child);
          return node;
        }
        function colour(text, fallback) {
          if (!text) return fallback ? colour(fallback) : "#007AFF";
          if (colours[text]) return colours[text];
          return text.startsWith("#") ? text : "#" + text;
        }
        const now = () => state.at + (Date.now() - fetchedAt) / 1000;
        function clock(seconds) {
          const whole = Math.max(0, Math.floor(seconds)), two = n => String(n).padStart(2, "0");
          const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
          return (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(whole % 60);
        }
        async function post(path, body) {
          const response = await fetch("/_sim/" + path, { method: "POST",
            headers: { "Content-Type": "application/json" }, body: JSON.stringify(body || {}) });
          return response.json();
        }
        async function tap(order) {
          $("toast").textContent = "…";
          const report = await post("tap", order);
          let text = report.result || "error";
          if (report.request) text += ": " + report.request.method + " " + report.request.url;
          if (report.url) text += ": " + report.url;
          if (report.response) text += " → " + report.response.status + " " + report.response.body.slice(0, 120);
          for (const name of ["option", "action", "reason", "warning", "error"])
            if (report[name]) text += " (" + report[name] + ")";
          $("toast").textContent = text;
          poll();
        }
        function button(title, order, kind, needsText) {
          return el("button", { class: kind, "data-key": JSON.stringify(order), onclick: event => {
            event.stopPropagation();
            if (needsText) {
              const text = prompt(title);
              if (text === null) return;
              order.text = text;
            }
            tap(order);
          } }, title);
        }
        function draw() {
          if (!state || pressed) return;
          const focused = document.activeElement && document.activeElement.dataset.key;
          const time = new Date(now() * 1000);
          $("clock").textContent = time.toISOString().replace(/\..*/, "Z");
          $("time").textContent = time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
          $("date").textContent = time.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
          $("cards").replaceChildren(...state.cards.map(card));
          $("banners").replaceChildren(...state.notifications.slice(0, 20).map(banner));
          if (focused) for (const node of document.querySelectorAll("[data-key]"))
            if (node.dataset.key === focused) node.focus();
          $("quiet").hidden = state.cards.length + state.notifications.length > 0;
        }
        function drawSide() {
          const chips = Object.entries(state.quotas).filter(([name]) => name !== "plan").map(([name, quota]) =>
            el("span", { class: "chip" }, name.replaceAll("_", " ") + ": " + quota.used
              + (quota.limit === null ? "" : " of " + quota.limit)));
          const pushes = Object.entries(state.pushes).map(([name, count]) => name.replaceAll("_", " ") + " " + count);
          $("quotas").replaceChildren(el("span", { class: "chip" }, "plan: " + state.quotas.plan), ...chips,
            el("span", { class: "chip" }, "pushes: " + pushes.join(", ")));
          $("widgets").replaceChildren(el("div", { class: "chips" }, state.widgets.map(widget =>
            el("span", { class: widget.is_stale ? "chip dim" : "chip", title: JSON.stringify(widget.content, null, 1) },
              widget.name + " · " + widget.content.template + " · "
                + (widget.content.value ?? widget.content.label ?? "")))));
          $("warnings").replaceChildren(...state.warnings.slice(-12).reverse().map(entry =>
            el("li", {}, entry.slug + ": " + entry.warning)));
        }
        function logRow(entry) {
          const query = new URLSearchParams(entry.query).toString();
          const detail = entry.detail ? " " + (entry.code || "") + " " + entry.detail : "";
          return el("tr", {}, el("td", {}, entry.time.slice(11, 19)),
            el("td", { class: "mono" }, entry.method + " " + entry.path + (query ? "?" + query : "")),
            el("td", { class: "mono dim" }, (entry.body === null ? "" : JSON.stringify(entry.body).slice(0, 400))
              + detail + (entry.note ? " [" + entry.note + "]" : "")),
            el("td", { class: entry.status < 400 ? "ok" : "bad" }, String(entry.status)));
        }
        async function poll() {
          try {
            state = await (await fetch("/_sim/state")).json();
            fetchedAt = Date.now();
            const log = await (await fetch("/_sim/requests?since=" + since)).json();
            if (log.last < since) { since = 0; $("requests").replaceChildren(); } else since = log.last;
            $("requests").prepend(...log.requests.slice(-100).map(logRow).reverse());
            while ($("requests").children.length > 100) $("requests").lastChild.remove();
            draw(); drawSide();
          } catch (error) { $("clock").textContent = "not reachable"; }
        }
        for (const node of document.querySelectorAll("[data-advance]"))
          node.onclick = async () => { await post("clock", { advance: Number(node.dataset.advance) }); poll(); };
        $("reset").onclick = async () => { await post("reset"); poll(); };
        /* A card must not be redrawn under a pressed button, or the click is lost. */
        addEventListener("pointerdown", () => { pressed = true; });
        for (const name of ["pointerup", "pointercancel"])
          addEventListener(name, () => setTimeout(() => { pressed = false; }, 50));
        function art(url, style) {
          if (broken.has(url)) return null;
          const node = el("img", { class: "art", src: url, alt: "", referrerpolicy: "no-referrer", style });
          node.onerror = () => { broken.add(url); draw(); };
          return node;
        }
        addEventListener("load", () => { poll(); setInterval(poll, 1000); });

        """#
}
