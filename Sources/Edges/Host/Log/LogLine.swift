internal import Values

/// The form of one line.
struct LogLine: Sendable {
    let format: LogFormat
    let style: Log.Style

    /// The line with its end, all control characters escaped.
    func bytes(
        level: LogLevel,
        area: String,
        text: String,
        fields: [(String, String)],
        at instant: Timestamp
    ) -> [UInt8] {
        var line = style == .journal ? "<\(level.priority)>" : ""
        switch format {
        case .text: line += textLine(level, area, text, fields, instant)
        case .json: line += jsonLine(level, area, text, fields, instant)
        }
        return Array(line.utf8) + [UInt8(ascii: "\n")]
    }

    private func textLine(
        _ level: LogLevel,
        _ area: String,
        _ text: String,
        _ fields: [(String, String)],
        _ instant: Timestamp
    ) -> String {
        let name = style == .terminal ? "\(level.colour)\(level.rawValue)\u{1B}[0m" : level.rawValue
        let time = style == .journal ? "" : UTCText.milliseconds(instant) + " "
        var line = "\(time)\(name) \(area): \(Self.escaping(text))"
        for (key, value) in fields { line += " \(key)=\(Self.fieldText(value))" }
        return line
    }

    private func jsonLine(
        _ level: LogLevel,
        _ area: String,
        _ text: String,
        _ fields: [(String, String)],
        _ instant: Timestamp
    ) -> String {
        var object: JSONObject = [
            "time": .string(UTCText.milliseconds(instant)),
            "level": .string(level.rawValue),
            "area": .string(area),
            "message": .string(text),
        ]
        for (key, value) in fields where object[key] == nil { object[key] = .string(value) }
        return JSON.object(object).text
    }

    /// The value, quoted where it would not stand out as one word.
    private static func fieldText(_ value: String) -> String {
        let isWord =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && $0 != "=" && !isControl($0) }
        return isWord ? value : JSON.string(escapingAboveASCII(value)).text
    }

    /// The text with every control character, which could forge a line or move a cursor, as an escape.
    static func escaping(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            default:
                if isControl(scalar) {
                    output += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    output.unicodeScalars.append(scalar)
                }
            }
        }
        return output
    }

    /// JSON's own quoting escapes the ASCII controls; these are the others.
    private static func escapingAboveASCII(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value >= 0x7F && isControl($0) }) else { return text }
        return escaping(text)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
