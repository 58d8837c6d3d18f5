/// Python's methods of texts.
enum TextMethods {
    static let all: [Builtin] =
        changing + asking + splitting + padding + searching + [format, formatMap, encode, join, translate]

    private static func change(_ name: String, _ body: @escaping @Sendable (String) -> String) -> Builtin {
        Builtin(name, "self") { a, run throws(TemplateError) in
            let text = try a.text(0, or: "")
            try run.make(text.utf8.count)
            return .string(body(text))
        }
    }

    private static let changing: [Builtin] = [
        change("upper") { $0.uppercased() },
        change("lower") { $0.lowercased() },
        change("casefold") { text in
            text.lowercased().unicodeScalars.map { $0 == "ß" ? "ss" : String($0) }.joined()
        },
        change("title", TextCase.titled),
        change("capitalize", TextCase.capitalized),
        change("swapcase", TextCase.swapped),
        strip("strip", left: true, right: true),
        strip("lstrip", left: true, right: false),
        strip("rstrip", left: false, right: true),
        Builtin("replace", "self, old, new, count=") { a, run throws(TemplateError) in
            .string(
                try replacing(
                    try a.text(0, or: ""),
                    try a.text(1, or: ""),
                    try a.text(2, or: ""),
                    try a.int(3, or: -1),
                    run
                )
            )
        },
        Builtin("removeprefix", "self, prefix") { a, run throws(TemplateError) in
            let (text, part) = (Array(try a.text(0, or: "").utf8), Array(try a.text(1, or: "").utf8))
            guard text.starts(with: part) else { return a.value(0) }
            return .string(String(decoding: text.dropFirst(part.count), as: UTF8.self))
        },
        Builtin("removesuffix", "self, suffix") { a, run throws(TemplateError) in
            let (text, part) = (Array(try a.text(0, or: "").utf8), Array(try a.text(1, or: "").utf8))
            guard text.suffix(part.count).elementsEqual(part) else { return a.value(0) }
            return .string(String(decoding: text.dropLast(part.count), as: UTF8.self))
        },
        Builtin("expandtabs", "self, tabsize=") { a, run throws(TemplateError) in
            let size = max(0, try a.int(1, or: 8))
            var output = String.UnicodeScalarView()
            var column = 0
            for scalar in try a.text(0, or: "").unicodeScalars {
                if scalar == "\t" {
                    let width = size == 0 ? 0 : size - column % size
                    try run.make(width)
                    output.append(contentsOf: repeatElement(" ", count: width))
                    column += width
                } else {
                    output.append(scalar)
                    column = scalar == "\n" || scalar == "\r" ? 0 : column + 1
                }
            }
            return .string(String(output))
        },
    ]

    private static func strip(_ name: String, left: Bool, right: Bool) -> Builtin {
        Builtin(name, "self, chars=") { a, run throws(TemplateError) in
            .string(TextClass.strip(try a.text(0, or: ""), try a.optionalText(1), left: left, right: right))
        }
    }

    private static func ask(_ name: String, _ body: @escaping @Sendable (String) -> Bool) -> Builtin {
        Builtin(name, "self") { a, run throws(TemplateError) in
            let text = try a.text(0, or: "")
            try run.step(text.utf8.count / 32)
            return .bool(body(text))
        }
    }

    private static func all(_ text: String, _ holds: (Unicode.Scalar) -> Bool) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy(holds)
    }

    static func isUpper(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: TextClass.isUpper)
            && !text.unicodeScalars.contains { TextClass.isLower($0) || TextClass.isTitle($0) }
    }

    static func isLower(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: TextClass.isLower)
            && !text.unicodeScalars.contains { TextClass.isUpper($0) || TextClass.isTitle($0) }
    }

    private static func isTitle(_ text: String) -> Bool {
        var wasCased = false
        var hasCased = false
        for scalar in text.unicodeScalars {
            if TextClass.isUpper(scalar) || TextClass.isTitle(scalar) {
                if wasCased { return false }
                (wasCased, hasCased) = (true, true)
            } else if TextClass.isLower(scalar) {
                if !wasCased { return false }
                (wasCased, hasCased) = (true, true)
            } else {
                wasCased = false
            }
        }
        return hasCased
    }

    private static let asking: [Builtin] = [
        ask("isdigit") { all($0, TextClass.isDigit) },
        ask("isnumeric") { all($0, TextClass.isNumeric) },
        ask("isdecimal") { all($0, TextClass.isDecimal) },
        ask("isalpha") { all($0, TextClass.isAlphabetic) },
        ask("isalnum") { all($0) { TextClass.isAlphabetic($0) || TextClass.isNumeric($0) } },
        ask("isspace") { all($0, TextClass.isSpace) },
        ask("isupper", isUpper),
        ask("islower", isLower),
        ask("istitle", isTitle),
        ask("isascii") { $0.utf8.allSatisfy { $0 < 0x80 } },
        ask("isprintable") { $0.unicodeScalars.allSatisfy(TextClass.isPrintable) },
        ask("isidentifier") { text in
            guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
                return false
            }
            return text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
        },
    ]

    private static let format = Builtin("format", "self, *args, **kwargs") { a, run throws(TemplateError) in
        var format = BraceFormat(run: run, positional: a.rest, named: a.named)
        return .string(try format.text(try a.text(0, or: "")))
    }

    private static let formatMap = Builtin("format_map", "self, mapping") { a, run throws(TemplateError) in
        guard case .dict(let dictionary) = a.value(1) else { throw .failed("'format_map' wants a mapping") }
        let named = dictionary.compactMap { pair in pair.key.text.map { (name: $0, value: pair.value) } }
        var format = BraceFormat(run: run, positional: [], named: named)
        return .string(try format.text(try a.text(0, or: "")))
    }

    private static let encode = Builtin("encode", "self, encoding=, errors=") {
        a,
        run throws(TemplateError) in
        let text = try a.text(0, or: "")
        let encoding = try a.text(1, or: "utf-8")
        if let bytes = TextEncoding.encode(text, encoding) { return .bytes(bytes) }
        switch try a.text(2, or: "strict") {
        case "ignore": return .bytes(text.unicodeScalars.filter(\.isASCII).map { UInt8($0.value) })
        case "replace":
            return .bytes(text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") })
        default: throw .failed("the text cannot be written as \(encoding)")
        }
    }

    private static let join = Builtin("join", "self, iterable") { a, run throws(TemplateError) in
        let separator = try a.text(0, or: "")
        var parts: [String] = []
        for item in try run.items(a.value(1)) {
            guard let text = item.text else {
                throw item.unusable
                    ?? .failed("'.join' wants texts, not a \(item.typeName)", hint: "use the filter | join")
            }
            try run.make(text.utf8.count + separator.utf8.count + 1)
            parts.append(text)
        }
        return .string(parts.joined(separator: separator))
    }

    private static let translate = Builtin("translate", "self, table") { a, run throws(TemplateError) in
        guard case .dict(let table) = a.value(1) else { throw .failed("'translate' wants a mapping") }
        var output = ""
        for scalar in try a.text(0, or: "").unicodeScalars {
            try run.step()
            switch table[.int(Int(scalar.value))] {
            case nil: output.unicodeScalars.append(scalar)
            case Value.none?: break
            case let value?:
                if let text = value.text {
                    output += text
                } else if let code = value.int, let other = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
                {
                    output.unicodeScalars.append(other)
                }
            }
        }
        return .string(output)
    }
}
