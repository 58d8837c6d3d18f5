import PushWardAPI
import Templates
import Values

/// Decodes the `widgets` of a file.
struct WidgetSection {
    let context: RuleContext
    private var findings: Findings { context.findings }

    init(context: RuleContext) {
        self.context = context
    }

    /// The rules that can be shown, and how many are written.
    func rules(_ reader: MapReader) -> (rules: [WidgetRule], entries: [MarkedNode.Entry], leftOff: Int) {
        guard let names = reader.map("widgets", "`widgets`", hint: "name each widget by its slug") else {
            return ([], [], 0)
        }
        let entries = names.takeAll()
        var all: [WidgetRule] = []
        var shown: [WidgetRule] = []
        for entry in entries {
            let own = context.narrowed(to: entry)
            guard let rule = WidgetDecoder(context: own).widget(entry) else { continue }
            all.append(rule)
            if Self(context: own).isShown(rule) { shown.append(rule) }
        }
        checkSlugs(all)
        if all.count > WidgetSettings.maxWidgets {
            findings.warning(
                names.mark,
                "these are \(all.count) widgets, and an account has at most \(WidgetSettings.maxWidgets)",
                hint: "the last ones will be refused: remove some"
            )
        }
        return (shown, entries, all.count - shown.count)
    }

    /// Two rules cannot write to one widget.
    private func checkSlugs(_ rules: [WidgetRule]) {
        var first: [String: WidgetRule] = [:]
        for rule in rules {
            let slug = rule.slug?.source ?? rule.name
            guard let other = first[slug], !Set(other.accounts).isDisjoint(with: rule.accounts) else {
                first[slug] = rule
                continue
            }
            findings.error(
                rule.mark,
                "`\(rule.name)` and `\(other.name)` have the same slug",
                hint: "both would write to one widget; the other is at "
                    + MapReader.place(other.mark, from: rule.mark)
            )
        }
    }

    /// Whether the oldest app can read the widget: where it cannot, it shows no widget at all (section 12).
    private func isShown(_ rule: WidgetRule) -> Bool {
        let template = rule.content.template
        guard let needed = WidgetFields.template(named: template)?.minApp, let least = AppVersion(needed)
        else { return true }
        guard let text = context.minAppVersion, let own = AppVersion(text) else {
            findings.warning(
                rule.content.mark,
                "`\(template)` needs app \(needed), and `min_app_version` does not say that every phone has it",
                hint:
                    "with one such widget an older app shows none at all; set `pushward: {min_app_version: \(needed)}`"
            )
            return true
        }
        guard own < least else { return true }
        findings.warning(
            rule.content.mark,
            "the widget `\(rule.name)` is left off: `\(template)` needs app \(needed), newer than `min_app_version`",
            hint:
                "with one such widget an older app shows none at all; raise `min_app_version` when every phone has \(needed)"
        )
        return false
    }
}
