import Values

/// The requests that came in and what they were answered, the newest of them.
struct RequestLog: Sendable {
    static let maxBodyBytes = 65_536

    private let capacity: Int
    private var entries: [JSON] = []
    private var firstNumber = 1

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// The number of the newest entry.
    var last: Int { firstNumber + entries.count - 1 }

    mutating func append(_ call: Call, _ response: HTTPResponse, at now: Timestamp, note: String?) {
        var query = JSONObject()
        for pair in call.query { query[pair.name] = .string(pair.value) }
        var entry: JSONObject = [
            "n": .int(last + 1),
            "time": .string(TimeText.rfc3339(now)),
            "at": .double(now.unixSeconds),
            "method": .string(call.method),
            "path": .string(call.path),
            "query": .object(query),
            "body": Self.readable(call.request.body, call.parseJSON),
            "status": .int(response.status),
        ]
        if response.status >= 400, let problem = try? call.parseJSON(response.body) {
            entry["code"] = problem["code"] ?? .null
            entry["detail"] = problem["detail"] ?? .null
            entry["errors"] = problem["errors"]
        }
        if let note { entry["note"] = .string(note) }
        entries.append(.object(entry))
        // Dropping in batches keeps appending cheap.
        if entries.count > capacity + capacity / 4 {
            let excess = entries.count - capacity
            entries.removeFirst(excess)
            firstNumber += excess
        }
    }

    /// The entries after number `since`.
    func entries(since: Int) -> [JSON] {
        let start = max(0, since >= firstNumber ? since - firstNumber + 1 : 0)
        let kept = entries.dropFirst(start)
        return Array(kept.suffix(capacity))
    }

    private static func readable(_ body: [UInt8], _ parseJSON: JSONParser) -> JSON {
        guard !body.isEmpty else { return .null }
        // A body that is no JSON is shown as its text, so losing the error loses nothing.
        if body.count <= maxBodyBytes, let value = try? parseJSON(body) { return value }
        return .string(String(decoding: body.prefix(maxBodyBytes), as: UTF8.self))
    }
}
