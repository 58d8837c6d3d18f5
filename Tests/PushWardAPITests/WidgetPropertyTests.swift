import Foundation
import PushWardAPI
import Simulator
import TestSupport
import Testing
import Values

@Suite("A simulated server takes whatever comes out of a widget")
struct WidgetPropertyTests {
    static let start = 1_780_000_000

    /// The first seed, from `PUSHWARD_SEED`, so that a failure can be repeated.
    static let seed = ProcessInfo.processInfo.environment["PUSHWARD_SEED"].flatMap(UInt64.init) ?? 0

    /// A server without quotas.
    private struct Server {
        var simulator = Simulator(configuration: Configuration(plan: .unlimited, requestsPerMinute: nil))

        mutating func send(_ request: PushWardRequest, at now: Timestamp) -> HTTPResponse {
            let http = request.httpRequest(host: "", token: Secret(Configuration.defaultToken))
            let body = JSON.object(request.body ?? [:])
            let parser = JSONParser { (_: [UInt8]) throws(JSONSyntaxError) -> JSON in body }
            return simulator.respond(to: http, at: now, parseJSON: parser)
        }

        var content: JSONObject {
            simulator.stateJSON["widgets"]?.arrayValue?.first?["content"]?.objectValue ?? [:]
        }
    }

    private func instant(_ seconds: Int) -> Timestamp { Timestamp(microseconds: Int64(seconds) * 1_000_000) }

    @Test("One widget after another, of whatever template, each as a patch of the last", arguments: 0..<4)
    func sequences(round: Int) throws {
        let slug = try Slug(validating: "w")
        var patches = 0
        for number in 0..<500 {
            var server = Server()
            var believed: JSONObject?
            var now = Self.start
            for step in 0..<6 {
                let own = Self.seed &+ UInt64((round * 500 + number) * 6 + step)
                var values = RandomValues(seed: own, now: now)
                now += values.pick([1, 60, 4000, 90_000], else: 1)
                let template = try #require(WidgetFields.templates.randomElement(using: &values.generator))
                let fields = values.fields(of: template)
                let result = WidgetRules.content(of: fields, template: template, now: instant(now))
                guard result.isComplete else { continue }
                let request: PushWardRequest
                if let believed {
                    let patch = WidgetRules.patch(from: believed, to: result.content)
                    request = .patchWidget(slug, content: patch)
                    patches += 1
                } else {
                    request = .postWidget(slug, name: "W", content: result.content, staleAfter: 60)
                }
                let response = server.send(request, at: instant(now))
                guard response.status < 300 else {
                    let text = String(decoding: response.body, as: UTF8.self)
                    Issue.record("seed \(own): \(text) for \(JSON.object(request.body ?? [:]).text)")
                    return
                }
                #expect(server.content == result.content, "seed \(own)")
                if server.content != result.content { return }
                #expect(
                    WidgetRules.comparable(server.content, now: instant(now)) == result.content,
                    "seed \(own)"
                )
                believed = result.content
            }
        }
        #expect(patches > 500)
    }

    @Test("Doing it again changes nothing", arguments: WidgetFields.templates.map(\.name))
    func idempotent(name: String) throws {
        let template = try #require(WidgetFields.template(named: name))
        var complete = 0
        for number in 0..<500 {
            var values = RandomValues(seed: Self.seed &+ UInt64(number), now: Self.start)
            let now = instant(Self.start)
            let once = WidgetRules.content(of: values.fields(of: template), template: template, now: now)
            let twice = WidgetRules.content(of: once.content, template: template, now: now)
            #expect(twice.content == once.content, "seed \(number)")
            if twice.content != once.content { return }
            if once.isComplete { complete += 1 }
        }
        #expect(complete > 50)
    }

    @Test("The worked examples go through unchanged", arguments: WidgetExamples.posts)
    func examples(text: String) throws {
        let body = try #require(try parsed(text).objectValue)
        let content = try #require(body["content"]?.objectValue)
        let template = try #require(content["template"]?.stringValue.flatMap(WidgetFields.template(named:)))
        let now = Timestamp(microseconds: 1_794_995_000 * 1_000_000)
        let result = WidgetRules.content(of: content, template: template, now: now)
        #expect(result.content == content)
        #expect(result.dropped.isEmpty && result.remarks.isEmpty && result.isComplete)
        let request = PushWardRequest.postWidget(
            try Slug(validating: body["slug"]?.stringValue ?? ""),
            name: body["name"]?.stringValue ?? "",
            content: result.content,
            staleAfter: body["stale_after"]?.intValue
        )
        #expect(request.body == body)
        var server = Server()
        #expect(server.send(request, at: now).status == 201)
    }
}
