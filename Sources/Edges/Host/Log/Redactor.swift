/// Takes secrets out of texts: those that were registered, and whatever looks like one.
///
/// Looked for are PushWard's keys (`hlk_…`), signing secrets (`whsec_…`), `Bearer …` and `Basic …` credentials and
/// the user part of URLs (`field-reports.md` row 88).
package struct Redactor: Sendable {
    private static let mark = Array("<redacted>".utf8)

    private var secrets: [[UInt8]] = []

    package init() {}

    /// Looks for `secret` from now on; ignored where it is shorter than 4 bytes.
    package mutating func register(_ secret: String) {
        let bytes = Array(secret.utf8)
        guard bytes.count >= 4, !secrets.contains(bytes) else { return }
        secrets.append(bytes)
        // The longest first, so that a secret which begins another leaves no rest of it.
        secrets.sort { $0.count > $1.count }
    }

    /// The text without secrets.
    package func redacting(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var place = 0
        var hasChanged = false
        while place < bytes.count {
            if let found = secret(in: bytes, at: place) {
                output.append(contentsOf: bytes[place..<found.lowerBound])
                output.append(contentsOf: Self.mark)
                place = found.upperBound
                hasChanged = true
            } else {
                output.append(bytes[place])
                place += 1
            }
        }
        return hasChanged ? String(decoding: output, as: UTF8.self) : text
    }

    /// The part to take out of whatever secret starts at `place`.
    private func secret(in bytes: [UInt8], at place: Int) -> Range<Int>? {
        for secret in secrets where Self.has(secret, in: bytes, at: place, ignoringCase: false) {
            return place..<place + secret.count
        }
        switch bytes[place] {
        case UInt8(ascii: "h"):
            return Self.token(after: "hlk_", in: bytes, at: place, isPart: Self.isNamePart)
        case UInt8(ascii: "w"):
            return Self.token(after: "whsec_", in: bytes, at: place, isPart: Self.isBase64)
        case UInt8(ascii: "B"), UInt8(ascii: "b"):
            return Self.token(after: "bearer ", in: bytes, at: place, isPart: Self.isBase64)
                ?? Self.token(after: "basic ", in: bytes, at: place, isPart: Self.isBase64, minCount: 8)
        case UInt8(ascii: ":"): return Self.userinfo(in: bytes, at: place)
        default: return nil
        }
    }

    private static func token(
        after prefix: StaticString,
        in bytes: [UInt8],
        at place: Int,
        isPart: (UInt8) -> Bool,
        minCount: Int = 1
    ) -> Range<Int>? {
        let prefix = Array("\(prefix)".utf8)
        guard has(prefix, in: bytes, at: place, ignoringCase: true) else { return nil }
        let start = place + prefix.count
        let end = bytes[start...].firstIndex { !isPart($0) } ?? bytes.count
        return end - start >= minCount ? start..<end : nil
    }

    /// Between `://` and the last `@` of the authority.
    private static func userinfo(in bytes: [UInt8], at place: Int) -> Range<Int>? {
        guard has(Array("://".utf8), in: bytes, at: place, ignoringCase: false) else { return nil }
        let start = place + 3
        let stops = Array("/?#\"'<> \t\r\n".utf8)
        let end = bytes[start...].firstIndex { stops.contains($0) } ?? bytes.count
        guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start else { return nil }
        return start..<at
    }

    private static func has(_ wanted: [UInt8], in bytes: [UInt8], at place: Int, ignoringCase: Bool) -> Bool {
        guard bytes.count - place >= wanted.count else { return false }
        for offset in wanted.indices {
            var byte = bytes[place + offset]
            if ignoringCase, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte { byte |= 0x20 }
            if byte != wanted[offset] { return false }
        }
        return true
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        isNamePart(byte)
            || [
                UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "."), UInt8(ascii: "~"),
            ]
            .contains(byte)
    }
}
