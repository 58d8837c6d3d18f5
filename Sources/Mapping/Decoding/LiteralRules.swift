import Values

/// Rules between the fields of one content (`pushward-api.md` section 8), as far as they are known without running.
struct LiteralRules {
    let findings: Findings
    let fields: [ContentField]
    let literals: [String: String]
    let template: String
    let reader: MapReader

    func check() {
        switch template {
        case "countdown": countdown()
        case "gauge": gauge()
        case "steps": steps()
        case "approval": approval()
        case "media": media()
        default: break
        }
        checkContent()
        if has("alarm"), literals["alarm"].flatMap(ScalarText.bool) == true, !hasEnd, template != "countdown"
        {
            report("alarm", "`alarm` needs `end_date`", hint: nil)
        }
        if has("live_progress"), !hasEnd {
            report(
                "live_progress",
                "`live_progress` needs `end_date`",
                hint: "or write `eta`, which sends both"
            )
        }
        if has("eta") {
            for name in ["end_date", "live_progress", "duration"] where has(name) {
                report(name, "`\(name)` cannot stand beside `eta`, which sends it", hint: "keep one of them")
            }
        }
    }

    private var hasEnd: Bool { has("end_date") || has("duration") || has("eta") }

    func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    func report(_ name: String, _ message: String, hint: String?) {
        findings.error(fields.first { $0.name == name }?.mark ?? reader.mark, message, hint: hint)
    }

    private func countdown() {
        let isUp = literals["direction"] == "up"
        if isUp {
            for name in ["end_date", "duration", "warning_threshold", "completion_message", "alarm"]
            where has(name) {
                report(
                    name,
                    "`\(name)` has no place on a clock that counts up",
                    hint: "remove it, or remove `direction: up`"
                )
            }
        } else if !has("direction") {
            if !has("end_date"), !has("duration") {
                reader.miss(
                    "end_date",
                    "a countdown needs `end_date` or `duration`",
                    hint: "or `direction: up` for a clock that counts up"
                )
            }
            if has("goal") {
                report(
                    "goal",
                    "`goal` has a place only on a clock that counts up",
                    hint: "add `direction: up`"
                )
            }
        }
        if has("end_date"), has("duration") {
            report("duration", "`duration` cannot stand beside `end_date`", hint: "keep one of them")
        }
    }

    private func media() {
        for field in fields where ["url_action", "secondary_url_action"].contains(field.name) {
            findings.warning(
                field.mark,
                "`\(field.name)` is not drawn on a media card",
                hint: "use `controls`, or `tap_action`"
            )
        }
    }

    private func gauge() {
        guard let low = literals["min_value"].flatMap(Double.init),
            let high = literals["max_value"].flatMap(Double.init)
        else { return }
        if low >= high { report("max_value", "`max_value` must be above `min_value`", hint: nil) }
        guard let value = literals["value"].flatMap(Double.init), low < high, value < low || value > high
        else { return }
        warn(
            "value",
            "`value` is \(literals["value"] ?? ""), which is not between `min_value` and `max_value`: the nearer of them is shown",
            hint: "change the bounds"
        )
    }

    private func steps() {
        guard let total = literals["total_steps"].flatMap(ScalarText.integer) else { return }
        if let current = literals["current_step"].flatMap(ScalarText.integer), current > total {
            report("current_step", "`current_step` is above `total_steps`", hint: nil)
        }
        for name in ["step_labels", "step_rows", "step_weights", "step_colors"] {
            guard case .list(let nodes)? = fields.first(where: { $0.name == name })?.value,
                nodes.count != total
            else { continue }
            report(
                name,
                "`\(name)` has \(nodes.count) entries for \(total) steps",
                hint: "it needs one for each step"
            )
        }
    }

    private func approval() {
        if !reader.has("state") {
            findings.warning(
                reader.mark,
                "this card asks nothing: its question is missing",
                hint: "add `state`"
            )
        }
        guard case .list(let nodes)? = fields.first(where: { $0.name == "options" })?.value else { return }
        if has("on_expire"), !has("end_date") {
            report("on_expire", "`on_expire` needs `end_date`", hint: nil)
        }
        guard nodes.count > 2 else { return }
        for case .action(let action) in nodes where !action.fields.contains(where: { $0.name == "icon" }) {
            findings.error(action.mark, "with three or four options each needs an `icon`")
            return
        }
    }
}
