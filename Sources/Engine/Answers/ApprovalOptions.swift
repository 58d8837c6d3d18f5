import Mapping
import Values

/// The options of an approval card as PushWard sees them.
///
/// Each run's options have ids of their own: a changed set starts a new round, and an answer says by itself to which run
/// it belongs, so that an old one is never taken for a new one (`pushward-api.md` sections 8.10 and 16, row 19).
enum ApprovalOptions {
    /// The id of an option in one run, of at most 64 characters.
    static func wireID(_ id: String, run: String) -> String {
        let name = String(id.map { $0 == "." ? "-" : $0 }.prefix(max(1, 63 - run.utf8.count)))
        return run.isEmpty ? name : "\(name)-\(run)"
    }

    /// Under what a run's one answer is noted.
    static func key(slug: String, run: String) -> String { "\(slug)/answer/\(run)" }

    /// Whether an action is one of the options of a rule's question.
    static func contain(_ action: String, _ rule: ActivityRule) -> Bool {
        guard rule.content.template == "approval" else { return false }
        return rule.content.fields.contains { field in
            field.name == "options" && field.value.actions.contains { $0.id == action }
        }
    }

    /// The id without what makes it one of the run's; nil: it is none of an option that a template made for it.
    static func plainID(_ wire: String, _ rule: ActivityRule, run: String) -> String? {
        guard isListMade(rule), !run.isEmpty, wire.hasSuffix("-" + run) else { return nil }
        return String(wire.dropLast(run.count + 1))
    }

    /// Whether a template makes the whole list of options.
    static func isListMade(_ rule: ActivityRule) -> Bool {
        guard rule.content.template == "approval" else { return false }
        return rule.content.fields.contains { field in
            if field.name == "options", case .template = field.value { true } else { false }
        }
    }

    /// Makes the options that a template made, and `on_expire`, those of this run.
    static func apply(to draft: inout ContentDraft, rule: ActivityRule, run: Card.Run?) {
        if isListMade(rule), let run { renameOptions(of: &draft, rule, run: run.id) }
        guard let chosen = draft.fields["on_expire"]?.stringValue,
            rule.actions.contains(where: { $0.id == chosen })
        else { return }
        draft.fields["on_expire"] = .string(wireID(chosen, run: run?.id ?? ""))
    }

    private static func renameOptions(of draft: inout ContentDraft, _ rule: ActivityRule, run: String) {
        guard let options = draft.fields["options"]?.arrayValue else { return }
        let chosen = draft.fields["on_expire"]?.stringValue
        draft.fields["options"] = .array(
            options.map { option in
                // What stays as it is shown has its id already.
                guard var members = option.objectValue, let id = members["id"]?.stringValue,
                    plainID(id, rule, run: run) == nil
                else { return option }
                let wire = wireID(id, run: run)
                members["id"] = .string(wire)
                if chosen == id { draft.fields["on_expire"] = .string(wire) }
                return .object(members)
            }
        )
    }
}
