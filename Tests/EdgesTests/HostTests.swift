import Foundation
import Glibc
import Host
import TestSupport
import Testing
import Threads
import Values

@Suite("Event queue")
struct EventQueueTests {
    @Test("Events from many threads all arrive, each thread's in order")
    func manyThreads() async throws {
        let queue = EventQueue<(thread: Int, number: Int)>(bound: 50)
        let threads = try (0..<4).map { thread in
            try WorkerThread(name: "producer") {
                for number in 0..<2_000 { _ = queue.offer((thread, number), within: .seconds(20)) }
            }
        }
        var next = [0, 0, 0, 0]
        var total = 0
        while total < 8_000 {
            let batch = queue.next(until: Uptime.now() + .seconds(20))
            if batch.isEmpty { break }
            for event in batch {
                #expect(event.number == next[event.thread])
                next[event.thread] += 1
            }
            total += batch.count
        }
        #expect(total == 8_000)
        for thread in threads { #expect(thread.join(within: .seconds(5))) }
    }

    @Test("A full queue refuses an offer, at once or after its time, and always takes a push")
    func bound() {
        let queue = EventQueue<Int>(bound: 2)
        #expect(queue.offer(1))
        #expect(queue.offer(2))
        #expect(!queue.offer(3))
        #expect(!queue.offer(3, within: .milliseconds(30)))
        queue.push(4)
        #expect(queue.count == 3)
        #expect(queue.next(until: nil, maxCount: 2) == [1, 2])
        #expect(queue.next(until: nil) == [4])
        #expect(queue.offer(5))
    }

    @Test("Nothing comes of an empty queue when the time is over")
    func empty() {
        let queue = EventQueue<Int>(bound: 2)
        #expect(queue.next(until: Uptime.now() + .milliseconds(20)).isEmpty)
        #expect(queue.next(until: .zero).isEmpty)
    }

    @Test("A waiting consumer is woken by an event")
    func wakes() throws {
        let queue = EventQueue<Int>(bound: 2)
        let thread = try WorkerThread(name: "producer") {
            Waiting.pause(.milliseconds(30))
            queue.push(7)
        }
        #expect(queue.next(until: Uptime.now() + .seconds(20)) == [7])
        thread.join(within: .seconds(5))
    }
}

@Suite("Log")
struct LogTests {
    /// What a log writes to a file.
    private func written(
        format: LogFormat = .text,
        style: Log.Style = .plain,
        levels: LogLevels = LogLevels(.trace),
        _ body: (Log) -> Void
    ) throws -> String {
        let folder = try TemporaryFolder()
        let descriptor = open(folder.file("log"), O_CREAT | O_RDWR, 0o600)
        defer { close(descriptor) }
        body(Log(levels: levels, format: format, descriptor: descriptor, style: style))
        return try Files.readText(folder.file("log"))
    }

    @Test("A line has its time, level, area, text and fields")
    func text() throws {
        let line = try written {
            $0.notice("mqtt", "connected", ["host": "localhost", "note": "a \"b\" c", "e": ""])
        }
        #expect(line.hasSuffix("Z notice mqtt: connected host=localhost note=\"a \\\"b\\\" c\" e=\"\"\n"))
        #expect(line.prefix(4) >= "2024")
    }

    @Test("Levels are kept apart by area")
    func levels() throws {
        let levels = LogLevels(.notice, areas: ["mqtt": .trace, "http": .error])
        let text = try written(levels: levels) { log in
            log.debug("engine", "no")
            log.notice("engine", "yes")
            log.trace("mqtt", "yes")
            log.warning("http", "no")
            log.error("http", "yes")
        }
        #expect(text.split(separator: "\n").count == 3)
        #expect(!text.contains("no\n"))
    }

    @Test("journald gets priorities and no time")
    func journal() throws {
        let text = try written(style: .journal) { log in
            log.error("a", "x")
            log.warning("a", "x")
            log.notice("a", "x")
            log.debug("a", "x")
        }
        #expect(text == "<3>error a: x\n<4>warning a: x\n<5>notice a: x\n<7>debug a: x\n")
    }

    @Test("JSON lines are JSON")
    func json() throws {
        let text = try written(format: .json) { $0.notice("mqtt", "line\nbreak", ["host": "a\u{1B}[0m"]) }
        #expect(text.split(separator: "\n").count == 1)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
        #expect(object?["message"] == "line\nbreak")
        #expect(object?["level"] == "notice")
        #expect(object?["host"] == "a\u{1B}[0m")
    }

    @Test("No text can forge a line or move the cursor")
    func controls() throws {
        let text = try written { $0.notice("mqtt", "a\r\n<0>b\u{1B}[2J\u{9B}\u{2028}", ["f": "x\n\u{85}y"]) }
        #expect(text.split(whereSeparator: \.isNewline).count == 1)
        #expect(
            !text.unicodeScalars.dropLast().contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
        )
    }

    @Test(
        "Secrets are taken out",
        arguments: [
            ("key hlk_abc-DEF_123 used", "key hlk_<redacted> used"),
            ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=", "whsec_<redacted>"),
            ("Authorization: Bearer abc.def-ghi", "Authorization: Bearer <redacted>"),
            ("authorization: bearer abc", "authorization: bearer <redacted>"),
            ("Basic dXNlcjpwYXNz", "Basic <redacted>"),
            ("basic idea", "basic idea"),
            ("mqtt://user:p@ss@host:1883/", "mqtt://<redacted>@host:1883/"),
            ("https://host/path?mail=a@b", "https://host/path?mail=a@b"),
            ("the registered one: s3cret!, s3cret!", "the registered one: <redacted>, <redacted>"),
            ("longer: s3cret!-and-more", "longer: <redacted>"),
            ("hlk_", "hlk_"),
            ("hlk_ätsch", "hlk_ätsch"),
        ]
    )
    func redaction(text: String, expected: String) throws {
        let line = try written { log in
            log.register(Secret("s3cret!"))
            log.register(Secret("s3cret!-and-more"))
            log.register(Secret("a"))
            log.notice("test", text, ["field": text])
        }
        #expect(line.contains("test: \(expected) field="))
        #expect(!line.contains("s3cret"))
        #expect(!line.contains("pass"))
    }
}

@Suite("Host")
struct HostTests {
    @Test("A file is replaced as a whole and read back")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("file")
        try Files.write(Array("one".utf8), to: path)
        try Files.write(Array("two".utf8), to: path, mode: 0o600)
        #expect(try Files.readText(path) == "two")
        #expect(Files.names(in: folder.path) == ["file"])
        #expect(throws: FileError.self) { try Files.read(folder.file("none")) }
        #expect(throws: FileError.self) { try Files.read(folder.path) }
        #expect(throws: FileError.self) { try Files.read(path, maxBytes: 2) }
        #expect(throws: FileError.self) { try Files.write([1], to: folder.file("none/file")) }
        try Files.makeFolder(folder.file("a/b/c"))
        #expect(Files.exists(folder.file("a/b/c")))
        #expect(throws: FileError.self) { try Files.makeFolder(folder.file("file/x")) }
    }

    @Test("A child's exit code, signal and output are known")
    func children() async throws {
        let folder = try TemporaryFolder()
        let log = folder.file("log")
        let child = try ChildProcess("sh", ["-c", "echo out; echo err >&2; exit 3"], logFile: log)
        #expect(await eventually { child.exitCode == 3 })
        #expect(try Files.readText(log) == "out\nerr\n")
        let sleeper = try ChildProcess("sleep", ["100"])
        #expect(sleeper.isRunning)
        sleeper.stop()
        #expect(sleeper.exitCode == 128 + SIGTERM)
        let script = "trap '' TERM; echo ready; while :; do sleep 0.05; done"
        let stubborn = try ChildProcess("sh", ["-c", script], logFile: folder.file("ready"))
        #expect(await eventually { (try? Files.readText(folder.file("ready"))) == "ready\n" })
        stubborn.stop(within: .milliseconds(100))
        #expect(stubborn.exitCode == 128 + SIGKILL)
        #expect(throws: FileError.self) { try ChildProcess("/nonexistent/program", []) }
        let environment = try ChildProcess(
            "sh",
            ["-c", "test \"$A\" = b"],
            environment: ["A=b", "PATH=/bin:/usr/bin"]
        )
        #expect(await eventually { environment.exitCode == 0 })
    }

    @Test("A child has no signal blocked even when its parent's thread has")
    func childSignals() throws {
        let thread = Recorder<Int32>()
        // Worker threads block all signals.
        let worker = try WorkerThread(name: "spawner") {
            guard let child = try? ChildProcess("sleep", ["100"]) else { return }
            child.stop(within: .seconds(5))
            thread.append(child.exitCode ?? -1)
        }
        #expect(worker.join(within: .seconds(10)))
        #expect(thread.all == [128 + SIGTERM])
    }

    @Test("systemd is told over path and abstract sockets", arguments: [true, false])
    func notify(isAbstract: Bool) throws {
        let folder = try TemporaryFolder()
        let name =
            isAbstract ? "@pushward-test-\(getpid())-\(UInt32.random(in: 0 ... .max))" : folder.file("notify")
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if isAbstract { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(code == 0)
        let variables = ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "20000000"]
        let manager = ServiceManager(environment: { variables[$0] })
        #expect(manager.watchdogInterval == .seconds(10))
        func received() -> String {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &buffer, buffer.count, Int32(truncatingIfNeeded: MSG_DONTWAIT))
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
        #expect(manager.ready(status: "two\nlines"))
        #expect(received() == "READY=1\nSTATUS=two lines")
        #expect(manager.reloading())
        #expect(received().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(manager.watchdog())
        #expect(received() == "WATCHDOG=1")
        #expect(manager.stopping())
        #expect(received() == "STOPPING=1")
    }

    @Test("Without systemd nothing is told")
    func noNotify() {
        let manager = ServiceManager(environment: { _ in nil })
        #expect(!manager.isPresent)
        #expect(!manager.ready())
        #expect(manager.watchdogInterval == nil)
        #expect(!ServiceManager(environment: { $0 == "NOTIFY_SOCKET" ? "relative" : nil }).ready())
    }

    @Test("Zones are read by name, and only zones")
    func zones() {
        #expect(ZoneInfo.read("Europe/Berlin")?.starts(with: Array("TZif".utf8)) == true)
        for name in [
            "", "Nowhere/Town", "../passwd", "/etc/passwd", "Europe/../Europe/Berlin", "Europe", "zone.tab",
        ] {
            #expect(ZoneInfo.read(name) == nil, "\(name)")
        }
        #expect(ZoneInfo.localName(environment: { $0 == "TZ" ? "Asia/Tokyo" : nil }) == "Asia/Tokyo")
        #expect(
            ZoneInfo.localName(environment: { $0 == "TZ" ? ":/usr/share/zoneinfo/Asia/Tokyo" : nil })
                == "Asia/Tokyo"
        )
        #expect(!ZoneInfo.localName(environment: { _ in nil }).isEmpty)
    }

    @Test("The clocks go forward")
    func clocks() {
        let first = SystemClock.now()
        let second = SystemClock.now()
        #expect(second.uptime >= first.uptime)
        #expect(abs(first.wall.unixSeconds - Date().timeIntervalSince1970) < 60)
    }

    @Test("A free port is free and a taken one is not")
    func ports() throws {
        let port = try #require(LoopbackPort.free())
        #expect(!LoopbackPort.isListening(port))
        let server = try #require(RawServer { _ in })
        #expect(LoopbackPort.isListening(server.port))
    }
}
