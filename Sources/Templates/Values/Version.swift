/// A version number that compares part by part, as `version()` gives it.
package struct Version: Sendable {
    let text: String

    /// The numbers between dots of a text such as `2026.9.0b1`, and what follows them.
    private var parts: (numbers: [Int], modifier: String?, modifierNumber: Int?)? {
        var rest = text.hasPrefix("v") || text.hasPrefix("V") ? String(text.dropFirst()) : text
        guard !rest.isEmpty else { return nil }
        if let plus = rest.firstIndex(of: "+") { rest = String(rest[..<plus]) }
        var numbers: [Int] = []
        var modifier: String?
        var modifierNumber: Int?
        let sections = rest.split(separator: ".", omittingEmptySubsequences: false)
        for section in sections {
            let digits = section.prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits), digits.count == section.count {
                if modifier == nil { numbers.append(number) } else { modifierNumber = number }
                continue
            }
            if let number = Int(digits) { numbers.append(number) } else if !digits.isEmpty { return nil }
            let tail = section.dropFirst(digits.count).drop { $0 == "-" || $0 == "_" }
            let word = tail.prefix { !$0.isNumber }
            modifier = String(word)
            modifierNumber = Int(tail.dropFirst(word.count)) ?? modifierNumber
        }
        return numbers.isEmpty ? nil : (numbers, modifier, modifierNumber)
    }

    /// The number of that place, nil where there is none.
    func section(_ place: Int) -> Int? {
        guard let numbers = parts?.numbers else { return nil }
        return place < numbers.count ? numbers[place] : nil
    }

    var modifier: String? {
        guard let parts, let word = parts.modifier else { return nil }
        return word + (parts.modifierNumber.map(String.init) ?? "")
    }

    var isValid: Bool { parts != nil }

    var repr: String { "<AwesomeVersion '\(text)'>" }

    private static func other(_ value: Value) -> Version? {
        switch value {
        case .version(let version): version
        case .string(let text), .markup(let text): Version(text: text)
        case .int(let number): Version(text: String(number))
        case .float(let number): Version(text: FloatText.repr(number))
        default: nil
        }
    }

    func isEqual(to value: Value) -> Bool {
        guard let other = Self.other(value) else { return false }
        return sameText(text, other.text) || order(other) == .same
    }

    func isLess(than value: Value, orEqual: Bool, run: Run) throws(TemplateError) -> Bool {
        guard let other = Self.other(value) else { throw run.notComparable(.version(self), value, "<") }
        if sameText(text, other.text) { return orEqual }
        switch try checked(other) {
        case .less: return true
        case .same: return orEqual
        default: return false
        }
    }

    func isMore(than value: Value, orEqual: Bool, run: Run) throws(TemplateError) -> Bool {
        guard let other = Self.other(value) else { throw run.notComparable(value, .version(self), "<") }
        if sameText(text, other.text) { return orEqual }
        switch try checked(other) {
        case .more: return true
        case .same: return orEqual
        default: return false
        }
    }

    private func checked(_ other: Version) throws(TemplateError) -> Number.Order {
        guard isValid, other.isValid else {
            throw .failed("'\(text)' and '\(other.text)' cannot be compared as versions")
        }
        return order(other)
    }

    private func order(_ other: Version) -> Number.Order {
        guard let own = parts, let theirs = other.parts else { return .none }
        for place in 0..<max(own.numbers.count, theirs.numbers.count) {
            let left = place < own.numbers.count ? own.numbers[place] : 0
            let right = place < theirs.numbers.count ? theirs.numbers[place] : 0
            if left != right { return left < right ? .less : .more }
        }
        let left = rank(own.modifier)
        let right = rank(theirs.modifier)
        if left != right { return left < right ? .less : .more }
        let first = own.modifierNumber ?? 0
        let second = theirs.modifierNumber ?? 0
        return first == second ? .same : first < second ? .less : .more
    }

    /// Releases come after their candidates.
    private func rank(_ modifier: String?) -> Int {
        switch modifier {
        case "dev", "d": 0
        case "alpha", "a": 1
        case "beta", "b": 2
        case "rc": 3
        default: 4
        }
    }
}
