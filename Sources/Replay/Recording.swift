package import Values

/// One line of a recording (design section 9).
package struct RecordingLine: Sendable {
    package enum Content: Sendable {
        /// A message, and whether the broker had stored it before the recording began.
        case message(MQTTMessage, isRetain: Bool, isStored: Bool)
        case tap(rule: String, action: String, text: String?)
        case respond(CannedAnswer)
        case restart
        /// Only time passes.
        case pass
    }

    /// Seconds since the start.
    package var time: Double
    package var content: Content

    package init(time: Double, content: Content) {
        self.time = time
        self.content = content
    }
}

/// An answer to give instead of the server's own.
package struct CannedAnswer: Sendable {
    package var method: String
    package var path: String
    package var status: Int
    package var headers: [HTTPRequest.Pair]
    package var body: JSON?
    package var times: Int
}

/// Why a line of a recording cannot be read.
package struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1.
    package var line: Int
    package var message: String

    package var description: String { "line \(line): \(message)" }
}

/// Reads recordings: JSON lines.
package enum RecordingReader {
    /// Reads all lines; empty ones and those that start with `//` are passed over.
    ///
    /// - Throws: `RecordingError` for the first line that makes no sense.
    package static func read(_ bytes: [UInt8], parseJSON: JSONParser) throws(RecordingError)
        -> [RecordingLine]
    {
        var lines: [RecordingLine] = []
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            let text = line.filter { $0 != UInt8(ascii: "\r") }
            guard let first = text.first(where: { $0 != UInt8(ascii: " ") }), first != UInt8(ascii: "/")
            else { continue }
            let json: JSON
            do throws(JSONSyntaxError) {
                json = try parseJSON(Array(text))
            } catch {
                throw RecordingError(line: number + 1, message: "no JSON: \(error.message)")
            }
            guard let time = json["t"]?.doubleValue, time.isFinite, time >= 0, time < 1e9 else {
                throw RecordingError(line: number + 1, message: "`t` must be the seconds since the start")
            }
            lines.append(RecordingLine(time: time, content: try content(json, number + 1)))
        }
        return lines
    }

    private static func content(_ json: JSON, _ line: Int) throws(RecordingError) -> RecordingLine.Content {
        if json["topic"] != nil { return try message(json, line) }
        if let tap = json["tap"] {
            guard let rule = tap["rule"]?.stringValue, let action = tap["action"]?.stringValue else {
                throw RecordingError(line: line, message: "a tap needs `rule` and `action`")
            }
            return .tap(rule: rule, action: action, text: tap["text"]?.stringValue)
        }
        if let respond = json["respond"] { return .respond(try answer(respond, line)) }
        if json["restart"]?.boolValue == true { return .restart }
        return .pass
    }

    private static func message(_ json: JSON, _ line: Int) throws(RecordingError) -> RecordingLine.Content {
        guard let topic = json["topic"]?.stringValue, !topic.isEmpty else {
            throw RecordingError(line: line, message: "`topic` must be a text")
        }
        let payload: [UInt8]
        if let encoded = json["payload_base64"]?.stringValue {
            guard let bytes = Base64URL.bytes(encoded) else {
                throw RecordingError(line: line, message: "`payload_base64` is no base64")
            }
            payload = bytes
        } else if let text = json["payload"]?.stringValue {
            payload = Array(text.utf8)
        } else if let value = json["payload"], !value.isNull {
            payload = value.utf8
        } else {
            payload = []
        }
        let message = MQTTMessage(
            topic: topic,
            payload: payload,
            qos: min(2, max(0, json["qos"]?.intValue ?? 0))
        )
        return .message(
            message,
            isRetain: json["retain"]?.boolValue ?? false,
            isStored: json["stored"]?.boolValue ?? false
        )
    }

    private static func answer(_ json: JSON, _ line: Int) throws(RecordingError) -> CannedAnswer {
        guard let status = json["status"]?.intValue, (100..<600).contains(status) || status == 0 else {
            throw RecordingError(line: line, message: "`respond` needs a `status`, 0 for no answer at all")
        }
        let headers = json["headers"]?.objectValue ?? [:]
        return CannedAnswer(
            method: json["method"]?.stringValue ?? "*",
            path: json["path"]?.stringValue ?? "*",
            status: status,
            headers: headers.map { HTTPRequest.Pair($0.key, $0.value.stringValue ?? $0.value.text) },
            body: json["body"],
            times: max(1, json["times"]?.intValue ?? 1)
        )
    }
}
