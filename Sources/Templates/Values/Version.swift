/// A version number that compares part by part, as Home Assistant's `version()` gives it.
package struct Version: Sendable {
    /// The text without a dot at its end.
    let text: String

    init(text: String) {
        self.text = text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// How a version is written; only the known ways can be compared.
    private enum Way {
        case build, calendar, hexadecimal, semantic, container, simple, pep440, unknown
    }

    /// The text without a `v` in front.
    var bare: String { text.hasPrefix("v") || text.hasPrefix("V") ? String(text.dropFirst()) : text }

    private var way: Way {
        let bytes = Array(bare.utf8)
        if VersionForms.isBuild(bytes) { return .build }
        if VersionForms.isCalendar(bytes) { return .calendar }
        if VersionForms.isHexadecimal(bytes) { return .hexadecimal }
        if VersionForms.semanticModifier(bytes) != nil { return .semantic }
        if Self.containers[bare] != nil { return .container }
        if VersionForms.isSimple(bytes) { return .simple }
        return VersionForms.isPEP440(bytes) ? .pep440 : .unknown
    }

    /// The letter in front, where there is one.
    var prefix: String? { text.hasPrefix("v") || text.hasPrefix("V") ? String(text.prefix(1)) : nil }

    /// Whether it is nothing but numbers with dots between them.
    var isSimple: Bool { VersionForms.isSimple(Array(bare.utf8)) }

    private static let containers = ["stable": 1, "beta": 2, "latest": 3, "dev": 4]

    private var parts: [String] {
        bare.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    var isValid: Bool { way != .unknown }

    /// The word of a candidate with its number, such as `b1`.
    var modifier: String? { modifierParts.map { $0.word + $0.rest } }

    /// The word of a candidate alone.
    var modifierWord: String? { modifierParts?.word }

    private var modifierParts: (word: String, rest: String, number: Int)? {
        let way = way
        guard way != .container, way != .hexadecimal else { return nil }
        let text = way == .semantic ? VersionForms.semanticModifier(Array(bare.utf8)) ?? "" : parts.last ?? ""
        return VersionForms.modifier(text)
    }

    var sectionCount: Int {
        if way == .semantic { return 3 }
        let modifier = modifier
        return parts.filter { !$0.isEmpty && $0 != modifier }.count
    }

    /// The number of that place, 0 where there is none.
    func number(_ place: Int) -> BigInteger {
        if way == .hexadecimal {
            guard place == 0 else { return BigInteger(0) }
            let digits = bare.utf8.dropFirst(2).compactMap {
                Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init)
            }
            return BigInteger(digits: digits, base: 16, isNegative: false) ?? BigInteger(0)
        }
        let parts = parts
        guard place < sectionCount, place < parts.count else { return BigInteger(0) }
        let digits = parts[place].utf8.drop { (0x61...0x7A).contains($0) }.prefix {
            (0x30...0x39).contains($0)
        }
        return BigInteger(digits: digits.map { $0 - 0x30 }, base: 10, isNegative: false) ?? BigInteger(0)
    }

    /// The version of one place, nil where the version has no such place.
    func section(_ place: Int) -> Version? {
        let way = way
        guard ![.hexadecimal, .container, .unknown].contains(way), way != .build || place == 0,
            place == 0 || place < sectionCount
        else { return nil }
        return Version(text: number(place).text())
    }

    var repr: String {
        let name =
            switch way {
            case .build: "BuildVer"
            case .calendar: "CalVer"
            case .hexadecimal: "HexVer"
            case .semantic: "SemVer"
            case .container: "SpecialContainer"
            case .simple: "SimpleVer"
            case .pep440: "PEP 440"
            case .unknown: "unknown"
            }
        return "<AwesomeVersion \(name) '\(bare)'>"
    }
}

extension Version {
    /// The number of a place, 0 where there is none.
    static let sectionMethod = Builtin("section", "self, idx") { a, run throws(TemplateError) in
        guard case .version(let version) = a.value(0) else { return .none }
        let place = try a.int(1, or: 0)
        return place < 0 ? .int(0) : Value(version.number(place))
    }

    private static func other(_ value: Value) -> Version? {
        switch value {
        case .version(let version): version
        case .string(let text), .markup(let text): Version(text: TextClass.strip(text))
        case .int(let number): Version(text: String(number))
        case .float(let number): Version(text: FloatText.repr(number))
        default: nil
        }
    }

    func isEqual(to value: Value) -> Bool {
        guard let other = Self.other(value) else { return false }
        return sameText(bare, other.bare)
    }

    func isLess(than value: Value, orEqual: Bool, run: Run) throws(TemplateError) -> Bool {
        guard let other = Self.other(value) else { throw run.notComparable(.version(self), value, "<") }
        if sameText(bare, other.bare) { return orEqual }
        try checkComparable(other)
        return other.isAbove(self)
    }

    func isMore(than value: Value, orEqual: Bool, run: Run) throws(TemplateError) -> Bool {
        guard let other = Self.other(value) else { throw run.notComparable(value, .version(self), "<") }
        if sameText(bare, other.bare) { return orEqual }
        try checkComparable(other)
        return isAbove(other)
    }

    private func checkComparable(_ other: Version) throws(TemplateError) {
        guard isValid, other.isValid else {
            throw .failed("'\(text)' and '\(other.text)' cannot be compared as versions")
        }
    }

    private func isAbove(_ other: Version) -> Bool {
        if way == .container || other.way == .container {
            guard let own = Self.containers[bare] else { return false }
            return Self.containers[other.bare].map { own > $0 } ?? true
        }
        for place in 0..<max(sectionCount, other.sectionCount) {
            let (left, right) = (number(place), other.number(place))
            if left != right { return left > right }
        }
        if VersionForms.isSimple(Array(bare.utf8)), VersionForms.isSimple(Array(other.bare.utf8)) {
            return false
        }
        guard let theirs = other.modifierParts else { return false }
        guard let own = modifierParts else { return true }
        if own.word == theirs.word { return own.number > theirs.number }
        let ranks = ["rc": 3, "beta": 2, "b": 2, "alpha": 1, "a": 1, "dev": 0, "d": 0]
        guard let left = ranks[own.word], let right = ranks[theirs.word] else { return false }
        return left > right
    }
}

/// The ways in which versions are written.
enum VersionForms {
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
    }

    private static func sections(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
    }

    static func isBuild(_ bytes: [UInt8]) -> Bool { !bytes.isEmpty && bytes.allSatisfy(isDigit) }

    static func isSimple(_ bytes: [UInt8]) -> Bool {
        let sections = sections(bytes)
        return sections.count > 1 && sections.allSatisfy { isBuild($0) }
    }

    static func isHexadecimal(_ bytes: [UInt8]) -> Bool {
        bytes.count > 2 && bytes.starts(with: "0x".utf8)
            && bytes.dropFirst(2).allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
    }

    /// A year of two or four digits, up to three more numbers, and a word that ends in a digit.
    static func isCalendar(_ bytes: [UInt8]) -> Bool {
        let sections = sections(bytes)
        guard (2...4).contains(sections.count), sections[0].count == 2 || sections[0].count == 4,
            isBuild(sections[0])
        else {
            return false
        }
        for (place, section) in sections.enumerated().dropFirst() {
            let digits = section.prefix(while: isDigit)
            if digits.count == section.count {
                guard (1...2).contains(digits.count) || place == sections.count - 1, !digits.isEmpty else {
                    return false
                }
                continue
            }
            guard place == sections.count - 1, place > 1 || !digits.isEmpty, section.allSatisfy(isWord),
                section.last.map(isDigit) == true
            else { return false }
        }
        return true
    }

    /// What follows the hyphen of a semantic version, empty where there is none; nil where it is no such version.
    static func semanticModifier(_ bytes: [UInt8]) -> String? {
        let body = bytes.prefix { $0 != UInt8(ascii: "+") }
        let core = body.prefix { $0 != UInt8(ascii: "-") }
        let numbers = sections(core)
        guard numbers.count == 3, numbers.allSatisfy({ isBuild($0) && ($0.count == 1 || $0[0] != 0x30) })
        else { return nil }
        func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
            sections(bytes).allSatisfy { part in
                !part.isEmpty && part.allSatisfy { isWord($0) && $0 != 0x5F || $0 == UInt8(ascii: "-") }
            }
        }
        if body.count < bytes.count, !isPlain(bytes.dropFirst(body.count + 1)) { return nil }
        guard core.count < body.count else { return "" }
        let modifier = body.dropFirst(core.count + 1)
        return isPlain(modifier) ? String(decoding: modifier, as: UTF8.self) : nil
    }

    /// Numbers with dots, then `b1`, `.post2`, `.dev3` and the like.
    static func isPEP440(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.prefix { $0 != UInt8(ascii: "+") }
        func takeNumber() -> Bool {
            let digits = rest.prefix(while: isDigit)
            guard !digits.isEmpty, digits.count == 1 || digits.first != 0x30 else { return false }
            rest = rest.dropFirst(digits.count)
            return true
        }
        guard takeNumber() else { return false }
        while rest.first == UInt8(ascii: "."), rest.dropFirst().first.map(isDigit) == true {
            rest = rest.dropFirst()
            guard takeNumber() else { return false }
        }
        for words in [
            ["alpha", "beta", "preview", "pre", "rc", "a", "b", "c"], ["post", "rev", "r"], ["dev", "d"],
        ] {
            var probe = rest
            if let mark = probe.first, "-_.".utf8.contains(mark) { probe = probe.dropFirst() }
            guard let word = words.first(where: { probe.starts(with: $0.utf8) }) else { continue }
            let saved = rest
            rest = probe.dropFirst(word.utf8.count)
            if !takeNumber() { rest = saved }
        }
        return rest.isEmpty
    }

    /// A word with a number, after at most a digit or digits with a hyphen: `0b1`, `beta.2`, `1-rc3`.
    static func modifier(_ text: String) -> (word: String, rest: String, number: Int)? {
        var bytes = Array(text.utf8)[...]
        let digits = bytes.prefix(while: isDigit)
        if digits.count > 0 {
            let hasHyphen = bytes.dropFirst(digits.count).first == UInt8(ascii: "-")
            guard hasHyphen || digits.count == 1 else { return nil }
            bytes = bytes.dropFirst(digits.count + (hasHyphen ? 1 : 0))
        }
        let word = bytes.prefix { (0x61...0x7A).contains($0) }
        guard !word.isEmpty else { return nil }
        let rest = bytes.dropFirst(word.count)
        let number = rest.first == UInt8(ascii: ".") ? rest.dropFirst() : rest
        guard number.allSatisfy(isDigit) else { return nil }
        return (
            String(decoding: word, as: UTF8.self), String(decoding: rest, as: UTF8.self),
            Int(String(decoding: number, as: UTF8.self)) ?? 0
        )
    }
}
