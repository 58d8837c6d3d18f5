/// The system's time zone database and the zone that the machine is set to.
package enum ZoneInfo {
    private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo"]

    /// The zone file's bytes (RFC 8536) for a name such as `Europe/Berlin`, or nil where there is no such zone.
    ///
    /// Names that lead out of the database (`..`, a leading slash) are none.
    package static func read(_ name: String) -> [UInt8]? {
        guard isName(name) else { return nil }
        for folder in folders {
            // A missing folder or zone is no error: the next one may have it.
            if let bytes = try? Files.read("\(folder)/\(name)", maxBytes: 1 << 20),
                bytes.starts(with: Array("TZif".utf8))
            {
                return bytes
            }
        }
        return nil
    }

    /// Whether the text could be a zone's name: letters, digits and `_+-` in levels.
    package static func isName(_ text: String) -> Bool {
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        return levels.allSatisfy { level in
            guard let first = level.utf8.first, first != UInt8(ascii: ".") else { return false }
            return level.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
        }
    }

    /// The name of the machine's zone: `TZ`, else where `/etc/localtime` points to, else `/etc/timezone`, else `UTC`.
    package static func localName(environment: (String) -> String? = Environment.value) -> String {
        if let text = environment("TZ") {
            let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
            if name.isEmpty { return "UTC" }
            if let known = zoneName(name) { return known }
        }
        // The link comes first where both exist and differ: it is what the C library reads.
        if let target = Files.linkTarget("/etc/localtime"), let known = zoneName(target) { return known }
        // No such file on many systems.
        if let text = try? Files.readText("/etc/timezone"),
            let line = text.split(whereSeparator: \.isNewline).first,
            let known = zoneName(String(line).trimmingSpaces)
        {
            return known
        }
        return "UTC"
    }

    /// The zone's name, of a name or of a path that ends in one.
    private static func zoneName(_ text: String) -> String? {
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        let inner = levels.lastIndex(of: "zoneinfo").map { levels[($0 + 1)...].joined(separator: "/") }
        let name = inner ?? text
        return read(name) == nil ? nil : name
    }
}

extension String {
    /// Without the spaces and tabs around it.
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
