import Mapping
import PushWardAPI
package import Values

extension Engine {
    /// How many widgets are in which state, for the metrics: `shown`, `waiting` for a value or their turn, `parked`.
    package var widgetStates: [(state: String, count: Int)] {
        var counts = ["shown": 0, "waiting": 0, "parked": 0]
        for widget in widgets.list { counts[state(of: widget), default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// What is known of each widget, for `status`.
    package var widgetStatus: [JSON] {
        widgets.list.map { widget in
            let rule = mapping.widgets[widget.rule]
            var row: JSONObject = [
                "slug": .string(widget.slug.text), "rule": .string(rule.name),
                "account": .string(accounts[widget.account].name), "template": .string(rule.content.template),
                "state": .string(state(of: widget)),
            ]
            row["updated_at"] = widget.slot.updatedAt.map { .string($0.rfc3339) }
            row["content"] = widget.slot.acknowledged.map { .object($0.content) }
            return .object(row)
        }
    }

    private func state(of widget: Widget) -> String {
        let allowance = accounts[widget.account].budget.allowances[.widgetUpdates]
        if widget.sendsAt != nil, allowance?.parkedUntil != nil || widget.slot.refused != nil {
            return "parked"
        }
        return widget.slot.acknowledged == nil ? "waiting" : "shown"
    }
}
