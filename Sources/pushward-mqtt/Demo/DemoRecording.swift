import Host
import JSONReader
import Values

/// Recorded traffic whose times are moved to now.
struct DemoRecording {
    struct Line {
        var time: Double
        var topic: String
        var payload: String
        var isRetained: Bool
        /// A caption to show, or a button to tap, instead of a message.
        var caption: String?
        var tap: JSON?
    }

    var lines: [Line]

    var length: Double { lines.last?.time ?? 0 }

    /// Reads a recording; `@+90@` in a payload stands for the time 90 seconds after the line's own.
    static func read(_ path: String) throws -> DemoRecording {
        var lines: [Line] = []
        for (number, text) in try Files.read(path).split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let json = try? JSONReader.read(Array(text)), let time = json["t"]?.doubleValue else {
                throw DemoError("\(path): line \(number + 1) is no line of a recording")
            }
            lines.append(
                Line(
                    time: time,
                    topic: json["topic"]?.stringValue ?? "",
                    payload: json["payload"]?.stringValue ?? "",
                    isRetained: json["retain"]?.boolValue ?? false,
                    caption: json["caption"]?.stringValue,
                    tap: json["tap"]
                )
            )
        }
        return DemoRecording(lines: lines)
    }

    /// The payload with its times written out as ISO 8601 text.
    static func payload(_ text: String, at now: Timestamp) -> String {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        var result = ""
        for (place, part) in parts.enumerated() {
            if place % 2 == 1, place < parts.count - 1, let seconds = Double(part) {
                result += (now + .seconds(seconds)).rfc3339
            } else {
                result += (place % 2 == 1 ? "@" : "") + part
            }
        }
        return result
    }
}
