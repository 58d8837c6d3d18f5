import JSONReader
import Simulator
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

    /// Sends a request such as `PATCH /activities/a?upsert=true {"state":"ongoing"}`, or `+60` to let time pass.
    ///
    /// `$now` in it, with `+N` or `-N` behind it, stands for Unix seconds.
    @discardableResult
    mutating func send(_ line: String) -> JSON {
        let line = expandingNow(line)
        if line.hasPrefix("+") {
            now += Double(line.dropFirst()) ?? 0
            simulator.advance(to: instant)
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

    func expand(_ text: String) -> String { expandingNow(text) }

    private func expandingNow(_ line: String) -> String {
        guard line.contains("$now") else { return line }
        var result = ""
        var pieces = line.components(separatedBy: "$now")[...]
        result += pieces.popFirst() ?? ""
        for piece in pieces {
            let sign = piece.first.map { $0 == "+" || $0 == "-" } ?? false
            let digits = sign ? piece.dropFirst().prefix { $0.isNumber } : ""
            let offset = (Int(digits) ?? 0) * (piece.hasPrefix("-") ? -1 : 1)
            result += String(unix + offset) + piece.dropFirst(digits.isEmpty ? 0 : digits.count + 1)
        }
        return result
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

/// Requests of which the last one must be answered so.
struct Row: CustomTestStringConvertible {
    let rule: String
    let lines: [String]
    let status: Int
    let code: String?

    init(_ rule: String, _ lines: [String], _ status: Int, _ code: String? = nil) {
        self.rule = rule
        self.lines = lines
        self.status = status
        self.code = code
    }

    var testDescription: String { rule }
}
