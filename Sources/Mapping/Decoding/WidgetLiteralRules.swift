import PushWardAPI
import Values

/// Rules between the fields of a widget (`pushward-api.md` section 12.2), as far as they are known without running.
struct WidgetLiteralRules {
    let findings: Findings
    let fields: [ContentField]
    let literals: [String: String]
    let template: TemplateSpec
    let reader: MapReader

    func check() {
        checkRequired()
        if let low = number("min_value"), let high = number("max_value"), low >= high {
            report("max_value", "`max_value` must be above `min_value`", hint: nil)
        }
        if let start = seconds("start_date"), let end = seconds("end_date"), start >= end {
            report("end_date", "`end_date` must be after `start_date`", hint: nil)
        }
        switch template.name {
        case "gauge": checkGauge()
        case "progress": checkPair()
        case "schedule": checkLevels()
        case "flow": checkFlow()
        default: break
        }
    }

    private func has(_ name: String) -> Bool { reader.has(name) }
    private func number(_ name: String) -> Double? { literals[name].flatMap(Double.init) }
    private func seconds(_ name: String) -> Int? {
        literals[name].flatMap { Timestamp(rfc3339: $0)?.wholeSeconds }
    }

    private func report(_ name: String, _ message: String, hint: String?) {
        findings.error(fields.first { $0.name == name }?.mark ?? reader.mark, message, hint: hint)
    }

    /// The number of a `trend` may be left out: it is the last point.
    private func checkRequired() {
        for name in template.required where !has(name) {
            if template.name == "trend", name == "value", has("points") { continue }
            if template.name == "trend", name == "points", has("history") { continue }
            let summary = template.field(name)?.summary ?? ""
            reader.miss(name, "`\(template.name)` needs `\(name)`", hint: summary)
        }
    }

    private func checkGauge() {
        guard let low = number("min_value"), let high = number("max_value"), let value = number("value"),
            low < high, !(low...high).contains(value)
        else { return }
        let mark = fields.first { $0.name == "value" }?.mark ?? reader.mark
        findings.warning(mark, "`value` is brought within `min_value` and `max_value`")
    }

    private func checkPair() {
        if has("start_date") != has("end_date") {
            let name = has("start_date") ? "start_date" : "end_date"
            report(name, "`start_date` and `end_date` go together", hint: "write both, or `value` alone")
        } else if !has("value"), !has("start_date") {
            reader.miss("value", "`progress` needs `value`", hint: "or `start_date` and `end_date`")
        }
    }

    private func checkLevels() {
        guard case .list(let nodes)? = fields.first(where: { $0.name == "periods" })?.value else { return }
        let levels = nodes.map { node in
            if case .map(let members) = node { members.contains { $0.name == "level" } } else { false }
        }
        guard levels.contains(true), levels.contains(false) else { return }
        report("periods", "`level` belongs to all periods or to none", hint: nil)
    }

    private func checkFlow() {
        guard case .map(let slots)? = fields.first(where: { $0.name == "flow" })?.value, slots.isEmpty else {
            return
        }
        report("flow", "`flow` needs one of `inputs`, `output`, `storage`, `exchange`", hint: nil)
    }
}
