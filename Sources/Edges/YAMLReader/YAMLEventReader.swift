internal import CYAML

/// Reads the events of a YAML text one after another.
final class YAMLEventReader {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// Makes a reader of UTF-8 (or UTF-16) bytes, or nil where there is no memory.
    init?(_ text: [UInt8]) {
        self.bytes = .allocate(capacity: text.count)
        _ = bytes.initialize(from: text)
        self.parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            bytes.deallocate()
            return nil
        }
        // The library reads from these bytes until it is deleted; `deinit` keeps that order.
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    /// The next event; after `streamEnd` there is none.
    func next() throws(YAMLSyntaxError) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
        defer { yaml_event_delete(&event) }
        var output = YAMLEvent(
            kind: .streamEnd,
            start: Self.place(event.start_mark),
            end: Self.place(event.end_mark)
        )
        switch event.type {
        case YAML_STREAM_START_EVENT: output.kind = .streamStart
        case YAML_DOCUMENT_START_EVENT: output.kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: output.kind = .documentEnd
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            output.kind = .scalar(
                text: Self.text(scalar.value, scalar.length),
                style: Self.style(scalar.style)
            )
            output.tag = Self.text(scalar.tag)
            output.anchor = Self.text(scalar.anchor)
        case YAML_SEQUENCE_START_EVENT:
            output.kind = .sequenceStart
            output.tag = Self.text(event.data.sequence_start.tag)
            output.anchor = Self.text(event.data.sequence_start.anchor)
        case YAML_SEQUENCE_END_EVENT: output.kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            output.kind = .mappingStart
            output.tag = Self.text(event.data.mapping_start.tag)
            output.anchor = Self.text(event.data.mapping_start.anchor)
        case YAML_MAPPING_END_EVENT: output.kind = .mappingEnd
        case YAML_ALIAS_EVENT: output.kind = .alias(Self.text(event.data.alias.anchor) ?? "")
        default: output.kind = .streamEnd
        }
        return output
    }

    private func failure() -> YAMLSyntaxError {
        let state = parser.pointee
        var error = YAMLSyntaxError(
            problem: state.problem.map { String(cString: $0) } ?? "out of memory",
            place: Self.place(state.problem_mark)
        )
        if state.error == YAML_READER_ERROR { error.byteOffset = Int(state.problem_offset) }
        if state.context != nil { error.contextPlace = Self.place(state.context_mark) }
        return error
    }

    private static func style(_ style: yaml_scalar_style_t) -> YAMLEvent.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }

    private static func place(_ mark: yaml_mark_t) -> YAMLEvent.Place {
        YAMLEvent.Place(line: Int(clamping: mark.line), column: Int(clamping: mark.column))
    }

    private static func text(_ start: UnsafePointer<UInt8>?, _ count: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
    }

    private static func text(_ start: UnsafePointer<UInt8>?) -> String? {
        start.map { String(cString: $0) }
    }
}
