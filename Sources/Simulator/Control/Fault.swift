import Values

/// A failure that was asked for: the next requests that match get it.
struct Fault: Sendable {
    enum Drop: String, Sendable {
        /// The connection is closed, nothing was done.
        case before
        /// The request is carried out, then the connection is closed.
        case after
    }

    var method: String?
    /// An exact path, or one that leads the request's path.
    var path: String?
    var status: Int?
    var code: String?
    var headers: [HTTPRequest.Pair] = []
    var body: JSON?
    var delay = Duration.zero
    var drop: Drop?
    /// How many requests still get it; nil for all.
    var times: Int? = 1

    static let schema = Schema.object(
        [
            .init("method", .text(1...16)),
            .init("path", .text(1...512)),
            .init("status", .integer(100...599)),
            .init("code", .text(1...128)),
            .init("headers", .map(.string)),
            .init("body", .any),
            .init("delay", .number(0...600)),
            .init("drop", .choice(["before", "after"])),
            .init("times", .nullable(.integer(0...1_000_000))),
        ],
        required: []
    )

    init(_ body: JSONObject) throws(Failure) {
        try Self.schema.checkBody(body)
        method = body.text("method")?.uppercased()
        path = body.text("path")
        code = body.text("code")
        status = body.integer("status") ?? code.flatMap { ProblemStatuses.all[$0] }
        headers = (body["headers"]?.objectValue ?? JSONObject())
            .map { HTTPRequest.Pair($0.key, $0.value.stringValue ?? "") }
        self.body = body["body"]
        delay = .microseconds(Int64((body.number("delay") ?? 0) * 1_000_000))
        drop = body.text("drop").flatMap(Drop.init)
        times = body["times"] == nil ? 1 : body.integer("times")
    }

    func matches(_ call: Call) -> Bool {
        if let method, method != call.method { return false }
        guard let path else { return true }
        let stem = path.hasSuffix("*") ? String(path.dropLast()) : path
        return call.path == path
            || call.path.hasPrefix(stem.hasSuffix("/") || stem != path ? stem : stem + "/")
    }

    /// The answer instead of the server's own, or nil where the request is carried out.
    func answer(_ path: String) -> HTTPResponse? {
        if drop == .before { return HTTPResponse(status: 502) }
        guard let status, drop == nil else { return nil }
        var failure = Failure(status, code, "a fault that was asked for")
        // Header and body of one answer say the same; one that was asked for may say nonsense in its header alone.
        if headers.value(named: "Retry-After") == nil {
            failure.retryAfter = code.flatMap { ProblemStatuses.retryAfter[$0] }.map { .seconds($0) }
        }
        var response = failure.response(instance: path)
        if status < 400 {
            response = HTTPResponse(status: status, headers: [.init("Content-Type", "application/json")])
        }
        switch body {
        case .string(let text)?:
            response.body = Array(text.utf8)
            response.headers = [.init("Content-Type", "text/html")]
        case let value?: response.body = value.utf8
        case nil: break
        }
        for header in headers {
            response.headers.removeAll { $0.name.lowercased() == header.name.lowercased() }
            response.headers.append(header)
        }
        return response
    }

    /// What the request log says of it.
    var note: String {
        if let drop { return "fault: dropped \(drop.rawValue)" }
        return status == nil ? "fault: delayed" : "fault"
    }
}

extension Simulator {
    /// The first fault that matches; its count goes down.
    mutating func takeFault(for call: Call) -> Fault? {
        guard let place = faults.firstIndex(where: { $0.matches(call) }) else { return nil }
        let fault = faults[place]
        if let times = fault.times {
            faults[place].times = times - 1
            if times <= 1 { faults.remove(at: place) }
        }
        return fault
    }
}
