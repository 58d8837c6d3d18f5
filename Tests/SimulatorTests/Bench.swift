import JSONReader
import Simulator
import TestSupport
import Testing
import Values

/// A simulator with a clock that tests move, and requests written in one line.
struct Bench {
    /// 2026-11-18T17:30:00Z, near the times in the worked examples.
    static let start = 1_795_023_000

    var simulator: Simulator
    var now: Double
    var token = Configuration.defaultToken
    /// The address that requests come from, where it matters.
    var source: String?
    /// The answer to the last request.
    var last = HTTPResponse(status: 0)

    init(
        _ configuration: Configuration = Configuration(plan: .unlimited, requestsPerMinute: nil),
        at start: Int = Self.start
    ) {
        simulator = Simulator(configuration: configuration)
        now = Double(start)
    }

    var instant: Timestamp { Timestamp(unixSeconds: now) ?? Timestamp(microseconds: 0) }
    var unix: Int { Int(now) }
    var body: JSON { (try? JSONReader.parser(last.body)) ?? .null }
    var code: String? { body["code"]?.stringValue }
    var state: JSON {
        mutating get {
            simulator.advance(to: instant)
            return simulator.stateJSON
        }
    }

    /// Sends a request such as `PATCH /activities/a?upsert=true {"state":"ongoing"}`, `+60` to let time pass,
    /// or `token hlk_x` to go on with another key.
    ///
    /// `$now` in it, with `+N` or `-N` behind it, stands for Unix seconds.
    @discardableResult
    mutating func send(_ line: String) -> JSON {
        let line = UnixNow.expand(line, at: unix)
        if line.hasPrefix("+") {
            now += Double(line.dropFirst()) ?? 0
            simulator.advance(to: instant)
            return .null
        }
        if line.hasPrefix("token ") {
            token = String(line.dropFirst(6))
            return .null
        }
        let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
        let target = parts.count > 1 ? parts[1] : "/"
        let body = parts.count > 2 ? parts[2] : ""
        return send(parts[0], target, Array(body.utf8))
    }

    @discardableResult
    mutating func send(_ method: String, _ target: String, _ body: [UInt8], type: String? = nil) -> JSON {
        var headers = [HTTPRequest.Pair("Authorization", "Bearer \(token)")]
        if let source { headers.append(HTTPRequest.Pair("X-Forwarded-For", source)) }
        let usual = method == "PATCH" ? "application/merge-patch+json" : "application/json"
        if !body.isEmpty { headers.append(HTTPRequest.Pair("Content-Type", type ?? usual)) }
        let request = HTTPRequest(method: method, target: target, headers: headers, body: body)
        last = simulator.respond(to: request, at: instant, parseJSON: JSONReader.parser)
        return self.body
    }

    /// What the phone shows of an activity.
    mutating func card(_ slug: String) -> JSON? {
        simulator.advance(to: instant)
        return simulator.visibleCard(slug)
    }

    @discardableResult
    mutating func activity(_ slug: String) -> JSON { send("GET /activities/\(slug)") }

    func expand(_ text: String) -> String { UnixNow.expand(text, at: unix) }

    /// What the last answer shows at a path: see `Row.shows`.
    func sight(_ path: String) -> String? {
        if path.hasPrefix("@") { return last.header(String(path.dropFirst())).map { JSON.string($0).text } }
        var value: JSON? = body
        for part in path.split(separator: ".") {
            if let elements = value?.arrayValue {
                if part == "#" { return String(elements.count) }
                value = Int(part).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            } else {
                value = value?[String(part)]
            }
        }
        return value?.text
    }

    /// Sends a row's requests, and holds what comes back against it.
    mutating func carryOut(_ row: Row) {
        for line in row.lines.dropLast() {
            let isRefused = line.hasPrefix("! ")
            let answer = send(isRefused ? String(line.dropFirst(2)) : line)
            #expect((last.status >= 400) == isRefused, "\(line): \(answer.text)")
        }
        let answer = send(row.lines.last ?? "")
        #expect(last.status == row.status, "\(answer.text)")
        #expect(code == row.code, "\(answer.text)")
        for (path, value) in row.shows {
            let seen = sight(path)
            switch value {
            case "*": #expect(seen != nil && seen != "null", "\(path) in \(answer.text)")
            case let value?: #expect(seen == UnixNow.expand(value, at: unix), "\(path) in \(answer.text)")
            case nil: #expect(seen == nil, "\(path) in \(answer.text)")
            }
        }
    }
}

extension String {
    func components(separatedBy needle: String) -> [String] {
        var result: [String] = []
        var rest = self[...]
        while let range = rest.range(of: needle) {
            result.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return result + [String(rest)]
    }
}

extension Substring {
    func range(of needle: String) -> Range<Index>? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(needle) {
                return place..<(index(place, offsetBy: needle.count, limitedBy: endIndex) ?? endIndex)
            }
            place = index(after: place)
        }
        return nil
    }
}
