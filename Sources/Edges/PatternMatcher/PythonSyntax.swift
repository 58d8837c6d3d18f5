import Templates

/// Writes Python's regular expressions the way PCRE2 reads them.
///
/// Source: the documentation of Python's `re`, and pcre2pattern(3).
struct PythonSyntax {
    private var rest: Substring.UnicodeScalarView
    private var output = String.UnicodeScalarView()
    private var isInSet = false

    static func translate(_ expression: String) throws(PatternError) -> String {
        var syntax = PythonSyntax(expression)
        try syntax.run()
        return String(syntax.output)
    }

    private init(_ expression: String) {
        rest = expression.unicodeScalars[...]
    }

    private mutating func run() throws(PatternError) {
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\": try escape()
            case "[": openSet()
            case "]" where isInSet:
                isInSet = false
                output.append(scalar)
            case "{" where !isInSet: brace()
            case "(" where !isInSet: try group()
            default: output.append(scalar)
            }
        }
        if isInSet { throw PatternError("a '[' is not closed") }
    }

    private mutating func write(_ text: String) { output.append(contentsOf: text.unicodeScalars) }

    /// A bracket within a set is a bracket; PCRE2 would look for a class such as `[:alpha:]` there.
    private mutating func openSet() {
        guard !isInSet else {
            write("\\[")
            return
        }
        isInSet = true
        output.append("[")
        if rest.first == "^" { output.append(rest.removeFirst()) }
        if rest.first == "]" {
            rest.removeFirst()
            write("\\]")
        }
    }

    /// `{,3}` means `{0,3}`.
    private mutating func brace() {
        output.append("{")
        guard rest.first == "," else { return }
        let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
        if rest.dropFirst(1 + digits.count).first == "}" { output.append("0") }
    }

    private mutating func group() throws(PatternError) {
        output.append("(")
        guard rest.first == "?" else {
            if rest.first == "*" { write("\\") }
            return
        }
        rest.removeFirst()
        output.append("?")
        let flags = rest.prefix { "aiLmsux-".unicodeScalars.contains($0) }
        guard !flags.isEmpty, let end = rest.dropFirst(flags.count).first, end == ")" || end == ":" else {
            if rest.first == "P" { try named() } else { try special() }
            return
        }
        rest = rest.dropFirst(flags.count)
        // Text is Unicode here; PCRE2 knows neither `u` nor `a`.
        for flag in flags where !"uaL".unicodeScalars.contains(flag) { output.append(flag) }
    }

    /// As in `(?P<name>…)`, `(?P=name)`.
    private mutating func named() throws(PatternError) {
        let next = rest.dropFirst().first
        guard next == "<" || next == "=" else { throw PatternError("'(?P' needs <name> or =name") }
    }

    /// What follows `(?` in Python: `:`, `=`, `!`, `<=`, `<!`, `>`, `(`, `#`.
    private func special() throws(PatternError) {
        guard let first = rest.first else { throw PatternError("a '(?' is not closed") }
        if first == "<" {
            guard let second = rest.dropFirst().first, second == "=" || second == "!" else {
                throw PatternError("a named group is written (?P<name>…)")
            }
            return
        }
        guard ":=!>(#".unicodeScalars.contains(first) else { throw PatternError("'(?\(first)' is unknown") }
    }

    private mutating func escape() throws(PatternError) {
        guard let letter = rest.popFirst() else { throw PatternError("the expression ends with a backslash") }
        switch letter {
        case "Z" where !isInSet: write("\\z")
        case "u": try hexadecimal(4)
        case "U": try hexadecimal(8)
        case "x": try hexadecimal(2)
        case "v": write("\\x0B")
        case "a": write("\\x07")
        case "b" where isInSet: write("\\x08")
        case "A" where !isInSet, "b" where !isInSet, "B" where !isInSet: pass(letter)
        case "d", "D", "w", "W", "s", "S", "n", "r", "t", "f": pass(letter)
        case "0"..."9": number(letter)
        default:
            guard !(letter.isASCII && letter.properties.isAlphabetic) else {
                throw PatternError("'\\\(letter)' is no escape")
            }
            if letter.isASCII { pass(letter) } else { output.append(letter) }
        }
    }

    private mutating func pass(_ letter: Unicode.Scalar) {
        output.append("\\")
        output.append(letter)
    }

    private mutating func hexadecimal(_ width: Int) throws(PatternError) {
        let digits = rest.prefix(width)
        guard digits.count == width, let code = UInt32(String(digits), radix: 16), Unicode.Scalar(code) != nil
        else {
            throw PatternError("an escape of \(width) hexadecimal digits is not complete")
        }
        rest = rest.dropFirst(width)
        write("\\x{\(String(code, radix: 16))}")
    }

    /// An octal escape, or the number of a group.
    private mutating func number(_ first: Unicode.Scalar) {
        let following = rest.prefix(2).prefix { ("0"..."7").contains($0) }
        if first == "0" || isInSet || (following.count == 2 && ("1"..."3").contains(first)) {
            let digits = String(first) + String(following)
            rest = rest.dropFirst(following.count)
            write("\\x{\(String(UInt32(digits, radix: 8) ?? 0, radix: 16))}")
            return
        }
        var digits = String(first)
        if let next = rest.first, ("0"..."9").contains(next) {
            digits.unicodeScalars.append(next)
            rest.removeFirst()
        }
        write("\\g{\(digits)}")
    }
}
