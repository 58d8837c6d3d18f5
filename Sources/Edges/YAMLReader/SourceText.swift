/// A file's text by lines, for looking at what stands around a place.
final class SourceText {
    private let bytes: [UInt8]
    /// Where each line begins, and where it ends without its line break.
    private let lines: [Range<Int>]
    /// The line that was looked at last: one line may hold very many values.
    private var latest: (number: Int, scalars: [Unicode.Scalar])?

    /// Lines end at CR, LF and CR LF.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var lines: [Range<Int>] = []
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var isAfterReturn = false
        for (place, byte) in bytes.enumerated() where place >= start {
            if byte == UInt8(ascii: "\n"), isAfterReturn {
                start = place + 1
            } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                lines.append(start..<place)
                start = place + 1
            }
            isAfterReturn = byte == UInt8(ascii: "\r")
        }
        lines.append(start..<bytes.count)
        self.lines = lines
    }

    var lineCount: Int { lines.count }

    /// The characters of a line (from 0) without its end; none where there is no such line.
    func scalars(_ number: Int) -> [Unicode.Scalar] {
        if let latest, latest.number == number { return latest.scalars }
        guard lines.indices.contains(number) else { return [] }
        let scalars = Array(String(decoding: bytes[lines[number]], as: UTF8.self).unicodeScalars)
        latest = (number, scalars)
        return scalars
    }

    /// What follows on the line of a place.
    func rest(from place: YAMLEvent.Place) -> ArraySlice<Unicode.Scalar> {
        scalars(place.line).dropFirst(place.column)
    }

    /// Whether only spaces and then a comment follow.
    func isFollowedByComment(_ place: YAMLEvent.Place) -> Bool {
        rest(from: place).first { $0 != " " && $0 != "\t" } == "#"
    }

    /// The place of a byte.
    func place(ofByte offset: Int) -> YAMLEvent.Place {
        let line = max(0, (lines.firstIndex { $0.lowerBound > offset } ?? lines.count) - 1)
        let start = lines[line].lowerBound
        let before = start < offset ? bytes[start..<min(offset, bytes.count)] : []
        return YAMLEvent.Place(
            line: line,
            column: String(decoding: before, as: UTF8.self).unicodeScalars.count
        )
    }
}
