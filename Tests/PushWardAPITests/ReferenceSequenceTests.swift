import PushWardAPI
import Simulator
import TestSupport
import Testing
import Values

/// The contents of the reference's rows, one after the other, as patches that the bridge makes of them (section 5.1).
@Suite("Contents that break a rule only by what was stored before")
struct ReferenceSequenceTests {
    static let start = 1_795_023_000

    static let rows = Reference.rows.filter { Reference.steps(of: $0, at: start) != nil }

    private func instant(_ seconds: Double) -> Timestamp {
        Timestamp(unixSeconds: seconds) ?? Timestamp(microseconds: 0)
    }

    @Test("No patch of one content to the next is refused", arguments: rows)
    func sequence(_ row: Row) throws {
        let steps = try #require(Reference.steps(of: row, at: Self.start))
        let slug = try Slug(validating: "a")
        var server = Simulator(configuration: Configuration(plan: .unlimited, requestsPerMinute: nil))
        var believed = JSONObject()
        var now = Double(Self.start)
        for step in steps {
            switch step {
            case .passes(let seconds):
                now += seconds
                server.advance(to: instant(now))
                // The server has ended it by itself; what comes then is a new card, and an anchor that ages is the
                // engine's to renew.
                guard server.stateJSON["activities"]?.arrayValue?.first?["state"] == "ongoing" else { return }
                if seconds > 36_000 { return }
            case .content(let content):
                let name = content["template"]?.stringValue ?? ""
                guard let template = ContentFields.template(named: name) else { return }
                let result = ContentRules.content(of: content, template: template, now: instant(now))
                guard result.isComplete else { continue }
                let patch = ContentRules.patch(from: believed, to: result.content)
                let body: JSONObject = ["state": "ongoing", "content": .object(patch)]
                let answer = server.respond(
                    to: .patchActivity(slug, body: body, upsert: true),
                    at: instant(now)
                )
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(answer.status < 300, "\(JSON.object(patch).text): \(text)")
                believed = StoredContent.normalising(result.content, at: instant(now))
            }
        }
    }
}

extension Simulator {
    /// Carries out a request whose body needs no parsing.
    fileprivate mutating func respond(to request: PushWardRequest, at now: Timestamp) -> HTTPResponse {
        let http = request.httpRequest(host: "", token: Secret(Configuration.defaultToken))
        let body = JSON.object(request.body ?? [:])
        let parser = JSONParser { (_: [UInt8]) throws(JSONSyntaxError) -> JSON in body }
        return respond(to: http, at: now, parseJSON: parser)
    }
}
