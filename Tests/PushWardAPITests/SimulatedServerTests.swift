import PushWardAPI
import Simulator
import TestSupport
import Testing
import Values

@Suite("A simulated server takes whatever comes out")
struct SimulatedServerTests {
    static let start = 1_780_000_000

    /// A server without quotas, and what we believe that it stores.
    private struct Server {
        var simulator = Simulator(configuration: Configuration(plan: .unlimited, requestsPerMinute: nil))

        /// Sends a request whose body needs no parsing.
        mutating func send(_ request: PushWardRequest, at now: Timestamp) -> HTTPResponse {
            var http = request.httpRequest(host: "", token: Secret(Configuration.defaultToken))
            let query = http.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
            if !query.isEmpty { http.target += "?" + query }
            http.query = []
            let body = JSON.object(request.body ?? [:])
            let parser = JSONParser { (_: [UInt8]) throws(JSONSyntaxError) -> JSON in body }
            return simulator.respond(to: http, at: now, parseJSON: parser)
        }

        var activity: JSON? { simulator.stateJSON["activities"]?.arrayValue?.first }
    }

    private func instant(_ seconds: Int) -> Timestamp { Timestamp(microseconds: Int64(seconds) * 1_000_000) }

    @Test("One card after another, of whatever template, each as a patch of the last", arguments: 0..<4)
    func sequences(round: Int) throws {
        let slug = try Slug(validating: "a")
        for seed in 0..<150 {
            var server = Server()
            var believed: JSONObject = [:]
            var now = Self.start
            for step in 0..<6 {
                let own = UInt64((round * 150 + seed) * 6 + step)
                var values = RandomValues(seed: own, now: now)
                now += values.pick([1, 60, 4000], else: 1)
                values = RandomValues(seed: own, now: now)
                let template = try #require(ContentFields.templates.randomElement(using: &values.generator))
                let fields = values.fields(of: template)
                let result = ContentRules.content(of: fields, template: template, now: instant(now))
                guard result.isComplete else { continue }
                let patch = ContentRules.patch(from: believed, to: result.content)
                let body: JSONObject = ["state": "ongoing", "content": .object(patch)]
                let response = server.send(.patchActivity(slug, body: body, upsert: true), at: instant(now))
                guard response.status < 300 else {
                    let text = String(decoding: response.body, as: UTF8.self)
                    Issue.record("seed \(own): \(text) for \(JSON.object(patch).text)")
                    return
                }
                // A countdown whose end has passed is over at once: the server then writes its own texts.
                guard server.activity?["state"] == "ongoing" else { break }
                believed = StoredContent.normalising(result.content, at: instant(now))
            }
        }
    }

    @Test(
        "What a first patch stored is what we believe it did",
        arguments: ContentFields.templates.map(\.name)
    )
    func stored(name: String) throws {
        let template = try #require(ContentFields.template(named: name))
        let slug = try Slug(validating: "a")
        let now = instant(Self.start)
        for seed in 0..<300 {
            var values = RandomValues(seed: UInt64(seed), now: Self.start)
            let result = ContentRules.content(of: values.fields(of: template), template: template, now: now)
            guard result.isComplete else { continue }
            var server = Server()
            let body: JSONObject = ["state": "ongoing", "content": .object(result.content)]
            let response = server.send(.patchActivity(slug, body: body, upsert: true), at: now)
            #expect(response.status == 201, "seed \(seed): \(JSON.object(result.content).text)")
            // The server itself colors a countdown whose warning is due and ends one that is over.
            guard let activity = server.activity, activity["state"] == "ongoing",
                activity["content"]?["warning_pushed"] == nil
            else { continue }
            let read = StoredContent.comparable(activity["content"]?.objectValue ?? [:])
            let sent = StoredContent.comparable(StoredContent.normalising(result.content, at: now))
            #expect(
                read == sent,
                "seed \(seed): \(JSON.object(MergePatch.difference(from: read, to: sent)).text)"
            )
            if read != sent { return }
        }
    }

    @Test("Notifications of whatever fields and actions")
    func notifications() {
        let now = instant(Self.start)
        for seed in 0..<600 {
            var values = RandomValues(seed: UInt64(seed), now: Self.start)
            var fields = JSONObject()
            for field in NotificationFields.fields where field.name != "activity_slug" {
                guard values.chance(0.4) || NotificationFields.required.contains(field.name) else { continue }
                if case .value(let value) = field.kind.coerce(values.value(for: field.kind)) {
                    fields[field.name] = value
                }
            }
            var actions: [JSONObject] = []
            for _ in 0..<values.pick([0, 1, 3, 10, 12], else: 0) {
                var source = JSONObject()
                for field in NotificationFields.actionFields
                where values.chance(0.5) || field.name == "id" || field.name == "title" {
                    source[field.name] = values.value(for: field.kind, junkShare: 0.1)
                }
                if case .value(.object(let action)) = FieldSpec.Kind.action(.notification).coerce(
                    .object(source)
                ) {
                    actions.append(action)
                }
            }
            let result = NotificationRules.complete(fields, actions: actions)
            guard result.isComplete else { continue }
            var server = Server()
            let response = server.send(.postNotification(result.content), at: now)
            guard response.status == 201 else {
                let text = String(decoding: response.body, as: UTF8.self)
                Issue.record("seed \(seed): \(text) for \(JSON.object(result.content).text)")
                return
            }
        }
    }
}
