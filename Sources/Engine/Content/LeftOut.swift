import Values

/// Parts of a field that cannot be used, such as a tile's colour: the rest of the field goes on without them.
final class LeftOut {
    struct Part {
        /// The member's name; empty: an element of a list.
        var name: String
        var reason: String
        /// Where that is in the mapping's file; nil: not known more precisely than the field.
        var mark: SourceMark?
    }

    private var parts: [Part] = []

    func note(_ name: String, _ reason: String, _ mark: SourceMark?) {
        parts.append(Part(name: name, reason: reason, mark: mark))
    }

    /// What was left out since the last time, by the name of its field and its own.
    func take(of field: String) -> [(field: String, reason: String, mark: SourceMark?)] {
        defer { parts = [] }
        return parts.map { (($0.name.isEmpty ? field : "\(field).\($0.name)"), $0.reason, $0.mark) }
    }
}
