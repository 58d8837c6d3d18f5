import Mapping
import PushWardAPI
import Templates
import Values

/// The icon of a card whose mapping names none: that of the Home Assistant entity that it follows.
enum IconChoice {
    /// Puts it into the content, where the template draws an icon that PushWard does not choose better by itself.
    static func apply(to draft: inout ContentDraft, _ rule: ActivityRule, _ card: Card, _ spec: TemplateSpec?)
    {
        // A player has PushWard's own note, an alert the badge of its severity.
        guard !["media", "alert"].contains(rule.content.template), spec?.field("icon") != nil,
            !rule.content.fields.contains(where: { $0.name == "icon" })
        else { return }
        let domain = rule.inputs.lazy.compactMap { Self.domain(of: $0.topic) }.first
        let named = rule.inputs.firstIndex { isDeviceClass($0, domain) }
        var deviceClass: String?
        if let named, card.inputs.indices.contains(named), let value = card.inputs[named].value,
            case .string(let text) = value
        {
            deviceClass = text
        }
        if let icon = DefaultIcons.icon(domain: domain, deviceClass: deviceClass) {
            draft.fields["icon"] = .string(icon)
        } else if named != nil, let shown = card.slot.believed.content["icon"] {
            draft.fields["icon"] = shown
        }
    }

    /// The domain of a statestream topic, `<base>/<domain>/<id>/<state or attribute>`.
    private static func domain(of topic: TopicFilter) -> String? {
        guard topic.levels.count >= 4, !topic.matchesRest,
            case .text(let name) = topic.levels[topic.levels.count - 3], DefaultIcons.isDomain(name)
        else { return nil }
        return name
    }

    private static func isDeviceClass(_ input: Input, _ domain: String?) -> Bool {
        if input.name == "device_class" { return true }
        guard domain != nil, case .text(let last)? = input.topic.levels.last else { return false }
        return last == "device_class"
    }
}
