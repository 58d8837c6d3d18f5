import Values

/// Filters that write and read JSON.
enum JSONFilters {
    static let all: [Builtin] = [toJSON, tojson, fromJSON]

    static let toJSON = Builtin("to_json", "value, ensure_ascii=, pretty_print=, sort_keys=") {
        a,
        run throws(TemplateError) in
        let style: JSONWriter.Style = try a.flag(1, run) ? .python : .compact
        var writer = JSONWriter(
            run: run,
            style: style,
            indent: try a.flag(2, run) ? "  " : nil,
            sortsKeys: try a.flag(3, run)
        )
        try writer.write(a.value(0))
        return .string(writer.text)
    }

    static let tojson = Builtin("tojson", "value, indent=") { a, run throws(TemplateError) in
        var indent: String?
        if let word = a[1]?.text {
            indent = word
        } else if a.value(0).text != nil {
            // Python writes a text without a look at the indent.
            indent = nil
        } else if let width = try a.optionalInt(1) {
            try run.make(max(0, width))
            indent = String(repeating: " ", count: max(0, width))
        }
        var writer = JSONWriter(run: run, style: .html, indent: indent, sortsKeys: true)
        try writer.write(a.value(0))
        return .markup(writer.text)
    }

    static let fromJSON = Builtin("from_json", "value, default=") { a, run throws(TemplateError) in
        let bytes: [UInt8]?
        if case .bytes(let own) = a.value(0) {
            bytes = own
        } else {
            bytes = a.value(0).text.map { Array($0.utf8) }
        }
        if let bytes {
            try run.make(bytes.count)
            do throws(JSONSyntaxError) {
                return Value(try run.services.parseJSON(bytes))
            } catch {
                if a[1] == nil {
                    throw .failed("'from_json' got no JSON: \(error.message)", hint: "give it a default")
                }
            }
        }
        return try run.orDefault(a[1], "from_json", a.value(0))
    }
}

/// Writes a value as JSON.
struct JSONWriter {
    enum Style {
        /// No spaces, everything beyond ASCII as it is.
        case compact
        /// Spaces after commas and colons, ASCII only.
        case python
        /// The same, and safe within HTML.
        case html
    }

    let run: Run
    let style: Style
    let indent: String?
    let sortsKeys: Bool
    private(set) var text = ""

    init(run: Run, style: Style, indent: String?, sortsKeys: Bool) {
        self.run = run
        self.style = style
        self.indent = indent
        self.sortsKeys = sortsKeys
    }

    mutating func write(_ value: Value, level: Int = 0) throws(TemplateError) {
        try run.step()
        switch value {
        case .none: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .int(let number): text += String(number)
        case .big(let number):
            guard style != .compact || number.bitWidth <= 64 && !number.isNegative else {
                throw .failed("JSON takes whole numbers up to 64 bits")
            }
            text += number.text()
        case .float(let number): text += floatText(number)
        case .string(let string), .markup(let string): try write(string)
        case .list(let items), .tuple(let items): try write(items, level)
        case .record(let record) where style != .compact: try write(record.items, level)
        case .dict(let dictionary): try write(dictionary, level)
        default:
            if case .undefined(let undefined) = value {
                throw .failed(
                    "JSON cannot hold something undefined: \(undefined.message)",
                    hint: "give it a default"
                )
            }
            throw value.unusable
                ?? .failed("JSON cannot hold a \(value.typeName)", hint: "use | list or | string first")
        }
    }

    private func floatText(_ number: Double) -> String {
        if style == .compact {
            guard number.isFinite else { return "null" }
            return Self.shortText(number)
        }
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        return FloatText.repr(number)
    }

    /// As orjson writes it: `1e16`, `0.00001`, `1.5e-7`.
    private static func shortText(_ number: Double) -> String {
        let magnitude = number.magnitude
        if magnitude == 0 || (1e-4..<1e16).contains(magnitude) { return FloatText.repr(number) }
        let (digits, exponent) = FloatText.shortest(magnitude)
        let sign = number.sign == .minus ? "-" : ""
        let plain = String(decoding: digits, as: UTF8.self)
        if exponent == -5 { return sign + "0.0000" + plain }
        let head = digits.count > 1 ? "\(plain.prefix(1)).\(plain.dropFirst())" : plain
        return "\(sign)\(head)e\(exponent)"
    }

    private mutating func breakLine(_ level: Int) {
        guard let indent else { return }
        text += "\n"
        for _ in 0..<level { text += indent }
    }

    private mutating func separate(_ isFirst: Bool, _ level: Int) throws(TemplateError) {
        if !isFirst { text += style == .compact || indent != nil ? "," : ", " }
        try run.make(level + 1)
        breakLine(level)
    }

    private mutating func write(_ items: [Value], _ level: Int) throws(TemplateError) {
        try run.enter()
        defer { run.leave() }
        guard !items.isEmpty else {
            text += "[]"
            return
        }
        text += "["
        for (place, item) in items.enumerated() {
            try separate(place == 0, level + 1)
            try write(item, level: level + 1)
        }
        breakLine(level)
        text += "]"
    }

    private mutating func write(_ dictionary: ValueDictionary, _ level: Int) throws(TemplateError) {
        try run.enter()
        defer { run.leave() }
        guard !dictionary.isEmpty else {
            text += "{}"
            return
        }
        text += "{"
        for (place, pair) in try ordered(dictionary).enumerated() {
            try separate(place == 0, level + 1)
            try write(try key(pair.key))
            text += style == .compact && indent == nil ? ":" : ": "
            try write(pair.value, level: level + 1)
        }
        breakLine(level)
        text += "}"
    }

    private func ordered(_ dictionary: ValueDictionary) throws(TemplateError) -> [(key: Value, value: Value)]
    {
        guard sortsKeys else { return Array(dictionary) }
        let pairs = dictionary.map { Value.tuple([$0.key, $0.value]) }
        let sorted = try Sorting.sorted(pairs, run) { (pair) throws(TemplateError) -> Value in
            let key = pair.items?.first ?? .none
            // The compact writer makes texts of the keys before it sorts them.
            return style == .compact ? .string(try self.key(key)) : key
        }
        return sorted.compactMap { pair in pair.items.map { ($0[0], $0[1]) } }
    }

    private func key(_ key: Value) throws(TemplateError) -> String {
        switch key {
        case .string(let text), .markup(let text): text
        case .int(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        case .none: "null"
        case .float(let number): floatText(number)
        default: throw .failed("JSON cannot have a \(key.typeName) as a key")
        }
    }

    private mutating func write(_ string: String) throws(TemplateError) {
        try run.make(string.utf8.count)
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{08}": text += "\\b"
            case "\u{0C}": text += "\\f"
            case "<", ">", "&", "'":
                if style == .html {
                    text += escaped(scalar.value)
                } else {
                    text.unicodeScalars.append(scalar)
                }
            default: append(scalar)
            }
        }
        text += "\""
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x20 || (style != .compact && scalar.value >= 0x7F && scalar.value != 0x7F) {
            guard scalar.value > 0xFFFF else {
                text += escaped(scalar.value)
                return
            }
            let rest = scalar.value - 0x1_0000
            text += escaped(0xD800 + rest >> 10) + escaped(0xDC00 + rest & 0x3FF)
        } else {
            text.unicodeScalars.append(scalar)
        }
    }

    private func escaped(_ code: UInt32) -> String { "\\u" + TextRepr.hexadecimal(code, 4) }
}
