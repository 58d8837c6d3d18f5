/// One step through a YAML text.
struct YAMLEvent {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd
        case scalar(text: String, style: Style)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
        case alias(String)
    }

    enum Style {
        case plain, singleQuoted, doubleQuoted, literal, folded
    }

    var kind: Kind
    /// Such as `!secret`, or nil.
    var tag: String?
    /// The name that later aliases use, or nil.
    var anchor: String?
    var start: Place
    var end: Place

    /// A place in the text; line and column in characters, from 0.
    struct Place {
        var line: Int
        var column: Int
    }
}

/// Why a text is no YAML.
struct YAMLSyntaxError: Error {
    /// The library's words.
    var problem: String
    var place: YAMLEvent.Place
    /// Where the thing began that could not be finished, where the library tells.
    var contextPlace: YAMLEvent.Place?
    /// The place in bytes, where the text has bytes that are no text.
    var byteOffset: Int?
}
