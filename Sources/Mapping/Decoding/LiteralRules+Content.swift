import PushWardAPI
import Values

/// Contents that show nothing, and parts that belong to nothing (`pushward-api.md` sections 8.1, 8.6, 8.7 and 8.9).
extension LiteralRules {
    func checkContent() {
        switch template {
        case "generic": empty("a title, a status or a bar", hint: "add `state`, `progress` or `eta`")
        case "media": empty("what plays", hint: "add `media_title` and `playback_state`")
        case "timeline": series()
        case "board": tiles()
        default: break
        }
    }

    func warn(_ name: String, _ message: String, hint: String?) {
        findings.warning(fields.first { $0.name == name }?.mark ?? reader.mark, message, hint: hint)
    }

    /// Keys that change how a card looks, or what a tap on it does, and show nothing.
    private static let looks: Set<String> = [
        "template", "accent_color", "background_color", "text_color", "tap_action", "image_shape",
    ]

    private func empty(_ what: String, hint: String) {
        guard reader.keys.allSatisfy(Self.looks.contains) else { return }
        findings.warning(
            reader.mark,
            "this card shows nothing but its name: it has no field for \(what)",
            hint: hint
        )
    }

    /// Units and the headline belong to series that are written down.
    private func series() {
        guard case .map(let series)? = value(of: "value") else { return }
        let names = Set(series.map(\.name))
        if case .map(let units)? = value(of: "units") {
            for unit in units where !names.contains(unit.name) {
                findings.warning(
                    unit.mark,
                    "`units`: there is no series `\(unit.name)`",
                    hint: "the series are \(names.sorted().joined(separator: ", "))"
                )
            }
        }
        if let primary = literals["primary_series"], !names.contains(primary) {
            warn(
                "primary_series",
                "`primary_series`: there is no series `\(primary)`",
                hint: "the series are \(names.sorted().joined(separator: ", "))"
            )
        }
    }

    /// A tile without a label is never shown.
    private func tiles() {
        guard case .list(let tiles)? = value(of: "tiles") else { return }
        for case .map(let members) in tiles {
            for member in members where ["label", "value"].contains(member.name) {
                guard let text = member.value.literal, text.utf8.allSatisfy({ $0 == 0x20 }) else { continue }
                findings.error(
                    member.mark,
                    "a tile's `\(member.name)` is empty: PushWard takes no tile without it",
                    hint: "write one, or remove the tile"
                )
            }
        }
    }

    private func value(of name: String) -> ContentNode? { fields.first { $0.name == name }?.value }
}
