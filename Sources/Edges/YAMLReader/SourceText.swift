/// A file's text by lines, for looking at what stands around a place.
struct SourceText {
    private let bytes: [UInt8]
    /// Where each line begins.
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(place + 1) }
        self.starts = starts
    }

    var lineCount: Int { starts.count }

    /// The line (from 0) without its end; empty where there is none.
    func line(_ number: Int) -> Substring {
        guard starts.indices.contains(number) else { return "" }
        let end = number + 1 < starts.count ? starts[number + 1] - 1 : bytes.count
        var text = Substring(decoding: bytes[starts[number]..<max(end, starts[number])], as: UTF8.self)
        if text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
        return text
    }

    /// What follows on the line of a place.
    func rest(from place: YAMLEvent.Place) -> Substring.UnicodeScalarView {
        line(place.line).unicodeScalars.dropFirst(place.column)
    }

    /// Whether only spaces and then a comment follow.
    func isFollowedByComment(_ place: YAMLEvent.Place) -> Bool {
        rest(from: place).first { $0 != " " && $0 != "\t" } == "#"
    }

    /// The place of a byte.
    func place(ofByte offset: Int) -> YAMLEvent.Place {
        let line = max(0, (starts.firstIndex { $0 > offset } ?? starts.count) - 1)
        let start = starts[line]
        let before = start < offset ? bytes[start..<min(offset, bytes.count)] : []
        return YAMLEvent.Place(
            line: line,
            column: String(decoding: before, as: UTF8.self).unicodeScalars.count
        )
    }
}
