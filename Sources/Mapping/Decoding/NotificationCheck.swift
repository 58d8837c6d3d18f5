import PushWardAPI
import Values

/// Looks whether the parts of a notification go together, as far as the file says (`pushward-api.md` sections 11.1,
/// 11.3 and 11.7).
struct NotificationCheck {
    let findings: Findings
    /// Whether what publishes has an address of its own; else PushWard records the tap.
    let hasWayHome: Bool
    let fields: [ContentField]
    let actions: [TapAction]

    /// Looks at everything but the card that it belongs to.
    func check() {
        if field("acknowledge") != nil { acknowledge() }
        if let tags = field("tags") { self.tags(tags) }
        for action in actions { button(action) }
    }

    /// Looks whether there is such a card: the server refuses the name of one that does not exist.
    ///
    /// Cards that other programs make are not in the file.
    func card(among activities: [String: ActivityFacts], prefix: String) {
        guard let field = field("activity_slug"), let slug = field.value.literal, !slug.isEmpty else {
            return
        }
        guard SlugText.isSlug(slug) else {
            return findings.error(
                field.mark,
                "`activity_slug` is no slug",
                hint: "the name of a card: letters, digits, `-` and `_`"
            )
        }
        let known = activities.values.map(\.slug)
        // What a template makes may be this one.
        guard known.allSatisfy({ $0 != nil }) else { return }
        let slugs = known.compactMap { $0 }.sorted()
        guard !slugs.contains(slug), !slugs.contains(where: { prefix + $0 == slug }) else { return }
        findings.warning(
            field.mark,
            "there is no card `\(slug)` in this file",
            hint: NearestName.find(slug, in: slugs).map { "did you mean `\($0)`?" }
                ?? "PushWard takes only the name of a card that exists: another program must have made it"
        )
    }

    private func field(_ name: String) -> ContentField? { fields.first { $0.name == name } }

    private func literal(_ name: String) -> String? { field(name)?.value.literal?.lowercased() }

    private func acknowledge() {
        let isNeverRepeated = "and what needs an answer cannot be: PushWard refuses the two together"
        if literal("level") == "passive", let level = field("level") {
            findings.error(level.mark, "`level: passive` is silent, \(isNeverRepeated)")
        }
        if literal("push").flatMap(ScalarText.bool) == false, let push = field("push") {
            findings.error(push.mark, "`push: false` reaches no phone, \(isNeverRepeated)")
        }
        let most = NotificationFields.maxActions
        if actions.count >= most, let last = actions.last, actions.allSatisfy(hasAddress) {
            findings.error(
                last.mark,
                "with `acknowledge` at most \(most - 1) actions can have an address",
                hint: "PushWard adds the button that acknowledges; remove one, or its `url`"
            )
        }
    }

    /// Whether a tap on it is none that PushWard records.
    private func hasAddress(_ action: TapAction) -> Bool {
        switch action.effect {
        case .publish: hasWayHome
        case .open: true
        case .none: false
        }
    }

    private func tags(_ field: ContentField) {
        guard case .list(let nodes) = field.value else { return }
        for tag in nodes.compactMap(\.literal)
        where tag.isEmpty || !tag.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            findings.error(
                field.mark,
                "`tags`: `\(tag)` is no tag",
                hint: "a tag is of ASCII letters, digits and signs, without spaces"
            )
        }
    }

    private func button(_ action: TapAction) {
        guard case .open(let members) = action.effect else { return }
        func literal(_ name: String) -> String? {
            members.first { $0.name == name }?.value.literal?.lowercased()
        }
        let opens = literal("foreground").flatMap(ScalarText.bool) == true
        let url = literal("url")
        let isPlain = url?.hasPrefix("http://") == true
        let isWeb = isPlain || url?.hasPrefix("https://") == true
        if isPlain, opens {
            findings.error(
                action.mark,
                "the action `\(action.id)` opens nothing: from a notification only `https://` pages are opened",
                hint: "use `https://`, or remove `foreground` to call the address silently"
            )
        } else if isPlain, members.count == 1 {
            findings.warning(
                action.mark,
                "the action `\(action.id)` calls its address silently: from a notification only `https://` pages are opened",
                hint: "use `https://`, or say so with `method: GET`"
            )
        }
        let input = action.fields.first { $0.name == "text_input" }?.value.literal
        guard input.flatMap(ScalarText.bool) == true else { return }
        if opens || url != nil && !isWeb {
            findings.error(
                action.mark,
                "the action `\(action.id)` cannot take a text and open something",
                hint: "`text_input` works with a silent call, or with `publish`"
            )
        }
    }
}
