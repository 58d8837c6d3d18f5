import PushWardAPI
import Values

/// The address of a card's picture: what is only the end of one, such as Home Assistant's `entity_picture`, stands behind
/// the rule's `image_base`.
enum PictureAddress {
    /// Fields that show what is there now: one that cannot be used goes, and does not stay from what was there before.
    static let fields: Set<String> = ["image_url", "image_thumbhash"]

    /// What the text of `image_url` comes to.
    static func complete(_ text: String, base: String?, kind: FieldSpec.Kind) -> FieldOutcome {
        var address = text
        if text.hasPrefix("//") {
            address = "https:" + text
        } else if text.hasPrefix("/") {
            guard let base else {
                return .invalid(
                    reason:
                        "is only the end of an address: write the rest, such as https://ha.example.net, into `image_base`"
                )
            }
            address = base + text
        }
        return switch kind.coerce(.string(address)) {
        case .value(let value): .value(value)
        case .clear: .clear
        case .invalid(let reason): .invalid(reason: reason)
        }
    }
}
