import PushWardAPI
import Templates
import Values

/// Looks whether buttons are within the limits of one, with what the bridge writes into them: the address under
/// `taps.public_url` and the credential.
///
/// What a template makes is not known, and counts as nothing.
struct ButtonCheck {
    let findings: Findings

    /// The members that a person wrote beside `url`.
    func written(_ fields: [ContentField], at place: FieldSpec.ActionPlace) {
        for field in fields where ["headers", "body"].contains(field.name) {
            guard let value = Self.literal(field.value),
                let reason = ActionLimits.refusal(of: field.name, value, at: place)
            else { continue }
            findings.error(field.mark, reason, hint: "PushWard would refuse the button: put less into it")
        }
    }

    /// The buttons of a rule that publish; the first of them that cannot work is told.
    func publishing(_ actions: [TapAction], of owner: TapOwner, publicURL: String?) {
        guard let publicURL else { return }
        for action in actions where action.publishes {
            let url = TapAddress.url(publicURL, owner: owner.text, action: action.id)
            guard let reason = ActionLimits.refusal(of: "url", .string(url), at: .cardButton) else {
                continue
            }
            let message = "no button of this rule can have its address under `taps.public_url`: \(reason)"
            let hint = "change `taps.public_url`"
            return owner.isExact
                ? findings.error(action.mark, message, hint: hint)
                : findings.warning(action.mark, message, hint: hint)
        }
    }

    /// As far as it is written down.
    private static func literal(_ node: ContentNode) -> JSON? {
        guard case .map(let fields) = node else { return node.literal.map { .string($0) } }
        return .object(JSONObject(fields.map { ($0.name, .string($0.value.literal ?? "")) }))
    }
}

/// What names a rule in the addresses of its buttons, as far as the file says.
struct TapOwner {
    var text: String
    /// Whether it is the very one; else it is only like the one that will be.
    var isExact = true

    init(text: String) {
        self.text = text
    }

    /// The slug of a card or a widget; the name of its rule stands in for a slug that is made of captured names.
    init(_ slug: Template?, of rule: String, _ context: RuleContext) {
        let known = slug.flatMap { $0.isConstant ? $0.source : nil }
        text = context.slugPrefix + (known ?? rule)
        isExact = slug == nil || known != nil
    }
}
