import Host
import Testing
import TestSupport
import Values

extension EndToEndTests {
    @Suite("The process")
    struct ProcessTests {
        @Test(
            "SIGTERM ends it within five seconds with code 0, and the broker keeps that it is offline",
            arguments: [SIGNAL.terminate, SIGNAL.interrupt]
        )
        func terminate(number: Int32) async throws {
            let home = try Home(Rules.house)
            try #require(await home.startAndWait(), "\(home.log)")
            home.signal(number)
            #expect(await eventually(within: .seconds(5)) { home.exitCode == 0 }, "\(home.log)")
            let late = try Peer(port: home.broker.port, listensTo: ["pushward/bridge/availability"])
            #expect(await eventually { late.texts("pushward/bridge/availability") == ["offline"] })
            #expect(late.received.all.first?.isRetained == true)
        }

        @Test("It ends within five seconds also where neither the broker nor PushWard answers")
        func terminateInSilence() async throws {
            let home = try Home(Rules.house)
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            try await home.phone.control("POST", "faults", ["delay": 60, "times": nil])
            await device.publish("home/plug", Rules.power(100), retain: true)
            #expect(await eventually { home.log.contains("washer: send") }, "\(home.log)")
            home.broker.signal(SIGNAL.stop)
            home.signal(SIGNAL.terminate)
            #expect(await eventually(within: .seconds(5)) { home.exitCode == 0 }, "\(home.log)")
            home.broker.signal(SIGNAL.goOn)
        }

        @Test("What waits in its queue does not keep it from ending")
        func terminateWithBacklog() async throws {
            let home = try Home(Rules.house)
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            try await home.phone.control("POST", "faults", ["delay": 60, "times": nil])
            for number in 0..<9000 {
                device.send("home/plug", Array(Rules.power(100 + Double(number)).utf8))
            }
            // The broker has them all then.
            #expect(await device.publish("home/barrier", "x"))
            home.signal(SIGNAL.terminate)
            #expect(await eventually(within: .seconds(8)) { home.exitCode == 0 }, "\(home.log.suffix(500))")
        }

        @Test("A second signal ends it at once, whatever it waits for")
        func secondSignal() async throws {
            let home = try Home(Rules.house)
            let device = try Peer(port: home.broker.port)
            try #require(await home.startAndWait(), "\(home.log)")
            try await home.phone.control("POST", "faults", ["delay": 60, "times": nil])
            await device.publish("home/plug", Rules.power(100), retain: true)
            #expect(await eventually { home.log.contains("washer: send") }, "\(home.log)")
            home.broker.signal(SIGNAL.stop)
            home.signal(SIGNAL.interrupt)
            #expect(await eventually { home.log.contains("bridge: stopping") })
            #expect(home.isRunning)
            home.signal(SIGNAL.interrupt)
            #expect(await eventually { home.exitCode == 1 }, "\(home.log)")
            home.broker.signal(SIGNAL.goOn)
        }

        @Test("It tells systemd that it is ready when it is subscribed, that it is alive, and that it stops")
        func notify() async throws {
            let folder = try TemporaryFolder()
            let socket = try #require(DatagramSocket(path: folder.file("notify")))
            var options = Home.Options()
            options.startsBroker = false
            options.environment = ["NOTIFY_SOCKET=\(folder.file("notify"))", "WATCHDOG_USEC=600000"]
            let home = try Home(Rules.house, options: options)
            try home.start()
            #expect(await eventually { home.log.contains("not connected to") }, "\(home.log)")
            #expect(!socket.received().contains { $0.contains("READY=1") })
            try home.broker.start()
            #expect(await eventually { socket.received().contains { $0.contains("READY=1") } }, "\(home.log)")
            let beats = { socket.received().filter { $0.contains("WATCHDOG=1") }.count }
            let before = beats()
            #expect(await eventually { beats() >= before + 3 })
            home.signal(SIGNAL.terminate)
            #expect(await eventually { socket.received().contains { $0.contains("STOPPING=1") } })
            #expect(await eventually { home.exitCode == 0 })
        }

        @Test(
            "No secret is ever logged, at whatever level",
            arguments: ["level: trace", "level: trace, format: json"]
        )
        func secrets(log: String) async throws {
            var options = Home.Options()
            options.login = ("bridge", "open-sesame-4711")
            options.log = log
            let home = try Home(Rules.house, options: options)
            let device = try Peer(port: home.broker.port, login: options.login)
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("home/plug", Rules.power(100), retain: true)
            await device.publish("home/button", Rules.press(1))
            try #require(
                await eventually { home.phone.isOngoing("washer") && home.phone.banners.count == 1 },
                "\(home.log)"
            )
            let credentials = credentials(home)
            try #require(credentials.count >= 4)
            #expect(try await home.phone.tap(["slug": "washer", "action": "url_action"]) == 200)
            _ = try await home.phone.tap(["slug": "washer", "action": "url_action"])
            let id = try #require(home.phone.newestNotification)
            let reply: JSON = ["notification": .int(id), "action": "reply", "text": "hello"]
            #expect(try await home.phone.tap(reply) == 200)
            let stolen = [HTTPRequest.Pair("Authorization", "Bearer \(credentials[0])x")]
            _ = try await Web.send("POST", home.tapURL + "/t/washer/url_action", headers: stolen)
            _ = try await Web.send("POST", home.tapURL + "/t/\(credentials[0])/x", headers: stolen)
            // What fails is told, too.
            try await home.phone.control("POST", "faults", ["status": 401, "times": 1])
            await device.publish("home/button", Rules.press(2))
            #expect(await eventually { home.log.contains("refuses the token") }, "\(home.log)")
            home.broker.kill()
            #expect(await eventually { home.log.contains("not connected to") }, "\(home.log)")
            _ = try await home.phone.tap(["slug": "washer", "action": "secondary_url_action"])
            try home.broker.start()
            #expect(await home.isReady())
            home.signal(SIGNAL.terminate)
            #expect(await eventually { home.exitCode == 0 })
            let written = home.log
            #expect(written.count > 200)
            for secret in credentials + [Phone.token, "open-sesame-4711"] {
                #expect(!written.contains(secret), "a secret is in the log")
            }
        }

        /// The credentials of all buttons that the phone shows.
        private func credentials(_ home: Home) -> [String] {
            let card = home.phone.card("washer")?["content"]
            let buttons =
                [card?["url_action"], card?["secondary_url_action"]]
                + (home.phone.banners.first?["actions"]?.arrayValue ?? [])
            return buttons.compactMap { button in
                let header = button?["headers"]?["Authorization"]?.stringValue ?? ""
                return header.hasPrefix("Bearer ") ? String(header.dropFirst(7)) : nil
            }.flatMap { credential in
                // A notification's is its number and the token.
                [credential] + credential.split(separator: ".").dropFirst().map(String.init)
            }
        }
    }
}
