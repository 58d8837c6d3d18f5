import TestSupport
import Testing
import Values

extension EndToEndTests {
    /// Taps that come while the daemon is asked to stop: each is answered by what became of it.
    @Suite("Taps at the end")
    struct LastTapTests {
        private let home: Home
        private let device: Peer

        init() async throws {
            let home = try Home(Rules.house)
            let device = try Peer(port: home.broker.port, listensTo: ["home/plug/beep", "hall/#"])
            (self.home, self.device) = (home, device)
            try #require(await device.isListening())
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("home/plug", Rules.power(120), retain: true)
            try #require(await eventually { home.phone.isOngoing("washer") }, "\(home.log)")
        }

        /// What the phone sends for a tap; the status of the answer, nil where there is none.
        private func tap(_ request: (url: String, headers: [HTTPRequest.Pair])) async throws -> Int? {
            try await Web.send("POST", request.url, headers: request.headers, within: .seconds(8))?.status
        }

        private func beep() throws -> (url: String, headers: [HTTPRequest.Pair]) {
            let button = home.phone.card("washer")?["content"]?["secondary_url_action"]
            let headers = button?["headers"]?.objectValue ?? [:]
            return (
                try #require(button?["url"]?.stringValue),
                headers.map { HTTPRequest.Pair($0.key, $0.value.stringValue ?? "") }
            )
        }

        /// Taps while the broker says nothing, and asks the daemon to stop as soon as it publishes.
        private func tapInSilence(then act: () -> Void) async throws -> Int? {
            let beep = try beep()
            home.broker.signal(SIGNAL.stop)
            async let answer = tap(beep)
            #expect(await eventually { home.log.contains("washer: tap: ") }, "\(home.log)")
            home.signal(SIGNAL.terminate)
            #expect(await eventually { home.log.contains("bridge: stopping") }, "\(home.log)")
            act()
            return try await answer
        }

        @Test("A tap that the broker takes after the daemon was asked to stop is answered 200")
        func takenLate() async throws {
            #expect(try await tapInSilence { home.broker.signal(SIGNAL.goOn) } == 200, "\(home.log)")
            #expect(await eventually { device.texts("home/plug/beep") == ["beep"] }, "\(home.log)")
            #expect(await eventually(within: .seconds(5)) { home.exitCode == 0 }, "\(home.log)")
        }

        @Test("A tap that the broker does not take does not keep the daemon from ending, and is answered 503")
        func neverTaken() async throws {
            defer { home.broker.signal(SIGNAL.goOn) }
            #expect(try await tapInSilence {} == 503, "\(home.log)")
            #expect(await eventually(within: .seconds(5)) { home.exitCode == 0 }, "\(home.log)")
        }

        @Test(
            "Whenever the signal comes, 200 says that a tap was published and anything else that it was not"
        )
        func race() async throws {
            let beep = try beep()
            var published = 0
            for round in 0..<6 {
                async let answer = tap(beep)
                for _ in 0..<(round * 20) { await Task.yield() }
                home.signal(SIGNAL.terminate)
                if try await answer == 200 { published += 1 }
                #expect(await eventually { home.exitCode == 0 }, "\(home.log)")
                await device.publish("hall/round", "\(round)")
                #expect(await eventually { device.texts("hall/round").count == round + 1 })
                #expect(device.texts("home/plug/beep").count == published, "\(home.log)")
                try #require(await home.startAndWait(), "\(home.log)")
            }
        }
    }
}
