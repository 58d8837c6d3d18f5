import Host
import JSONReader
import Testing
import Values

/// Recorded traffic of real programs, and of their documented formats, in `Tests/Recordings`.
struct Recording: Sendable, CustomTestStringConvertible {
    let name: String
    /// The instant of `t` = 0, which the times in its payloads agree with.
    let epoch: Double
    /// How much faster it is played to the real broker.
    let speed: Double
    /// Whether the example mapping makes requests of it.
    var isSeen = true

    var testDescription: String { name }
    var path: String { Repository.file("Tests/Recordings/\(name).jsonl") }

    static let all = [
        Recording(name: "homeassistant-real-timer", epoch: 1_796_000_497.7, speed: 4),
        Recording(name: "homeassistant-real-restart-timer", epoch: 1_796_000_855.9, speed: 4),
        Recording(name: "homeassistant-real-media", epoch: 1_796_000_521.3, speed: 4),
        Recording(name: "homeassistant-real-webhook", epoch: 1_796_000_604.7, speed: 4),
        Recording(name: "homeassistant-real-retained-snapshot", epoch: 1_796_000_659, speed: 4),
        Recording(name: "homeassistant-real-retained-after-restart", epoch: 1_796_000_867, speed: 4),
        Recording(name: "homeassistant-discovery", epoch: 1_772_474_400, speed: 20, isSeen: false),
        Recording(name: "homeassistant-statestream-spotify", epoch: 1_772_474_400, speed: 40),
        Recording(name: "music-assistant-statestream", epoch: 1_772_474_400, speed: 40),
        Recording(name: "alarmo", epoch: 1_772_474_400, speed: 100),
        Recording(name: "zigbee2mqtt", epoch: 1_772_474_400, speed: 200),
    ]

    struct Line: Sendable {
        var time: Double
        var topic: String
        var payload: [UInt8]
        var isRetained: Bool
        var qos: Int
        /// Whether the broker had it before.
        var isStored: Bool
    }

    /// The messages, each time stamp in their texts moved by `shift` seconds.
    func lines(movedBy shift: Double) throws -> [Line] {
        try Files.read(path).split(separator: UInt8(ascii: "\n")).map { bytes in
            let json = try JSONReader.read(Array(bytes))
            let time = json["t"]?.doubleValue ?? 0
            let isRetained = json["retain"]?.boolValue ?? false
            let text = json["payload"]?.stringValue ?? ""
            return Line(
                time: time,
                topic: json["topic"]?.stringValue ?? "",
                payload: Array(Self.moving(text, by: shift).utf8),
                isRetained: isRetained,
                qos: json["qos"]?.intValue ?? 0,
                isStored: json["stored"]?.boolValue ?? (isRetained && time == 0)
            )
        }
    }

    private static func moving(_ text: String, by shift: Double) -> String {
        let instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/
        return text.replacing(instant) { match in
            guard let time = Timestamp(rfc3339: String(match.output.0)) else { return String(match.output.0) }
            return (time + .microseconds(Int64(shift * 1_000_000))).rfc3339
        }
    }
}
