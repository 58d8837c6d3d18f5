/// Terminal escape sequences, such as the colours in a program's output (ECMA-48).
enum EscapeSequences {
    /// The text without them: a sequence goes as a whole, not only the character that begins it.
    static func removed(from text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\u{1B}" || $0 == "\u{9B}" }) else { return text }
        var kept = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{9B}": dropControl(&rest)
            case "\u{1B}":
                switch rest.first {
                case "[":
                    rest.removeFirst()
                    dropControl(&rest)
                case "]":
                    rest.removeFirst()
                    dropString(&rest)
                default:
                    // Two characters, with intermediate ones between them.
                    rest = rest.drop { (0x20...0x2F).contains($0.value) }
                    if let last = rest.first, (0x30...0x7E).contains(last.value) { rest.removeFirst() }
                }
            default: kept.append(scalar)
            }
        }
        return String(kept)
    }

    /// Parameters, intermediate characters and the final one of a control sequence.
    private static func dropControl(_ rest: inout Substring.UnicodeScalarView) {
        rest = rest.drop { (0x20...0x3F).contains($0.value) }
        if let last = rest.first, (0x40...0x7E).contains(last.value) { rest.removeFirst() }
    }

    /// What a system command says, such as a title, up to where it says that it ends; else only what began it.
    private static func dropString(_ rest: inout Substring.UnicodeScalarView) {
        guard let end = rest.firstIndex(where: { $0 == "\u{7}" || $0 == "\u{1B}" }) else { return }
        let isBell = rest[end] == "\u{7}"
        rest = rest[rest.index(after: end)...]
        if !isBell, rest.first == "\\" { rest.removeFirst() }
    }
}
