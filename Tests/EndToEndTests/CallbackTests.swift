import Crypto
import Host
import Testing
import TestSupport
import Values

extension EndToEndTests {
    /// PushWard's part is played by the tests: the simulated one has no public address and calls nobody.
    @Suite("Callbacks of notifications that are repeated")
    struct CallbackTests {
        private static let rules = """
            notifications:
              leak:
                on: home/leak
                title: Leak
                body: Water
                acknowledge: {}
                actions: [{id: close, title: Close, publish: {topic: valve/set, payload: CLOSE}}]

            """

        private let home: Home
        private let device: Peer
        private let number: Int
        private let target: String

        init() async throws {
            let options = Home.Options(publicURL: "https://taps.example.net")
            let home = try Home(Self.rules, options: options)
            let device = try Peer(port: home.broker.port, listensTo: ["valve/set"])
            (self.home, self.device) = (home, device)
            try #require(await device.isListening())
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("home/leak", "wet")
            try #require(await eventually { home.phone.newestNotification != nil }, "\(home.log)")
            number = try #require(home.phone.newestNotification)
            let sent = try await home.phone.acceptedNotifications().first?["body"]
            let url = try #require(sent?["callback_url"]?.stringValue, "\(home.log)")
            target = try #require(
                url.split(separator: "https://taps.example.net", maxSplits: 1).last.map(String.init)
            )
        }

        /// A callback as section 11.7 of pushward-api.md has it; a test may make one thing about it wrong.
        private struct Call {
            var number: Int
            var type = "notification.acknowledged"
            var status = "acknowledged"
            var id: String?
            var at = SystemClock.now().wall.wholeSeconds
            var key = Phone.token
            /// What is sent instead of what was signed.
            var tampered: String?
            var before: [String] = []

            var body: String {
                let receipt: JSON = [
                    "notification_id": .int(number), "status": .string(status),
                    "acknowledged_by_device": "Hall iPhone", "action_id": "pw_ack",
                ]
                return JSON.object(["type": .string(type), "timestamp": .int(at), "data": receipt]).text
            }

            func headers() throws -> [HTTPRequest.Pair] {
                let id = id ?? "pwr_\(number)"
                let digest = try Digest.sha256.bytes(of: Array(key.utf8))
                let secret = try MessageAuthentication.hmacSHA256(
                    key: digest,
                    message: Array("pushward/callback/v1".utf8)
                )
                let text = Array("\(id).\(at).\(body)".utf8)
                let code = try MessageAuthentication.hmacSHA256(key: secret, message: text)
                let signatures = before + ["v1," + Base64URL.text(code)]
                return [
                    HTTPRequest.Pair("webhook-id", id), HTTPRequest.Pair("webhook-timestamp", String(at)),
                    HTTPRequest.Pair("webhook-signature", signatures.joined(separator: " ")),
                ]
            }
        }

        private func send(_ call: Call, to path: String? = nil) async throws -> Int? {
            let body = Array((call.tampered ?? call.body).utf8)
            let url = home.tapURL + (path ?? target)
            return try await Web.send("POST", url, headers: call.headers(), body: body)?.status
        }

        private func acknowledged() async throws -> Int {
            try await home.metric("pushward_mqtt_receipts_total{status=\"acknowledged\"}")
        }

        /// Sends until the bridge knows the number of what it has sent.
        private func settle(_ call: Call) async throws -> Int? {
            let clock = ContinuousClock()
            let deadline = clock.now + .seconds(15)
            var status = try await send(call)
            while status == 503, clock.now < deadline { status = try await send(call) }
            return status
        }

        @Test("A callback tells that somebody has acknowledged, and the same one again tells nothing")
        func acknowledges() async throws {
            let call = Call(number: number)
            #expect(try await settle(call) == 200)
            #expect(home.log.contains("leak: acknowledged on Hall iPhone"), "\(home.log)")
            #expect(try await send(call) == 200)
            #expect(try await acknowledged() == 1)
        }

        @Test("One of several signatures is enough, as when keys are changed")
        func severalSignatures() async throws {
            let other = "v1," + Base64URL.text(Array(repeating: 7, count: 32))
            #expect(try await settle(Call(number: number, before: ["v1a,xyz", other])) == 200)
        }

        private enum Forgery: CaseIterable {
            case otherKey, otherBody, tooOld, tooNew, otherID, otherNotification

            func apply(to call: inout Call) {
                switch self {
                case .otherKey: call.key = "hlk_another"
                case .otherBody: call.tampered = call.body.replacing("Hall", with: "Evil")
                case .tooOld: call.at -= 330
                case .tooNew: call.at += 330
                case .otherID: call.id = "pwr_\(call.number + 1)"
                case .otherNotification: call.number += 1
                }
            }

            var status: Int {
                switch self {
                case .otherKey, .otherBody, .tooOld, .tooNew: 401
                case .otherID: 400
                case .otherNotification: 410
                }
            }
        }

        @Test("What is not PushWard's, not of now, or not of this notification changes nothing")
        func forged() async throws {
            for forgery in Forgery.allCases {
                var call = Call(number: number)
                forgery.apply(to: &call)
                #expect(try await settle(call) == forgery.status, "\(forgery)")
            }
            let unsigned = try await Web.send(
                "POST",
                home.tapURL + target,
                body: Array(Call(number: number).body.utf8)
            )
            #expect(unsigned?.status == 401)
            #expect(try await acknowledged() == 0)
            #expect(try await settle(Call(number: number)) == 200)
        }

        @Test("A notification that nobody knows any more is answered 410, which ends the callbacks")
        func unknown() async throws {
            #expect(try await send(Call(number: number), to: "/t/pushward.receipt/nothing") == 410)
        }

        @Test(
            "Where PushWard takes no callback, the notification goes out without one, and later ones ask for none"
        )
        func refused() async throws {
            let refusal: JSON = [
                "method": "POST", "path": "/notifications", "status": 400, "times": 1,
                "body": ["code": "notification.invalid", "detail": "this host cannot be called"],
            ]
            try await home.phone.control("POST", "faults", refusal)
            for round in 2...3 {
                let before = home.phone.newestNotification
                await device.publish("home/leak", "wet \(round)")
                #expect(await eventually { home.phone.newestNotification != before }, "\(home.log)")
            }
            let posts = try await home.phone.requests("POST", "/notifications")
            #expect(posts.map { $0["status"] } == [201, 400, 201, 201])
            #expect(posts.map { $0["body"]?["callback_url"] != nil } == [true, true, false, false])
            #expect(posts.allSatisfy { $0["body"]?["acknowledge"] != nil })
        }

        @Test("A kill forgets no notification that a callback may still be about")
        func kill() async throws {
            try #require(await eventually { home.phone.state["held"]?.intValue == 1 }, "\(home.log)")
            home.kill()
            try #require(await home.startAndWait(), "\(home.log)")
            #expect(try await settle(Call(number: number)) == 200)
            #expect(home.log.contains("leak: acknowledged on Hall iPhone"), "\(home.log)")
        }
    }
}
