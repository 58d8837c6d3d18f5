/// Python's `str.format`.
struct BraceFormat {
    let run: Run
    let positional: [Value]
    let named: [(name: String, value: Value)]
    private var next = 0
    private var isManual = false

    init(run: Run, positional: [Value], named: [(name: String, value: Value)]) {
        self.run = run
        self.positional = positional
        self.named = named
    }

    mutating func text(_ format: String, depth: Int = 0) throws(TemplateError) -> String {
        guard depth < 2 else { throw .failed("the format is nested too deep") }
        var output = ""
        var rest = format.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "{" {
                if rest.first == "{" {
                    rest.removeFirst()
                    output += "{"
                    continue
                }
                let part = try field(&rest, depth)
                try run.make(part.utf8.count)
                output += part
            } else if scalar == "}" {
                guard rest.popFirst() == "}" else { throw .failed("the format has a '}' without its '{'") }
                output += "}"
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    /// As in `name!conversion:spec}`.
    private mutating func field(_ rest: inout Substring.UnicodeScalarView, _ depth: Int) throws(TemplateError)
        -> String
    {
        var name = ""
        var brackets = 0
        while let scalar = rest.first, brackets > 0 || (scalar != "!" && scalar != ":" && scalar != "}") {
            if scalar == "[" { brackets += 1 }
            if scalar == "]" { brackets -= 1 }
            name.unicodeScalars.append(scalar)
            rest.removeFirst()
        }
        var conversion: Unicode.Scalar?
        if rest.first == "!" {
            rest.removeFirst()
            conversion = rest.popFirst()
            guard conversion.map({ "rsa".unicodeScalars.contains($0) }) == true else {
                throw .failed("the format has an unknown conversion")
            }
        }
        var spec = ""
        if rest.first == ":" {
            rest.removeFirst()
            spec = try rawSpec(&rest)
        }
        guard rest.popFirst() == "}" else { throw .failed("the format has a '{' without its '}'") }
        var value = try lookUp(name)
        if spec.contains("{") || spec.contains("}") { spec = try text(spec, depth: depth + 1) }
        switch conversion {
        case "r": value = .string(try run.repr(value))
        case "s": value = .string(try run.text(value))
        case "a": value = .string(TextEncoding.ascii(try run.repr(value)))
        default: break
        }
        return try run.format(value, spec)
    }

    private func rawSpec(_ rest: inout Substring.UnicodeScalarView) throws(TemplateError) -> String {
        var spec = ""
        var braces = 0
        while let scalar = rest.first, braces > 0 || scalar != "}" {
            if scalar == "{" { braces += 1 }
            if scalar == "}" { braces -= 1 }
            spec.unicodeScalars.append(scalar)
            rest.removeFirst()
        }
        return spec
    }

    private mutating func lookUp(_ name: String) throws(TemplateError) -> Value {
        let scalars = name.unicodeScalars
        let first = String(scalars.prefix { $0 != "." && $0 != "[" })
        var value = try argument(first)
        var rest = scalars.dropFirst(first.unicodeScalars.count)
        while let scalar = rest.popFirst() {
            if scalar == "." {
                let part = String(rest.prefix { $0 != "." && $0 != "[" })
                guard !part.isEmpty else { throw .failed("the format has an empty attribute") }
                rest = rest.dropFirst(part.unicodeScalars.count)
                value = try run.attribute(part, of: value)
            } else if scalar == "[" {
                let part = String(rest.prefix { $0 != "]" })
                rest = rest.dropFirst(part.unicodeScalars.count)
                guard rest.popFirst() == "]", !part.isEmpty else {
                    throw .failed("the format has an unclosed '['")
                }
                let isIndex = part.unicodeScalars.allSatisfy { $0.asciiDigit != nil }
                value = try run.item(isIndex ? NumberReading.int(part) ?? .none : .string(part), of: value)
            } else {
                throw .failed("the format has '\(scalar)' after ']'")
            }
        }
        return value
    }

    private mutating func argument(_ name: String) throws(TemplateError) -> Value {
        if name.isEmpty {
            guard !isManual else { throw .failed("the format mixes numbered and unnumbered fields") }
            next += 1
            return try place(next - 1)
        }
        if name.unicodeScalars.allSatisfy({ $0.asciiDigit != nil }) {
            guard next == 0 else { throw .failed("the format mixes numbered and unnumbered fields") }
            isManual = true
            return try place(Int(name) ?? .max)
        }
        guard let found = named.last(where: { $0.name == name }) else {
            throw .failed("the format names '\(name)', which is not given")
        }
        return found.value
    }

    private func place(_ index: Int) throws(TemplateError) -> Value {
        guard positional.indices.contains(index) else {
            throw .failed("the format has more fields than values")
        }
        return positional[index]
    }
}

extension Run {
    /// Python's `format(value, spec)`.
    func format(_ value: Value, _ spec: String) throws(TemplateError) -> String {
        switch value {
        case .datetime(let moment) where !spec.isEmpty: return TimeFormat(moment, local: local).text(spec)
        case .date(let date) where !spec.isEmpty:
            return try strftime(.date(date), spec)
        case .time(let time) where !spec.isEmpty: return try strftime(.time(time), spec)
        default: break
        }
        if spec.isEmpty { return try text(value) }
        guard let parsed = FormatSpec(spec) else { throw .failed("'\(spec)' is no format") }
        try make(parsed.width + (parsed.precision ?? 0))
        if let text = value.text { return try format(text, parsed) }
        if let number = Number(value) {
            guard let text = NumberFormat.text(number, parsed) else {
                throw .failed("'\(spec)' does not fit a \(value.typeName)")
            }
            return text
        }
        throw value.unusable ?? .failed("a \(value.typeName) takes no format")
    }

    private func format(_ text: String, _ spec: FormatSpec) throws(TemplateError) -> String {
        guard spec.type == nil || spec.type == "s", spec.sign == nil, !spec.isAlternate, spec.grouping == nil,
            spec.align != "=" || spec.fill == "0"
        else { throw .failed("the format does not fit a text", hint: "convert with | float or | int first") }
        var cut = text
        if let precision = spec.precision { cut = String(text.unicodeScalars.prefix(precision)) }
        var spec = spec
        if spec.align == "=" { spec.align = "<" }
        return spec.pad(cut, defaultAlign: "<")
    }
}
