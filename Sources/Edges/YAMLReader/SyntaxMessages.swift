/// Says in plain words what the library found wrong.
enum SyntaxMessages {
    struct Finding {
        var message: String
        var hint: String?
        var place: YAMLEvent.Place
    }

    static func finding(_ error: YAMLSyntaxError, in source: SourceText) -> Finding {
        if let offset = error.byteOffset {
            let message = "the file holds a byte or character that YAML does not allow"
            let hint = "save the file as UTF-8, without control characters"
            return Finding(message: message, hint: hint, place: source.place(ofByte: offset))
        }
        let next = source.rest(from: error.place).first
        if next == "\t"
            || source.scalars(error.place.line).prefix(while: \.properties.isWhitespace).contains("\t")
        {
            let place = YAMLEvent.Place(line: error.place.line, column: tabColumn(error.place, in: source))
            return Finding(message: "a tab cannot indent", hint: "use spaces", place: place)
        }
        if let known = known(error, next: next, in: source) { return known }
        return Finding(
            message: error.problem,
            hint: "check the indentation and the quotes here",
            place: error.place
        )
    }

    private static func tabColumn(_ place: YAMLEvent.Place, in source: SourceText) -> Int {
        source.scalars(place.line).prefix { $0 != "\t" }.count
    }

    private static func known(
        _ error: YAMLSyntaxError,
        next: Unicode.Scalar?,
        in source: SourceText
    ) -> Finding? {
        let start = error.contextPlace ?? error.place
        switch error.problem {
        case "found character that cannot start any token":
            let shown = next.map { "`\($0)`" } ?? "this"
            let hint = "put the text into quotes"
            return Finding(message: "a text cannot start with \(shown)", hint: hint, place: error.place)
        case "mapping values are not allowed in this context":
            let hint = "put a text that holds `: ` into quotes, or check the indentation"
            return Finding(message: "no key can stand here", hint: hint, place: error.place)
        case "block sequence entries are not allowed in this context":
            let hint = "start the list on a line of its own, indented below its key"
            return Finding(message: "no list can start here", hint: hint, place: error.place)
        case "found unexpected end of stream":
            return Finding(message: "the quote is never closed", hint: "close it", place: start)
        case "found unexpected document indicator":
            return Finding(
                message: "the quote is not closed before the next document",
                hint: nil,
                place: start
            )
        case "found unknown escape character":
            let hint = "write `\\\\` for a backslash, or use single quotes"
            return Finding(message: "unknown escape in double quotes", hint: hint, place: error.place)
        case "could not find expected ':'":
            let hint = "write `key: value`, with a space behind the colon"
            return Finding(message: "a key has no `:`", hint: hint, place: start)
        default:
            return unfinished(error, start: start, in: source)
        }
    }

    private static func unfinished(
        _ error: YAMLSyntaxError,
        start: YAMLEvent.Place,
        in source: SourceText
    ) -> Finding? {
        switch error.problem {
        case "did not find expected ',' or '}'":
            let message = "the `{` of line \(start.line + 1) is not closed, or a `,` is missing"
            return Finding(
                message: message,
                hint: "a template goes into quotes: \"{{ … }}\"",
                place: error.place
            )
        case "did not find expected ',' or ']'":
            let message = "the `[` of line \(start.line + 1) is not closed, or a `,` is missing"
            return Finding(message: message, hint: nil, place: error.place)
        case "did not find expected key":
            let message = "this does not fit the keys that start in line \(start.line + 1)"
            let hint = "check the indentation, and that a text in quotes has nothing behind it"
            return Finding(message: message, hint: hint, place: error.place)
        case "did not find expected '-' indicator":
            let message = "this does not fit the list that starts in line \(start.line + 1)"
            return Finding(message: message, hint: "check the indentation", place: error.place)
        case "did not find expected <document start>":
            return Finding(
                message: "nothing can follow here",
                hint: "check the indentation",
                place: error.place
            )
        case "did not find expected alphabetic or numeric character":
            let hint = "`*` and `&` have a meaning of their own: put the text into quotes"
            return Finding(message: "a name is missing", hint: hint, place: error.place)
        default: return nil
        }
    }
}
