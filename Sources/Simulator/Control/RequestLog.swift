import Values

/// The requests that came in and what they were answered, the newest of them.
struct RequestLog: Sendable {
    static let maxBodyBytes = 16_384

    /// What is kept of a request; it is made readable only when somebody reads it.
    private struct Entry: Sendable {
        let at: Timestamp
        let method: String
        let path: String
        let query: [HTTPRequest.Pair]
        let body: [UInt8]
        let status: Int
        /// The problem document, where there is one.
        let problem: [UInt8]
        let note: String?
    }

    private let capacity: Int
    private var entries: [Entry] = []
    private var firstNumber = 1

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// The number of the newest entry.
    var last: Int { firstNumber + entries.count - 1 }

    mutating func append(_ call: Call, _ response: HTTPResponse, at now: Timestamp, note: String?) {
        entries.append(
            Entry(
                at: now,
                method: call.method,
                path: call.path,
                query: call.query,
                body: Array(call.request.body.prefix(Self.maxBodyBytes)),
                status: response.status,
                problem: response.status < 400 ? [] : Array(response.body.prefix(Self.maxBodyBytes)),
                note: note
            )
        )
        // Dropping in batches keeps appending cheap.
        guard entries.count > capacity + capacity / 4 else { return }
        let excess = entries.count - capacity
        entries.removeFirst(excess)
        firstNumber += excess
    }

    /// The entries after number `since`, as JSON.
    func entries(since: Int, parseJSON: JSONParser) -> [JSON] {
        let first = max(since >= firstNumber ? since - firstNumber + 1 : 0, entries.count - capacity)
        return entries.enumerated().dropFirst(first).map { place, entry in
            Self.json(entry, number: firstNumber + place, parseJSON)
        }
    }

    private static func json(_ entry: Entry, number: Int, _ parseJSON: JSONParser) -> JSON {
        var query = JSONObject()
        for pair in entry.query { query[pair.name] = .string(pair.value) }
        var object: JSONObject = [
            "n": .int(number),
            "time": .string(TimeText.rfc3339(entry.at)),
            "at": .double(entry.at.unixSeconds),
            "method": .string(entry.method),
            "path": .string(entry.path),
            "query": .object(query),
            "body": readable(entry.body, parseJSON),
            "status": .int(entry.status),
        ]
        let problem = readable(entry.problem, parseJSON)
        if let code = problem["code"] { object["code"] = code }
        if let detail = problem["detail"] { object["detail"] = detail }
        if let errors = problem["errors"] { object["errors"] = errors }
        if let note = entry.note { object["note"] = .string(note) }
        return .object(object)
    }

    private static func readable(_ body: [UInt8], _ parseJSON: JSONParser) -> JSON {
        guard !body.isEmpty else { return .null }
        // A body that is no JSON is shown as its text, so losing the error loses nothing.
        if let value = try? parseJSON(body) { return value }
        return .string(String(decoding: body, as: UTF8.self))
    }
}
