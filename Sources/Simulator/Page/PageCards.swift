/// How the page draws a card and a notification.
extension Page {
    static let cards = #"""
        const initial = (content, name) => {
          const icon = (content.icon || "").replace("mdi:", "");
          return (icon || name || "?").slice(0, 1).toUpperCase();
        };
        function bar(fraction, accent) {
          const width = Math.round(Math.min(1, Math.max(0, fraction || 0)) * 1000) / 10;
          return el("div", { class: "bar" }, el("i", { style: "width:" + width + "%;background:" + accent }));
        }
        /* What the device animates by itself: the share of a window that has passed. */
        function live(content, card) {
          const { start_date: start, end_date: end, progress = 0 } = content;
          if (!content.live_progress || !end) return progress;
          const from = start || Date.parse(card.updated_at) / 1000;
          const share = Math.min(1, Math.max(0, (now() - from) / Math.max(1, end - from)));
          return start ? Math.max(progress, share) : progress + (1 - progress) * share;
        }
        function card(item) {
          const content = item.content, accent = colour(content.accent_color, defaults[item.template]);
          const ended = item.state === "ended";
          const buttons = [];
          for (const slot of ["url_action", "secondary_url_action"])
            if (content[slot] && item.template !== "media")
              buttons.push(button(content[slot].title || "Open", { slug: item.slug, action: slot }));
          for (const slot of ["url", "secondary_url"])
            if (content[slot] && item.template !== "media")
              buttons.push(button("Open link", { slug: item.slug, action: slot }));
          if (content.tap_action) buttons.push(button("Tap card", { slug: item.slug, action: "tap_action" }));
          const eta = content.end_date && item.template !== "countdown"
            ? el("div", { class: "dim" }, clock(content.end_date - now()) + " left") : null;
          const parts = (templates[item.template] || templates.generic)(item, content, accent);
          return el("div", { class: "card" + (ended ? " ended" : ""), style: "--accent:" + accent
              + (content.background_color ? ";background:" + colour(content.background_color) : "")
              + (content.text_color ? ";color:" + colour(content.text_color) : "") },
            el("div", { class: "row" },
              (content.image_url && art(content.image_url, content.image_shape === "circle" ? "border-radius:50%" : ""))
                || el("span", { class: "glyph", title: content.icon || "" }, initial(content, item.name)),
              el("div", { class: "titles" },
                el("div", { class: "name" }, parts.title || item.name),
                el("div", { class: "state" }, content.state || ""),
                el("div", { class: "dim" }, content.subtitle || "")),
              parts.right || eta),
            parts.below || null,
            buttons.length || parts.buttons
              ? el("div", { class: "buttons" }, parts.buttons || [], buttons) : null,
            el("div", { class: "dim", style: "margin-top:8px" }, item.template + " · " + item.slug
              + " · priority " + item.priority + " · " + item.pushes + " pushes · " + item.payload_bytes + " B"
              + (content.alarm ? " · alarm" : "") + (item.stale ? " · stale" : "")
              + (ended ? " · " + item.end_reason + ", until " + item.lingers_until.slice(11, 19) : ""),
              ended ? null : el("button", { class: "danger", style: "float:right;padding:2px 10px",
                onclick: async () => { await post("dismiss", { slug: item.slug }); poll(); } }, "Dismiss")));
        }
        function banner(item) {
          const actions = (item.actions || []).map(action => {
            const node = button(action.title, { notification: item.id, action: action.id },
              action.destructive ? "danger" : "", action.text_input);
            node.disabled = item.answer !== null;
            return node;
          });
          return el("div", { class: "banner" },
            el("div", { class: "row" }, el("div", { class: "titles" },
              el("div", { class: "name" }, item.title),
              item.subtitle ? el("div", { class: "state" }, item.subtitle) : null,
              el("div", { class: "state" }, item.body)),
              item.media_url && item.media_type === "image"
                ? art(item.media_url) : null),
            el("div", { class: "dim" }, (item.source_display_name || "PushWard") + " · " + item.level + " · "
              + item.shown_at.slice(11, 19) + (item.times > 1 ? " · shown " + item.times + " times" : "")
              + (item.answer ? " · answered: " + item.answer : "")),
            actions.length || item.url ? el("div", { class: "buttons" }, actions,
              item.url ? button("Open", { notification: item.id, action: "tap" }) : null) : null);
        }

        """#
}
