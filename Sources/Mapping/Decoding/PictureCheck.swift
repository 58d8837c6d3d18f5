import PushWardAPI
import Templates
import Values

/// Looks at where a card's picture comes from (`pushward-api.md` section 9.3).
struct PictureCheck {
    let findings: Findings

    /// Home Assistant's attribute that says where an entity's picture is, without the server's own address.
    private static let attribute = "entity_picture"

    /// The address before relative ones, without a `/` at its end; nil with what is wrong reported.
    func base(_ scalar: MarkedScalar) -> String? {
        guard LiteralCheck(findings: findings).check(scalar, .url(max: 1024, schemes: .https), "image_base")
        else { return nil }
        return String(scalar.text.reversed().drop { $0 == "/" || $0 == " " }.reversed())
    }

    /// Warns of a picture whose address has no beginning.
    func check(_ content: Content, _ inputs: [Input], _ options: ActivityOptions) {
        guard options.imageBase == nil,
            let field = content.fields.first(where: { $0.name == "image_url" }),
            case .template(let located) = field.value, located.template.source.trimmedStart.hasPrefix("{"),
            inputs.contains(where: { located.template.freeNames.contains($0.name) && isRelative($0) })
        else { return }
        findings.warning(
            field.mark,
            "`entity_picture` is only the end of an address, so the phone cannot load it",
            hint:
                "add `image_base: https://…` to the activity, the address of your Home Assistant that the phone reaches"
        )
    }

    private func isRelative(_ input: Input) -> Bool {
        if case .text(Self.attribute)? = input.topic.levels.last { return true }
        return input.value?.source.contains(Self.attribute) ?? false
    }
}

extension String {
    /// The text from its first character on that is no white space.
    fileprivate var trimmedStart: Substring { drop { $0.isWhitespace } }
}
