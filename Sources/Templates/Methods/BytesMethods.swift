/// Python's methods of bytes.
enum BytesMethods {
    static let all: [Builtin] =
        [
            decode, hex,
            Builtin("fromhex", "self, string") { a, run throws(TemplateError) in
                .bytes(try EncodingFilters.hexadecimal(try a.text(1, or: "")))
            },
        ] + TextMethods.all.filter { likeTexts.contains($0.name) }.map(likeText)

    private static let decode = Builtin("decode", "self, encoding=, errors=") {
        a,
        run throws(TemplateError) in
        guard case .bytes(let bytes) = a.value(0) else { return .none }
        let encoding = try a.text(1, or: "utf-8")
        let errors = try a.text(2, or: "strict")
        if let text = TextEncoding.decode(bytes, encoding) { return .string(text) }
        if errors == "replace" { return .string(String(decoding: bytes, as: UTF8.self)) }
        if errors == "ignore" {
            return .string(String(decoding: bytes, as: UTF8.self).filter { $0 != "\u{FFFD}" })
        }
        throw .failed("the bytes are no \(encoding)")
    }

    private static let hex = Builtin("hex", "self, sep=") { a, run throws(TemplateError) in
        guard case .bytes(let bytes) = a.value(0) else { return .none }
        let separator = try a.text(1, or: "")
        return .string(bytes.map { TextRepr.hexadecimal(UInt32($0), 2) }.joined(separator: separator))
    }

    private static let likeTexts: Set<String> = [
        "upper", "lower", "title", "capitalize", "swapcase", "strip", "lstrip", "rstrip", "split", "rsplit",
        "splitlines", "startswith", "endswith", "replace", "zfill", "center", "ljust", "rjust", "isalnum",
        "isalpha", "isdigit", "islower", "isupper", "isspace", "istitle", "isascii", "index", "rindex",
        "find",
        "rfind", "count", "join", "partition", "rpartition", "removeprefix", "removesuffix", "expandtabs",
    ]
    private static let takeNumbers: Set<String> = ["find", "rfind", "index", "rindex", "count"]

    /// The text's method for bytes: each byte is a character in the meantime.
    private static func likeText(_ method: Builtin) -> Builtin {
        Builtin(method.name, signature(of: method)) { a, run throws(TemplateError) in
            guard case .bytes(let bytes) = a.value(0) else { return .none }
            try run.make(bytes.count * 3)
            var arguments = a
            arguments.values[0] = .string(text(bytes))
            for place in arguments.values.indices.dropFirst() {
                guard let value = arguments.values[place] else { continue }
                let takesNumber = place == 1 && takeNumbers.contains(method.name)
                arguments.values[place] = try asText(value, takesNumber: takesNumber)
            }
            return asBytes(try method.body(arguments, run))
        }
    }

    private static func signature(of method: Builtin) -> String {
        method.parameters.enumerated().map { $0.element + ($0.offset < method.required ? "" : "=") }
            .joined(separator: ", ")
    }

    /// Bytes outside of ASCII are characters without a case or a class, as they have none in Python.
    private static func text(_ bytes: [UInt8]) -> String {
        var output = String.UnicodeScalarView()
        for byte in bytes {
            output.append(byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(0xE000 + UInt32(byte)) ?? "?")
        }
        return String(output)
    }

    private static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    private static func asText(_ value: Value, takesNumber: Bool) throws(TemplateError) -> Value {
        switch value {
        case .bytes(let part): return .string(text(part))
        case .tuple(let items):
            return .tuple(
                try items.map { (item) throws(TemplateError) in try asText(item, takesNumber: false) }
            )
        case .list(let items):
            return .list(
                try items.map { (item) throws(TemplateError) in try asText(item, takesNumber: false) }
            )
        case .string, .markup: throw .failed("bytes go together with bytes, not with a text")
        case .int(let number) where takesNumber:
            guard let byte = UInt8(exactly: number) else { throw .failed("a byte is a number from 0 to 255") }
            return .string(text([byte]))
        default: return value
        }
    }

    private static func asBytes(_ value: Value) -> Value {
        switch value {
        case .string(let part): .bytes(bytes(part))
        case .list(let items): .list(items.map(asBytes))
        case .tuple(let items): .tuple(items.map(asBytes))
        default: value
        }
    }
}
