import Glibc
import Host
import MQTTLink
import TestSupport
import Testing
import Values

/// A link under test with all that it told.
private final class TestLink: Sendable {
    let events = Recorder<MQTTLinkEvent>()
    let link: MQTTLink

    init(
        port: Int,
        subscriptions: [MQTTSubscription] = [],
        change: (inout MQTTLinkSettings) -> Void = { _ in }
    ) throws {
        var settings = MQTTLinkSettings(
            host: "127.0.0.1",
            port: port,
            clientID: "test-\(UInt32.random(in: 0 ... .max))",
            retryFirst: .milliseconds(50),
            retryLast: .milliseconds(400)
        )
        change(&settings)
        let events = events
        self.link = try MQTTLink(settings: settings, subscriptions: subscriptions) { events.append($0) }
    }

    deinit {
        link.stop()
    }

    var messages: [MQTTMessage] {
        events.all.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    var disconnects: [MQTTDisconnect] {
        events.all.compactMap { if case .disconnected(let why) = $0 { why } else { nil } }
    }

    func count(of event: MQTTLinkEvent) -> Int { events.all.count { $0 == event } }

    func isSubscribed(times: Int = 1) async -> Bool {
        await eventually { count(of: .subscribed) >= times }
    }

    func outcome(of id: UInt64) async -> MQTTLinkEvent? {
        await events.first { event in
            switch event {
            case .published(id, _), .publishFailed(id, _): event
            default: nil
            }
        }
    }
}

private func filter(_ text: String, qos: Int = 0) throws -> MQTTSubscription {
    MQTTSubscription(try TopicFilter(text), qos: qos)
}

private func publication(_ topic: String, _ text: String, qos: Int = 1, isRetained: Bool = false)
    -> MQTTPublication
{
    MQTTPublication(topic: topic, payload: Array(text.utf8), qos: qos, isRetained: isRetained)
}

private func isFailure(_ event: MQTTLinkEvent?) -> Bool {
    if case .publishFailed? = event { true } else { false }
}

@Suite("MQTT link with a real broker", .timeLimit(.minutes(2)))
struct MQTTLinkTests {
    @Test("It connects, subscribes, and gets what it publishes", arguments: [nil] + MQTTProtocol.allCases)
    func roundTrip(version: MQTTProtocol?) async throws {
        let broker = try Broker()
        let test = try TestLink(port: broker.port, subscriptions: [filter("a/{x}", qos: 1)]) {
            $0.version = version
        }
        #expect(await test.isSubscribed())
        #expect(test.count(of: .connected(version ?? .version5)) == 1)
        test.link.publish(publication("a/b", "ä\0\u{1}"), id: 7, deadline: .seconds(10))
        #expect(await test.outcome(of: 7) == .published(id: 7, isHeard: true))
        #expect(await eventually { test.messages.count == 1 })
        #expect(
            test.messages == [
                MQTTMessage(topic: "a/b", payload: Array("ä\0\u{1}".utf8), isRetained: false, qos: 1)
            ]
        )
        #expect(test.link.stop())
    }

    @Test("A broker that says that nobody listens is passed on")
    func nobodyListens() async throws {
        let broker = try Broker()
        let test = try TestLink(port: broker.port)
        #expect(await test.isSubscribed())
        test.link.publish(publication("nobody/cares", "x"), id: 1, deadline: .seconds(10))
        #expect(await test.outcome(of: 1) == .published(id: 1, isHeard: false))
        test.link.publish(publication("nobody/cares", "x", qos: 0), id: 2, deadline: .seconds(10))
        #expect(await test.outcome(of: 2) == .published(id: 2, isHeard: true))
    }

    @Test("A broker that starts later is found, one that restarts is found again with all subscriptions")
    func restarts() async throws {
        let broker = try Broker(isStarted: false)
        let test = try TestLink(port: broker.port, subscriptions: [filter("a/#"), filter("b")])
        #expect(await eventually { test.disconnects.count >= 3 })
        #expect(test.disconnects.allSatisfy { !$0.wasConnected && $0.cause == .unreachable })
        for round in 1...4 {
            try broker.start()
            #expect(await test.isSubscribed(times: round))
            test.link.publish(publication("b", "\(round)"), id: UInt64(round), deadline: .seconds(10))
            #expect(await eventually { test.messages.last?.payload == Array("\(round)".utf8) })
            if round % 2 == 0 { broker.kill() } else { broker.stop() }
            #expect(await eventually { test.disconnects.count { $0.wasConnected } == round })
        }
    }

    @Test("Retained messages are told from live ones, and come again after a reconnect")
    func retained() async throws {
        let broker = try Broker()
        let writer = try TestLink(port: broker.port)
        #expect(await writer.isSubscribed())
        writer.link.publish(publication("r/1", "old", isRetained: true), id: 1, deadline: .seconds(10))
        #expect(await writer.outcome(of: 1) == .published(id: 1, isHeard: false))
        let reader = try TestLink(port: broker.port, subscriptions: [filter("r/#")])
        #expect(await eventually { reader.messages.count == 1 })
        writer.link.publish(publication("r/1", "new", isRetained: true), id: 2, deadline: .seconds(10))
        #expect(await eventually { reader.messages.count == 2 })
        #expect(reader.messages.map(\.isRetained) == [true, false])
    }

    @Test("A flood of retained messages with QoS 1 arrives whole", arguments: [130, 600])
    func flood(count: Int) async throws {
        let broker = try Broker(options: Broker.Options(lines: ["max_queued_messages 0"]))
        let writer = try TestLink(port: broker.port)
        #expect(await writer.isSubscribed())
        for number in 0..<count {
            let text = publication("flood/\(number)", "\(number)", isRetained: true)
            writer.link.publish(text, id: UInt64(number), deadline: .seconds(30))
        }
        #expect(
            await eventually(within: .seconds(30)) {
                writer.events.all.count { if case .published = $0 { true } else { false } } == count
            }
        )
        for version in MQTTProtocol.allCases {
            let reader = try TestLink(port: broker.port, subscriptions: [filter("flood/+", qos: 1)]) {
                $0.version = version
            }
            #expect(
                await eventually(within: .seconds(30)) { Set(reader.messages.map(\.topic)).count == count }
            )
            #expect(reader.messages.count == count)
        }
    }

    @Test("The set of filters can be changed while connected")
    func change() async throws {
        let broker = try Broker()
        let test = try TestLink(port: broker.port, subscriptions: [filter("a"), filter("b")])
        #expect(await test.isSubscribed())
        test.link.setSubscriptions([try filter("b"), try filter("c")])
        #expect(await test.isSubscribed(times: 2))
        for (id, topic) in ["a", "b", "c"].enumerated() {
            test.link.publish(publication(topic, "x"), id: UInt64(id), deadline: .seconds(10))
        }
        #expect(await test.outcome(of: 2) != nil)
        #expect(await eventually { test.messages.count >= 2 })
        #expect(test.messages.map(\.topic) == ["b", "c"])
        // What is gone stays gone after a reconnect.
        try broker.restart()
        #expect(await test.isSubscribed(times: 3))
        test.link.publish(publication("a", "y"), id: 10, deadline: .seconds(10))
        test.link.publish(publication("c", "y"), id: 11, deadline: .seconds(10))
        #expect(await eventually { test.messages.last?.payload == [0x79] })
        #expect(!test.messages.contains { $0.topic == "a" })
    }

    @Test(
        "Overlapping filters bring each message once, equal ones following each other as often as they were sent",
        arguments: [
            ["a/b/c", "a/+/c", "a/#"], ["a/+/c", "a/b/+"], ["+/b/c", "a/#", "a/b/c"],
            ["a/+/c", "a/b/#", "#"],
            ["a/{x}/c", "a/{y}/c"],
        ],
        [true, false]
    )
    func overlaps(filters: [String], allowsDuplicates: Bool) async throws {
        let lines = ["allow_duplicate_messages \(allowsDuplicates)"]
        let broker = try Broker(options: Broker.Options(lines: lines))
        let writer = try TestLink(port: broker.port)
        #expect(await writer.isSubscribed())
        writer.link.publish(publication("a/b/c", "kept", isRetained: true), id: 1, deadline: .seconds(10))
        #expect(await writer.outcome(of: 1) != nil)
        let test = try TestLink(port: broker.port, subscriptions: filters.map { try filter($0, qos: 1) })
        #expect(await test.isSubscribed())
        #expect(await eventually { test.messages.count >= 1 })
        let payloads = ["x", "x", "y", "x", "x", "x", "end"]
        for (number, text) in payloads.enumerated() {
            writer.link.publish(publication("a/b/c", text), id: UInt64(10 + number), deadline: .seconds(10))
        }
        #expect(await eventually { test.messages.last?.payload == Array("end".utf8) })
        // A copy of the last one would follow it: one more message on another topic comes behind all copies.
        writer.link.publish(publication("a/z/c", "z"), id: 99, deadline: .seconds(10))
        #expect(await writer.outcome(of: 99) != nil)
        let texts = test.messages.filter { $0.topic == "a/b/c" && !$0.isRetained }
        #expect(texts.map { String(decoding: $0.payload, as: UTF8.self) } == payloads)
        #expect(test.messages.count { $0.isRetained } == 1)
    }

    @Test("A publication fails at once without a connection and is never sent later")
    func failFast() async throws {
        let broker = try Broker()
        let reader = try TestLink(port: broker.port, subscriptions: [filter("tap", qos: 1)])
        let test = try TestLink(port: broker.port)
        #expect(await reader.isSubscribed())
        #expect(await test.isSubscribed())
        broker.kill()
        #expect(await eventually { test.disconnects.count >= 1 })
        test.link.publish(publication("tap", "late"), id: 1, deadline: .seconds(60))
        #expect(isFailure(await test.outcome(of: 1)))
        try broker.start()
        #expect(await reader.isSubscribed(times: 2))
        #expect(await test.isSubscribed(times: 2))
        test.link.publish(publication("tap", "now"), id: 2, deadline: .seconds(10))
        #expect(await test.outcome(of: 2) == .published(id: 2, isHeard: true))
        #expect(await eventually { !reader.messages.isEmpty })
        #expect(reader.messages.map { String(decoding: $0.payload, as: UTF8.self) } == ["now"])
    }

    @Test("More publications at once than may be in flight are all acknowledged")
    func manyPublications() async throws {
        let broker = try Broker()
        let test = try TestLink(port: broker.port, subscriptions: [filter("p/+", qos: 1)])
        #expect(await test.isSubscribed())
        for number in 0..<300 {
            test.link.publish(publication("p/\(number)", "x"), id: UInt64(number), deadline: .seconds(30))
        }
        #expect(
            await eventually(within: .seconds(30)) {
                test.events.all.count { if case .published = $0 { true } else { false } } == 300
            }
        )
        #expect(await eventually { test.messages.count == 300 })
    }

    @Test("A payload beyond the limit is counted, not delivered")
    func tooLarge() async throws {
        let broker = try Broker()
        let test = try TestLink(port: broker.port, subscriptions: [filter("big")]) { $0.maxPayload = 1_000 }
        #expect(await test.isSubscribed())
        let writer = try TestLink(port: broker.port)
        #expect(await writer.isSubscribed())
        for (id, count) in [1_001, 2_000_000, 1_000].enumerated() {
            let large = MQTTPublication(topic: "big", payload: [UInt8](repeating: 1, count: count))
            writer.link.publish(large, id: UInt64(id), deadline: .seconds(20))
        }
        #expect(await eventually { test.messages.count == 1 })
        #expect(test.messages.first?.payload.count == 1_000)
        #expect(test.count(of: .dropped(topic: "big", bytes: 1_001)) == 1)
        #expect(test.count(of: .dropped(topic: "big", bytes: 2_000_000)) == 1)
    }

    @Test("A wrong password is told as such, the right one works")
    func login() async throws {
        let broker = try Broker(options: Broker.Options(login: ("bridge", "right")))
        for version in MQTTProtocol.allCases {
            let wrong = try TestLink(port: broker.port) {
                $0.version = version
                $0.username = "bridge"
                $0.password = Secret("wrong")
            }
            #expect(await eventually { wrong.disconnects.count >= 2 })
            #expect(
                wrong.disconnects.allSatisfy { $0.cause == .refusedLogin && $0.retryIn >= .milliseconds(200) }
            )
        }
        let right = try TestLink(port: broker.port) {
            $0.username = "bridge"
            $0.password = Secret("right")
        }
        #expect(await right.isSubscribed())
    }

    @Test("A filter that the broker refuses is told, what it covered comes all the same")
    func refusedFilter() async throws {
        let folder = try TemporaryFolder()
        try Files.write(
            Array("topic read ok/#\ntopic write ok/#\n".utf8),
            to: folder.file("acl"),
            mode: 0o644
        )
        let broker = try Broker(options: Broker.Options(lines: ["acl_file \(folder.file("acl"))"]))
        let test = try TestLink(
            port: broker.port,
            subscriptions: [filter("ok/a"), filter("other/#"), filter("ok/#")]
        )
        #expect(await test.isSubscribed())
        test.link.publish(publication("ok/a", "x"), id: 1, deadline: .seconds(10))
        #expect(await eventually { test.messages.count == 1 })
        test.link.publish(publication("forbidden", "x"), id: 2, deadline: .seconds(10))
        #expect(isFailure(await test.outcome(of: 2)))
    }

    @Test("An old broker that refuses version 5 is spoken to in 3.1.1")
    func oldBroker() async throws {
        let versions = Recorder<UInt8>()
        let server = try #require(
            RawServer { socket in
                guard let packet = socket.receive(), packet.count > 8 else { return }
                versions.append(packet[8])
                if packet[8] == 5 {
                    socket.send([0x20, 0x02, 0x00, 0x01])
                    return
                }
                socket.send([0x20, 0x02, 0x00, 0x00])
                while let more = socket.receive(), !more.isEmpty {}
            }
        )
        let test = try TestLink(port: server.port)
        #expect(await eventually { test.count(of: .connected(.version311)) == 1 })
        #expect(versions.all.prefix(2) == [5, 4])
    }

    @Test("An old broker that closes on version 5 without a word is found, too")
    func silentOldBroker() async throws {
        let server = try #require(
            RawServer { socket in
                guard let packet = socket.receive(), packet.count > 8, packet[8] == 4 else { return }
                socket.send([0x20, 0x02, 0x00, 0x00])
                while let more = socket.receive(), !more.isEmpty {}
            }
        )
        let test = try TestLink(port: server.port)
        #expect(await eventually { test.count(of: .connected(.version311)) == 1 })
    }

    @Test("Garbage from the broker's side ends the connection, never the link")
    func garbage() async throws {
        let connections = Recorder<Int>()
        let server = try #require(
            RawServer { socket in
                _ = socket.receive()
                let round = connections.count
                connections.append(round)
                if round % 2 == 1 { socket.send([0x20, 0x03, 0x00, 0x00, 0x00]) }
                // A property that does not exist.
                if round % 4 == 0 { socket.send([0x20, 0x05, 0x00, 0x00, 0x02, 0x7E, 0x00]) }
                socket.send((0..<200).map { _ in UInt8.random(in: 0...255) })
                if round % 3 == 0 { socket.send([0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) }
                socket.shutDown()
            }
        )
        let test = try TestLink(port: server.port, subscriptions: [filter("#")])
        #expect(await eventually(within: .seconds(30)) { connections.count >= 20 })
        #expect(test.disconnects.count >= 15)
        #expect(test.link.stop())
    }

    @Test("A broker that falls silent is noticed by keep-alive, its publications fail in time")
    func halfOpen() async throws {
        let held = Recorder<RawSocket>()
        let server = try #require(
            RawServer { socket in
                _ = socket.receive()
                socket.send([0x20, 0x03, 0x00, 0x00, 0x00])
                held.append(socket)
            }
        )
        let test = try TestLink(port: server.port) { $0.keepAlive = .seconds(5) }
        #expect(await eventually { test.count(of: .connected(.version5)) == 1 })
        test.link.publish(publication("tap", "x"), id: 1, deadline: .milliseconds(200))
        #expect(isFailure(await test.outcome(of: 1)))
        #expect(await eventually { test.count(of: .connected(.version5)) == 2 })
        #expect(await eventually(within: .seconds(30)) { test.disconnects.count >= 2 })
    }

    @Test(
        "What a broker that hangs was to be told is refused in time, and does not happen when it goes on",
        arguments: MQTTProtocol.allCases
    )
    func hangs(version: MQTTProtocol) async throws {
        let broker = try Broker()
        let device = try TestLink(port: broker.port, subscriptions: [filter("lock/#", qos: 1)])
        #expect(await device.isSubscribed())
        let test = try TestLink(port: broker.port) { $0.version = version }
        #expect(await eventually { test.count(of: .connected(version)) == 1 })
        broker.signal(SIGSTOP)
        test.link.publish(publication("lock/open", "1"), id: 1, deadline: .milliseconds(300))
        test.link.publish(publication("lock/open", "2", qos: 0), id: 2, deadline: .milliseconds(600))
        #expect(isFailure(await test.outcome(of: 1)))
        #expect(isFailure(await test.outcome(of: 2)))
        broker.signal(SIGCONT)
        // Who comes after the broker goes on is heard, and nobody before.
        #expect(await eventually { test.count(of: .connected(version)) == 2 })
        test.link.publish(publication("lock/open", "3"), id: 3, deadline: .seconds(10))
        #expect(await test.outcome(of: 3) == .published(id: 3, isHeard: true))
        #expect(await eventually { !device.messages.isEmpty })
        #expect(device.messages.map { String(decoding: $0.payload, as: UTF8.self) } == ["3"])
    }

    @Test("Two clients with one identifier are told of each other")
    func takenOver() async throws {
        let broker = try Broker()
        let first = try TestLink(port: broker.port) { $0.clientID = "same" }
        let second = try TestLink(port: broker.port) { $0.clientID = "same" }
        #expect(
            await eventually(within: .seconds(10)) {
                (first.events.all + second.events.all).contains { event in
                    if case .sessionTakenOver = event { true } else { false }
                }
            }
        )
    }

    @Test("A broker that says that the session was taken over is believed")
    func toldTakeOver() async throws {
        let server = try #require(
            RawServer { socket in
                _ = socket.receive()
                socket.send([0x20, 0x03, 0x00, 0x00, 0x00, 0xE0, 0x01, 142])
                _ = socket.receive(within: .seconds(2))
            }
        )
        let test = try TestLink(port: server.port)
        #expect(
            await eventually { test.count(of: .sessionTakenOver(isCertain: true)) >= 1 },
            "\(test.disconnects)"
        )
        #expect(test.disconnects.first?.cause == .takenOver)
    }

    @Test("Birth on each connect; the will when it is killed, and as a farewell when it stops")
    func birthAndWill() async throws {
        let broker = try Broker()
        let watcher = try TestLink(port: broker.port, subscriptions: [filter("state", qos: 1)])
        #expect(await watcher.isSubscribed())
        let test = try TestLink(port: broker.port) {
            $0.birth = publication("state", "online", isRetained: true)
            $0.will = publication("state", "offline", isRetained: true)
        }
        #expect(await eventually { watcher.messages.count == 1 })
        #expect(test.link.stop())
        #expect(await eventually { watcher.messages.count == 2 })
        #expect(
            watcher.messages.map { String(decoding: $0.payload, as: UTF8.self) } == ["online", "offline"]
        )
        let count = test.events.count
        test.link.publish(publication("state", "x"), id: 1, deadline: .seconds(1))
        #expect(test.events.count == count)
    }

    @Test("Stopping is bounded wherever the link is")
    func stopping() async throws {
        let port = try #require(LoopbackPort.free())
        let refused = try TestLink(port: port)
        #expect(await eventually { refused.disconnects.count >= 1 })
        #expect(refused.link.stop())
        let held = Recorder<RawSocket>()
        let silent = try #require(RawServer { held.append($0) })
        let waiting = try TestLink(port: silent.port)
        #expect(await eventually { held.count == 1 })
        #expect(waiting.link.stop())
        let unresolved = try TestLink(port: 1) { $0.host = "nowhere.invalid" }
        #expect(await eventually { unresolved.disconnects.count >= 1 })
        #expect(unresolved.disconnects.first?.cause == .unreachable)
        #expect(unresolved.link.stop())
        #expect(try TestLink(port: port).link.stop())
    }

    @Test("TLS where there is none is told as such")
    func noTLS() async throws {
        let broker = try Broker()
        let test = try TestLink(port: broker.port) { $0.tls = MQTTLinkSettings.TLS() }
        #expect(await eventually { test.disconnects.contains { $0.cause == .tls } })
        #expect(test.link.stop())
        let missing = try TestLink(port: broker.port) {
            $0.tls = MQTTLinkSettings.TLS(certificateAuthorities: "/nonexistent/ca.pem")
        }
        #expect(await eventually { missing.disconnects.count >= 1 })
        #expect(missing.disconnects.first.map { $0.cause == .badSettings || $0.cause == .tls } == true)
    }

    @Test("A certificate that is not trusted ends the connection; a trusted one carries messages")
    func tls() async throws {
        let folder = try TemporaryFolder()
        let maker = try ChildProcess(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder.file("key.pem"),
                "-out", folder.file("cert.pem"),
            ]
        )
        #expect(await eventually(within: .seconds(30)) { maker.exitCode == 0 })
        let lines = ["certfile \(folder.file("cert.pem"))", "keyfile \(folder.file("key.pem"))"]
        let broker = try Broker(options: Broker.Options(lines: lines))
        let distrusting = try TestLink(port: broker.port) { $0.tls = MQTTLinkSettings.TLS() }
        #expect(await eventually { distrusting.disconnects.contains { $0.cause == .tls } })
        let trusting = try TestLink(port: broker.port, subscriptions: [filter("a", qos: 1)]) {
            $0.tls = MQTTLinkSettings.TLS(certificateAuthorities: folder.file("cert.pem"))
        }
        #expect(await trusting.isSubscribed())
        for number in 0..<200 {
            trusting.link.publish(publication("a", "\(number)"), id: UInt64(number), deadline: .seconds(20))
        }
        #expect(await eventually { trusting.messages.count == 200 })
    }
}

@Suite("Broker addresses")
struct BrokerURLTests {
    @Test(
        "Addresses are read as people write them",
        arguments: [
            ("mqtt://host", "host", 1_883, false), ("mqtts://host", "host", 8_883, true),
            ("host", "host", 1_883, false),
            ("host:1884", "host", 1_884, false), ("mqtt://[::1]:1885/", "::1", 1_885, false),
            ("::1", "::1", 1_883, false), ("MQTT://Host.local:1", "Host.local", 1, false),
            ("tcp://10.0.0.1:1883", "10.0.0.1", 1_883, false),
        ]
    )
    func reads(text: String, host: String, port: Int, isSecure: Bool) throws {
        let url = try BrokerURL(text)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.isSecure == isSecure)
        #expect(url.username == nil)
    }

    @Test("User and password are decoded")
    func userinfo() throws {
        let url = try BrokerURL("mqtt://us%40er:p%3Ass%2@host:1")
        #expect(url.username == "us@er")
        #expect(url.password?.revealed == "p:ss%2")
        #expect(try BrokerURL("mqtt://user@host").password == nil)
    }

    @Test(
        "What is no address is refused",
        arguments: [
            "", "mqtt://", "http://host", "host:0", "host:70000", "host:x", "mqtt://host/path", "mqtt://[::1",
            "a b",
        ]
    )
    func refuses(text: String) {
        #expect(throws: BrokerURLError.self) { try BrokerURL(text) }
    }
}
