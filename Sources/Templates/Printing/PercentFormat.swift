extension Run {
    /// Python's `format % values`.
    func percentFormat(_ format: Value, _ text: String, _ values: Value) throws(TemplateError) -> Value {
        var writer = PercentWriter(run: self, values: values)
        let result = try writer.text(text)
        if case .markup = format { return .markup(result) }
        return .string(result)
    }
}

private struct PercentWriter {
    let run: Run
    private let mapping: ValueDictionary?
    private let values: [Value]
    private let isSingle: Bool
    private var next = 0

    init(run: Run, values: Value) {
        self.run = run
        if case .dict(let dictionary) = values { mapping = dictionary } else { mapping = nil }
        switch values {
        case .tuple(let items):
            self.values = items
            isSingle = false
        case .record(let record):
            self.values = record.items
            isSingle = false
        default:
            self.values = [values]
            isSingle = true
        }
    }

    private struct Directive {
        var key: String?
        var isLeft = false
        var sign = ""
        var isZeroFilled = false
        var isAlternate = false
        var width = 0
        var precision: Int?
    }

    mutating func text(_ format: String) throws(TemplateError) -> String {
        var output = ""
        var rest = format.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                output.unicodeScalars.append(scalar)
                continue
            }
            var directive = try directive(&rest)
            guard let type = rest.popFirst() else { throw .failed("the format ends within a directive") }
            if type == "%" {
                output += "%"
                continue
            }
            let part = try convert(&directive, type)
            try run.make(part.utf8.count)
            output += part
        }
        if mapping == nil, next < values.count, !(isSingle && isIgnorable) {
            throw .failed("the format has fewer directives than values")
        }
        return output
    }

    /// Python lets a single list or dictionary pass that no directive uses.
    private var isIgnorable: Bool {
        guard let only = values.first else { return true }
        return switch only {
        case .dict, .list, .range, .view, .bytes, .undefined: true
        default: false
        }
    }

    private mutating func directive(_ rest: inout Substring.UnicodeScalarView) throws(TemplateError)
        -> Directive
    {
        var directive = Directive()
        if rest.first == "(" {
            rest.removeFirst()
            var key = ""
            var depth = 1
            while let scalar = rest.popFirst() {
                if scalar == "(" { depth += 1 }
                if scalar == ")" { depth -= 1 }
                if depth == 0 { break }
                key.unicodeScalars.append(scalar)
            }
            guard depth == 0 else { throw .failed("the format has an unclosed '('") }
            directive.key = key
        }
        while let flag = rest.first, "-+ 0#".unicodeScalars.contains(flag) {
            switch flag {
            case "-": directive.isLeft = true
            case "+": directive.sign = "+"
            case " ": if directive.sign.isEmpty { directive.sign = " " }
            case "0": directive.isZeroFilled = true
            default: directive.isAlternate = true
            }
            rest.removeFirst()
        }
        if let width = try number(&rest) {
            directive.width = Int(width.magnitude)
            if width < 0 { directive.isLeft = true }
        }
        if rest.first == "." {
            rest.removeFirst()
            directive.precision = max(0, try number(&rest) ?? 0)
        }
        while let letter = rest.first, "hlL".unicodeScalars.contains(letter) { rest.removeFirst() }
        return directive
    }

    private mutating func number(_ rest: inout Substring.UnicodeScalarView) throws(TemplateError) -> Int? {
        if rest.first == "*" {
            rest.removeFirst()
            guard let width = try value(nil).int, width.magnitude <= UInt(FormatSpec.maximum) else {
                throw .failed("'*' wants a whole number")
            }
            return width
        }
        var result: Int?
        while let digit = rest.first?.asciiDigit {
            result = (result ?? 0) * 10 + digit
            if let result, result > FormatSpec.maximum { throw .limit("the format is too wide") }
            rest.removeFirst()
        }
        return result
    }

    private mutating func value(_ key: String?) throws(TemplateError) -> Value {
        if let key {
            guard let mapping else {
                throw .failed("the format names '\(key)', but the values are no mapping")
            }
            guard let value = mapping[text: key] else {
                throw .failed("the format names '\(key)', which is not given")
            }
            return try value.known()
        }
        guard next < values.count else { throw .failed("the format has more directives than values") }
        next += 1
        return try values[next - 1].known()
    }

    private mutating func convert(_ directive: inout Directive, _ type: Unicode.Scalar) throws(TemplateError)
        -> String
    {
        let value = try value(directive.key)
        switch type {
        case "s": return pad(cut(try run.text(value), directive), directive)
        case "r": return pad(cut(try run.repr(value), directive), directive)
        case "a": return pad(cut(TextEncoding.ascii(try run.repr(value)), directive), directive)
        case "c": return pad(try character(value), directive)
        case "d", "i", "u": return try whole(value, directive, base: 10, prefix: "", isUpper: false)
        case "o": return try whole(value, directive, base: 8, prefix: "0o", isUpper: false)
        case "x": return try whole(value, directive, base: 16, prefix: "0x", isUpper: false)
        case "X": return try whole(value, directive, base: 16, prefix: "0X", isUpper: true)
        case "e", "E", "f", "F", "g", "G": return try float(value, directive, type)
        default: throw .failed("'%\(type)' is no directive")
        }
    }

    private func cut(_ text: String, _ directive: Directive) -> String {
        directive.precision.map { String(text.unicodeScalars.prefix($0)) } ?? text
    }

    private func pad(_ text: String, _ directive: Directive, prefix: String = "", zeros: Bool = false)
        -> String
    {
        let missing = directive.width - text.unicodeScalars.count - prefix.unicodeScalars.count
        guard missing > 0 else { return prefix + text }
        if directive.isLeft { return prefix + text + String(repeating: " ", count: missing) }
        if zeros { return prefix + String(repeating: "0", count: missing) + text }
        return String(repeating: " ", count: missing) + prefix + text
    }

    private func character(_ value: Value) throws(TemplateError) -> String {
        if let text = value.text, text.unicodeScalars.count == 1 { return text }
        if let code = value.int, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) {
            return String(scalar)
        }
        throw value.unusable ?? .failed("'%c' wants one character or its number")
    }

    private func whole(
        _ value: Value,
        _ directive: Directive,
        base: Int,
        prefix: String,
        isUpper: Bool
    ) throws(TemplateError) -> String {
        guard let number = Number(value) else {
            throw value.unusable
                ?? .failed("'%d' wants a number, not a \(value.typeName)", hint: "convert with | int first")
        }
        var whole = number.whole
        if whole == nil, base == 10 { whole = BigInteger(truncating: number.double) }
        guard let whole else { throw .failed("'%x' and '%d' want a whole number") }
        var digits = BigInteger(isNegative: false, limbs: whole.limbs).text(base: base)
        if isUpper { digits = digits.uppercased() }
        if let precision = directive.precision {
            digits = String(repeating: "0", count: max(0, precision - digits.utf8.count)) + digits
        }
        let head = (whole.isNegative ? "-" : directive.sign) + (directive.isAlternate ? prefix : "")
        return pad(digits, directive, prefix: head, zeros: directive.isZeroFilled)
    }

    private func float(_ value: Value, _ directive: Directive, _ type: Unicode.Scalar) throws(TemplateError)
        -> String
    {
        guard let number = Number(value) else {
            throw value.unusable
                ?? .failed(
                    "'%\(type)' wants a number, not a \(value.typeName)",
                    hint: "convert with | float first"
                )
        }
        let double = try run.finite(number)
        var spec = FormatSpec()
        spec.type = type
        spec.precision = directive.precision ?? 6
        spec.isAlternate = directive.isAlternate
        let body = NumberFormat.body(double.magnitude, spec) ?? ""
        let isNegative = double.sign == .minus && !double.isNaN
        let head = isNegative ? "-" : directive.sign
        return pad(body, directive, prefix: head, zeros: directive.isZeroFilled)
    }
}
