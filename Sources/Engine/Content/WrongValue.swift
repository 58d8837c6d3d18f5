import PushWardAPI

/// What becomes of a field whose new value cannot be used.
enum WrongValue {
    /// Whether the field goes on showing the old value.
    ///
    /// A picture, the few characters in the Island, a length and a button are of what is there now: an old one would
    /// say, or do, something else.
    static func leavesShown(_ name: String, _ kind: FieldSpec.Kind?) -> Bool {
        switch kind {
        case .action?, .length?: false
        default: name != "compact_label" && !PictureAddress.fields.contains(name)
        }
    }
}
