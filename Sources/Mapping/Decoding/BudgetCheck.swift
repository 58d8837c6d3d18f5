import PushWardAPI
import Values

/// Estimates the push of a card or a notification, and tells what PushWard would leave out of it
/// (`pushward-api.md` section 10).
///
/// Widgets need no estimate: their pushes are thin, and the phone fetches the content itself.
struct BudgetCheck {
    let findings: Findings
    let size: SizeEstimate

    /// A card's content.
    func card(_ content: Content, of rule: String) {
        var body: JSONObject = ["template": .string(content.template)]
        let spec = ContentFields.template(named: content.template)
        for field in content.fields {
            body[field.name] = size.value(field.value, spec?.field(field.name)?.kind, owner: rule)
        }
        let estimate = PayloadBudget.estimateShedding(body)
        if estimate.stored > PayloadBudget.contentLimit {
            let shed =
                estimate.shed.isEmpty ? nil : "PushWard would leave out \(MapReader.list(estimate.shed))"
            let rest = estimate.isTooLarge ? "what then still does not fit may not reach the phone" : nil
            findings.warning(
                content.mark,
                "this card is about \(estimate.stored) bytes, and a push has room for about \(PayloadBudget.contentLimit)",
                hint: [shed, rest, "shorten its texts, or remove buttons and their headers"].compactMap { $0 }
                    .joined(separator: "; ")
            )
        }
        actions(estimate, content.mark)
    }

    /// A notification with its actions.
    func notification(_ fields: [ContentField], _ actions: [TapAction], of rule: String, _ mark: SourceMark) {
        var body = JSONObject()
        for field in fields {
            let spec = NotificationFields.fields.first { $0.name == field.name }
            body[field.name] = size.value(field.value, spec?.kind, owner: rule)
        }
        body["actions"] = .array(actions.map { size.action($0, .notification, owner: rule) })
        let estimate = PayloadBudget.estimateShedding(body)
        if estimate.stored > PayloadBudget.contentLimit {
            findings.warning(
                mark,
                "this notification is about \(estimate.stored) bytes, and a push has room for about \(PayloadBudget.contentLimit)",
                hint:
                    "PushWard does not say what it leaves out: shorten `body`, or remove actions and their headers"
            )
        }
        self.actions(estimate, mark)
    }

    private func actions(_ estimate: PayloadBudget.Estimate, _ mark: SourceMark) {
        guard estimate.actions > PayloadBudget.actionLimit else { return }
        findings.warning(
            mark,
            "headers and bodies of its buttons are about \(estimate.actions) bytes together",
            hint: "keep them below \(PayloadBudget.actionLimit): the push has other things to carry"
        )
    }
}

/// Stands in for values that only running gives, at their usual length.
struct SizeEstimate {
    /// Under what the phone reaches the listener; nil: it does not.
    let publicURL: String?

    /// What a text is taken to be that a template makes, unless less fits.
    private static let usualText = 32

    /// A value as it may look on the way to the phone; nil: it is cleared.
    func value(_ node: ContentNode, _ kind: FieldSpec.Kind?, owner: String) -> JSON? {
        switch node {
        case .null: return nil
        case .template:
            guard let literal = node.literal else { return Self.usual(kind ?? .text(max: Self.usualText)) }
            guard let kind, case .value(let value) = kind.coerce(.string(literal)) else {
                return .string(literal)
            }
            return value
        case .list(let nodes):
            let inner = kind?.elements?.kind
            return .array(nodes.compactMap { value($0, inner, owner: owner) })
        case .map(let fields):
            var members = JSONObject()
            for field in fields {
                members[field.name] = value(field.value, Self.member(field.name, of: kind), owner: owner)
            }
            return .object(members)
        case .action(let action):
            guard case .action(let place)? = kind else { return nil }
            return self.action(action, place, owner: owner)
        }
    }

    /// A button with the address and the credential that the bridge writes.
    func action(_ action: TapAction, _ place: FieldSpec.ActionPlace, owner: String) -> JSON {
        let members = ActionFields.members(of: place)
        var body = JSONObject()
        switch place {
        case .notification: body["id"] = .string(action.id)
        // The run's name stands behind an option's own.
        case .approvalOption:
            body["id"] = .string(action.id + String(repeating: "x", count: 1 + TapAddress.runLength))
        default: break
        }
        for field in action.fields {
            body[field.name] = value(field.value, members.first { $0.name == field.name }?.kind, owner: owner)
        }
        switch action.effect {
        case .none: break
        case .open(let fields):
            for field in fields {
                body[field.name] = value(
                    field.value,
                    members.first { $0.name == field.name }?.kind,
                    owner: owner
                )
            }
        case .publish:
            guard let publicURL else { break }
            let length = TapAddress.credentialLength(isCard: place != .notification)
            body["url"] = .string(TapAddress.url(publicURL, owner: owner, action: action.id))
            body["method"] = "POST"
            body["headers"] = ["Authorization": .string("Bearer " + String(repeating: "x", count: length))]
        }
        return .object(body)
    }

    private static func member(_ name: String, of kind: FieldSpec.Kind?) -> FieldSpec.Kind? {
        switch kind {
        case .object(let members, _)?: members.first { $0.name == name }?.kind
        case .map(_, let inner, _)?: inner
        default: nil
        }
    }

    private static func usual(_ kind: FieldSpec.Kind) -> JSON {
        switch kind {
        case .text(let max): return text(min(max, usualText))
        case .number: return 1234.5
        case .integer, .length: return 100
        case .bool: return true
        case .color: return "#34C759"
        case .icon(let max, _): return text(min(max, 20))
        case .choice(let words): return .string(words.max { $0.count < $1.count } ?? "")
        case .time: return 1_795_000_000
        case .instant: return "2026-11-18T20:00:00Z"
        case .duration: return 3600
        case .url: return text(80)
        case .thumbHash: return text(28)
        case .cron, .zone: return text(20)
        case .action: return ["url": text(80)]
        case .list(let inner, let count), .pool(let inner, let count, _):
            return .array(Array(repeating: usual(inner), count: min(4, count.upperBound)))
        case .object(let fields, _):
            return .object(JSONObject(fields.map { ($0.name, usual($0.kind)) }))
        case .map(_, let inner, _): return ["first": usual(inner), "second": usual(inner)]
        }
    }

    private static func text(_ count: Int) -> JSON { .string(String(repeating: "x", count: count)) }
}
