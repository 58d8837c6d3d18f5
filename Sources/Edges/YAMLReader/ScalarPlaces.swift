internal import Values

/// Finds where each character of a scalar's text stands in its file, for every way to write a scalar.
enum ScalarPlaces {
    /// The stretches of the text, or none where they cannot be told.
    static func stretches(
        _ text: String,
        _ style: YAMLEvent.Style,
        _ event: YAMLEvent,
        file: String,
        in source: SourceText
    ) -> [TextStretch] {
        let hasProperties = event.tag != nil || event.anchor != nil
        if case .plain = style, !hasProperties, event.start.line == event.end.line { return [] }
        if text.isEmpty { return [] }
        var cursor = SourceCursor(source, at: event.start)
        if hasProperties { cursor.skipProperties() }
        let builder = StretchBuilder(text, file: file)
        switch style {
        case .literal, .folded:
            var block = BlockPlaces(cursor.place, text, builder, source, end: event.end)
            return block?.stretches() ?? []
        case .plain, .singleQuoted, .doubleQuoted:
            var flow = FlowPlaces(cursor, builder, style, end: event.end)
            return flow.stretches()
        }
    }
}
