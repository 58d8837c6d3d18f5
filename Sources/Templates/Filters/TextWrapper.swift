/// Breaks a line into lines of a width, as Python's `textwrap` does.
struct TextWrapper {
    let width: Int
    let breaksLongWords: Bool
    let breaksOnHyphens: Bool

    private typealias Chunk = ArraySlice<Unicode.Scalar>

    func wrap(_ line: String) -> [String] {
        var chunks = Array(split(Array(line.unicodeScalars)).reversed())
        var lines: [String] = []
        while !chunks.isEmpty {
            var current: [Chunk] = []
            var length = 0
            if !lines.isEmpty, let last = chunks.last, Self.isBlank(last) { chunks.removeLast() }
            while let next = chunks.last, length + next.count <= width {
                length += next.count
                current.append(chunks.removeLast())
            }
            if let next = chunks.last, next.count > width { breakWord(&chunks, &current, width - length) }
            if let last = current.last, Self.isBlank(last) { current.removeLast() }
            if !current.isEmpty { lines.append(String(String.UnicodeScalarView(current.joined()))) }
        }
        return lines
    }

    private static func isBlank(_ chunk: Chunk) -> Bool { chunk.allSatisfy(TextClass.isSpace) }

    private func breakWord(_ chunks: inout [Chunk], _ current: inout [Chunk], _ room: Int) {
        guard let word = chunks.last else { return }
        if breaksLongWords {
            var end = room
            if breaksOnHyphens, word.count > room {
                let head = word.prefix(room)
                if let hyphen = head.lastIndex(of: "-"), hyphen > word.startIndex,
                    head[..<hyphen].contains(where: { $0 != "-" })
                {
                    end = hyphen - word.startIndex + 1
                }
            }
            current.append(word.prefix(end))
            chunks[chunks.count - 1] = word.dropFirst(end)
        } else if current.isEmpty {
            current.append(chunks.removeLast())
        }
    }

    /// Words, parts of words with hyphens, dashes and white space.
    private func split(_ text: [Unicode.Scalar]) -> [Chunk] {
        var result: [Chunk] = []
        var place = 0
        while place < text.count {
            var end = place + 1
            if Self.isSpace(text[place]) {
                while end < text.count, Self.isSpace(text[end]) { end += 1 }
            } else if breaksOnHyphens, let dash = dashEnd(text, place) {
                end = dash
            } else {
                while end < text.count, !Self.isSpace(text[end]) {
                    if breaksOnHyphens {
                        if isHyphen(text, end) {
                            end += 1
                            break
                        }
                        if dashEnd(text, end) != nil { break }
                    }
                    end += 1
                }
            }
            result.append(text[place..<end])
            place = end
        }
        return result
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || (0x09...0x0D).contains(scalar.value)
    }

    private static func isLetter(_ text: [Unicode.Scalar], _ place: Int) -> Bool {
        guard place >= 0, place < text.count else { return false }
        return TextClass.isWord(text[place]) && !TextClass.isDecimal(text[place])
    }

    /// The end of two or more hyphens between words.
    private func dashEnd(_ text: [Unicode.Scalar], _ place: Int) -> Int? {
        guard place > 0, text[place] == "-" else { return nil }
        let before = text[place - 1]
        guard TextClass.isWord(before) || "!\"'&.,?".unicodeScalars.contains(before) else { return nil }
        var end = place
        while end < text.count, text[end] == "-" { end += 1 }
        guard end - place >= 2, end < text.count, TextClass.isWord(text[end]) else { return nil }
        return end
    }

    /// Whether a word may be parted after the hyphen here.
    private func isHyphen(_ text: [Unicode.Scalar], _ place: Int) -> Bool {
        guard text[place] == "-", Self.isLetter(text, place - 1) else { return false }
        let isAfterWord = Self.isLetter(text, place - 2)
        let isAfterInitial = place >= 3 && text[place - 2] == "-" && Self.isLetter(text, place - 3)
        guard isAfterWord || isAfterInitial, Self.isLetter(text, place + 1) else { return false }
        if Self.isLetter(text, place + 2) { return true }
        return place + 2 < text.count && text[place + 2] == "-" && Self.isLetter(text, place + 3)
    }
}
