/// Filters for HTML.
enum HTMLFilters {
    static let all: [Builtin] = [
        escape("escape"), escape("e"), forceescape, safe, striptags, urlencode, urlize, xmlattr,
    ]

    private static func escape(_ name: String) -> Builtin {
        Builtin(name, "s") { a, run throws(TemplateError) in
            if case .markup = a.value(0) { return a.value(0) }
            return .markup(try escaped(try run.text(a.value(0)), run))
        }
    }

    private static func escaped(_ text: String, _ run: Run) throws(TemplateError) -> String {
        let result = MarkupText.escape(text)
        try run.make(result.utf8.count)
        return result
    }

    static let forceescape = Builtin("forceescape", "value") { a, run throws(TemplateError) in
        .markup(try escaped(try run.text(a.value(0)), run))
    }

    static let safe = Builtin("safe", "value") { a, run throws(TemplateError) in
        .markup(try run.text(a.value(0)))
    }

    static let striptags = Builtin("striptags", "value") { a, run throws(TemplateError) in
        let text = try run.text(a.value(0))
        try run.make(text.utf8.count)
        return .string(strippingTags(text))
    }

    /// Without comments and tags, white space as single spaces, entities as their characters.
    static func strippingTags(_ text: String) -> String {
        var bytes = Array(text.utf8)
        remove(&bytes, from: Array("<!--".utf8), to: Array("-->".utf8))
        remove(&bytes, from: [UInt8(ascii: "<")], to: [UInt8(ascii: ">")])
        let words = String(decoding: bytes, as: UTF8.self).unicodeScalars.split(
            whereSeparator: TextClass.isSpace
        )
        return Entities.decode(words.map { String($0) }.joined(separator: " "))
    }

    private static func remove(_ bytes: inout [UInt8], from open: [UInt8], to close: [UInt8]) {
        var output: [UInt8] = []
        var place = 0
        while let start = TextSearch.find(open, in: bytes, from: place),
            let end = TextSearch.find(close, in: bytes, from: start)
        {
            output += bytes[place..<start]
            place = end + close.count
        }
        bytes = output + bytes[place...]
    }

    // MARK: URLs

    static let urlencode = Builtin("urlencode", "value") { a, run throws(TemplateError) in
        let value = a.value(0)
        if value.text == nil, run.isIterable(value) { return .string(try query(value, run)) }
        return .string(try quoted(value, run, keepsSlash: true))
    }

    private static func query(_ value: Value, _ run: Run) throws(TemplateError) -> String {
        var pairs: [(Value, Value)] = []
        if case .dict(let dictionary) = value {
            pairs = dictionary.map { ($0.key, $0.value) }
        } else {
            for item in try run.items(value) {
                let parts = try run.items(item)
                guard parts.count == 2 else { throw .failed("'urlencode' wants pairs") }
                pairs.append((parts[0], parts[1]))
            }
        }
        var parts: [String] = []
        for (key, value) in pairs {
            parts.append(
                try quoted(key, run, keepsSlash: false, plus: true) + "="
                    + quoted(value, run, keepsSlash: false, plus: true)
            )
        }
        return parts.joined(separator: "&")
    }

    static func quoted(
        _ value: Value,
        _ run: Run,
        keepsSlash: Bool,
        plus: Bool = false
    ) throws(TemplateError) -> String {
        let bytes: [UInt8]
        if case .bytes(let own) = value { bytes = own } else { bytes = Array(try run.text(value).utf8) }
        try run.make(bytes.count * 3)
        var output: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "-"),
                UInt8(ascii: "~"):
                output.append(byte)
            case UInt8(ascii: "/") where keepsSlash: output.append(byte)
            case UInt8(ascii: " ") where plus: output.append(UInt8(ascii: "+"))
            default: output += Array("%\(TextRepr.hexadecimal(UInt32(byte), 2).uppercased())".utf8)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    static let urlize = Builtin("urlize", "value, trim_url_limit=, nofollow=, target=, rel=, extra_schemes=")
    {
        a,
        run throws(TemplateError) in
        let text = try run.text(a.value(0))
        try run.make(text.utf8.count * 4)
        var relations = Set((try a.optionalText(4) ?? "").split(separator: " ").map(String.init))
        if try a.flag(2, run) { relations.insert("nofollow") }
        relations.insert("noopener")
        var schemes: [String] = []
        if let value = a[5], value != Value.none { schemes = try run.items(value).compactMap(\.text) }
        let writer = LinkWriter(
            limit: try a.optionalInt(1),
            relations: relations.sorted().joined(separator: " "),
            target: try a.optionalText(3),
            schemes: schemes
        )
        return .string(writer.text(MarkupText.escape(text)))
    }

    static let xmlattr = Builtin("xmlattr", "d, autospace=") { a, run throws(TemplateError) in
        guard case .dict(let dictionary) = a.value(0) else {
            throw a.value(0).unusable ?? .failed("'xmlattr' wants a mapping, not a \(a.value(0).typeName)")
        }
        var parts: [String] = []
        for (key, value) in dictionary {
            if value == Value.none || value.isUndefined { continue }
            guard let name = key.text,
                !name.unicodeScalars.contains(where: {
                    "/>=".unicodeScalars.contains($0) || ($0.isASCII && TextClass.isSpace($0))
                })
            else { throw .failed("'xmlattr' cannot use this key as a name") }
            let text = try run.text(value)
            if case .markup = value {
                parts.append("\(MarkupText.escape(name))=\"\(text)\"")
            } else {
                parts.append("\(MarkupText.escape(name))=\"\(try escaped(text, run))\"")
            }
        }
        let joined = parts.joined(separator: " ")
        return .string(try a.flag(1, run, or: true) && !joined.isEmpty ? " " + joined : joined)
    }
}

extension Value {
    var isBytes: Bool {
        if case .bytes = self { true } else { false }
    }
}
