import Host
import JSONReader
import Testing
import TestSupport
import Values

extension EndToEndTests {
    @Suite("The command line")
    struct CommandLineTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func file(_ name: String, _ text: String) throws -> String {
            try Files.write(Array(text.utf8), to: folder.file(name))
            return folder.file(name)
        }

        private static let good = """
            version: 1
            mqtt: {url: mqtt://localhost}
            pushward: {token: hlk_x}
            activities:
              lamp:
                inputs: {state: home/lamp}
                start: "{{ state == 'on' }}"
                content: {template: generic, state: "{{ state }}"}

            """

        @Test("The example mapping has no findings")
        func example() async throws {
            let result = try await Program.run(["check", Repository.file("config.example.yaml")])
            #expect(result.code == 0)
            #expect(result.output.contains("no "), "\(result.output)")
            #expect(
                !result.output.contains("error") && !result.output.contains("warning"),
                "\(result.output)"
            )
        }

        @Test(
            "check: 0 for a good mapping, 1 for a bad or missing one, each finding with its place and a hint"
        )
        func check() async throws {
            let good = try file("good.yaml", Self.good)
            #expect(try await Program.run(["check", good]).code == 0)
            #expect(try await Program.run(["check", "--config", good]).code == 0)
            #expect(try await Program.run(["check"], environment: ["PUSHWARD_MQTT_CONFIG=\(good)"]).code == 0)
            let bad = try file("bad.yaml", Self.good.replacing("start:", with: "strat:"))
            let result = try await Program.run(["check", bad])
            #expect(result.code == 1)
            #expect(result.output.contains("bad.yaml:7:5: error: "), "\(result.output)")
            #expect(result.output.contains("    strat: "))
            #expect(result.output.contains("^"))
            #expect(result.output.contains("`start`"), "\(result.output)")
            let missing = try await Program.run(["check", folder.file("none.yaml")])
            #expect(missing.code == 1)
            #expect(missing.output.contains("none.yaml"), "\(missing.output)")
            #expect(try await Program.run(["check", good, bad]).code == 1)
        }

        @Test("check --format json prints an array of findings, empty for a good mapping")
        func checkJSON() async throws {
            let good = try file("good.yaml", Self.good)
            #expect(try await Program.run(["check", "--format", "json", good]).output == "[]\n")
            let bad = try file("bad.yaml", Self.good.replacing("start:", with: "strat:"))
            let result = try await Program.run(["check", "--format=json", bad])
            #expect(result.code == 1)
            let findings = try #require(try JSONReader.read(Array(result.output.utf8)).arrayValue)
            let unknown = try #require(
                findings.first { $0["message"]?.stringValue?.contains("strat") == true }
            )
            #expect(unknown["file"] == .string(bad))
            #expect(unknown["line"] == 7)
            #expect(unknown["column"] == 5)
            #expect(unknown["severity"] == "error")
            #expect(unknown["hint"]?.stringValue?.contains("start") == true)
        }

        @Test(
            "A command line that makes no sense is told with the nearest name and exits 2",
            arguments: [
                ([], "Usage: "), (["chekc"], "did you mean `check`?"), (["fly"], "there is no command `fly`"),
                (["check", "--fromat", "json"], "did you mean --format?"),
                (["check", "--format", "xml"], "--format"), (["check", "--format"], "needs a value"),
                (["run", "extra"], "run:"), (["run", "--speed", "0.1"], "--speed"),
                (["run", "--speed", "fast"], "--speed"),
                (["replay"], "recording"), (["replay", "a", "b"], "one too many"), (["eval"], "template"),
                (["replay", "--epoch", "tomorrow", "/dev/null"], "--epoch"),
                (["eval", "--vars", "[1]", "x"], "--vars"),
                (["simulator", "--port", "99999"], "--port"),
                (["replay", "--why=yes", "x"], "takes no value"),
            ] as [([String], String)]
        )
        func usage(arguments: [String], text: String) async throws {
            var arguments = arguments
            if arguments.first == "replay", arguments.contains("/dev/null") {
                arguments += ["--config", try file("good.yaml", Self.good)]
            }
            let result = try await Program.run(arguments)
            #expect(result.code == 2, "\(result.output)")
            #expect(result.output.contains(text), "\(result.output)")
        }

        @Test(
            "Every command tells what it is for",
            arguments: [[], ["run"], ["check"], ["replay"], ["eval"], ["simulator"], ["demo"]]
        )
        func help(command: [String]) async throws {
            let result = try await Program.run(command + ["--help"])
            #expect(result.code == 0)
            #expect(result.output.hasPrefix("Usage: pushward-mqtt "), "\(result.output)")
            for name in command { #expect(result.output.contains(name)) }
        }

        @Test("run refuses a broken mapping with its findings and exits 1")
        func runBroken() async throws {
            let bad = try file("bad.yaml", Self.good.replacing("template: generic", with: "template: genric"))
            let result = try await Program.run(["run", "--config", bad])
            #expect(result.code == 1)
            #expect(result.output.contains("bad.yaml:8:"), "\(result.output)")
            #expect(result.output.contains("generic"), "\(result.output)")
        }

        @Test("run says what is wrong where its address is taken or its state cannot be kept, and exits 1")
        func runCannot() async throws {
            let broker = try Broker()
            let taken = "taps: {listen: \"127.0.0.1:\(broker.port)\", public_url: https://taps.example.net}\n"
            let state = "state: \(folder.file("state"))\n"
            let first = try await Program.run([
                "run", "--config", try file("taken.yaml", taken + state + Self.good),
            ])
            #expect(first.code == 1)
            #expect(first.output.contains(String(broker.port)), "\(first.output)")
            _ = try file("occupied", "a file")
            let noFolder = "state: \(folder.file("occupied"))/state\n"
            let second = try await Program.run([
                "run", "--config", try file("state.yaml", noFolder + Self.good),
            ])
            #expect(second.code == 1)
            #expect(second.output.contains("occupied"), "\(second.output)")
        }

        @Test(
            "replay prints requests and publishes as JSON lines, decisions with --why, and what the phone shows with --final"
        )
        func replay() async throws {
            let mapping = try file("house.yaml", Self.head + Rules.house)
            let recording = try file(
                "recording.jsonl",
                """
                {"t": 0, "topic": "home/button", "payload": "{\\"action\\":\\"single\\",\\"n\\":1}", "retain": true}
                // a remark
                {"t": 1, "topic": "home/plug", "payload": {"power": 100}}

                {"t": 2, "topic": "home/button", "payload_base64": "eyJhY3Rpb24iOiJzaW5nbGUiLCJuIjoyfQ=="}
                {"t": 3, "tap": {"rule": "washer", "action": "url_action", "text": null}}
                {"t": 4, "restart": true}
                {"t": 5, "respond": {"method": "PATCH", "path": "/activities/washer", "status": 503, "times": 1}}
                {"t": 6, "topic": "home/plug", "payload": "{\\"power\\":400}"}
                {"t": 60}
                {"t": 61, "tap": {"rule": "doorbell", "action": "reply", "text": "hi"}}

                """
            )
            let plain = try await Program.run(
                ["replay", "--config", mapping, "--epoch", "2026-06-01T12:00:00Z", recording]
            )
            #expect(plain.code == 0, "\(plain.output)")
            let lines = try plain.jsonLines.map { try JSONReader.read(Array($0.utf8)) }
            #expect(lines.allSatisfy { $0["request"] != nil || $0["publish"] != nil }, "\(plain.output)")
            #expect(lines.allSatisfy { $0["t"]?.doubleValue != nil })
            let start = try #require(lines.first { $0["request"]?["query"]?["upsert"] == "true" })
            #expect(start["request"]?["method"] == "PATCH")
            #expect(start["request"]?["path"] == "/activities/washer")
            #expect(start["request"]?["body"]?["state"] == "ongoing")
            let publishes = lines.compactMap { $0["publish"] }
            #expect(publishes.map { $0["topic"] } == ["home/plug/set", "hall/tts"])
            #expect(publishes.first?["qos"] == 1)
            #expect(publishes.first?["retain"] == false)
            let notified = lines.filter { $0["request"]?["path"] == "/notifications" }
            #expect(notified.map { $0["request"]?["body"]?["body"] } == ["Press 2"])
            #expect(plain.output.contains("1 × 503"), "\(plain.output)")

            let why = try await Program.run(["replay", "--config", mapping, "--why", "--final", recording])
            let all = try why.jsonLines.map { try JSONReader.read(Array($0.utf8)) }
            #expect(all.contains { $0["why"] != nil })
            let final = try #require(all.last?["final"])
            #expect(final["cards"]?.arrayValue?.first?["content"]?["state"] == "Spinning")
            let again = try await Program.run(
                ["replay", "--config", mapping, "--epoch", "2026-06-01T12:00:00Z", recording]
            )
            #expect(again.output == plain.output, "the same recording gives the same")
        }

        private static let head = """
            version: 1
            mqtt: {url: mqtt://localhost}
            pushward: {token: hlk_x}
            taps: {listen: "127.0.0.1:8787", public_url: https://taps.example.net}

            """

        @Test("replay names the line of a recording that it cannot read")
        func badRecording() async throws {
            let mapping = try file("good.yaml", Self.good)
            for (text, part) in [
                ("{\"t\": 0}\n{\"t\": 1, \n", "line 2"), ("{\"topic\": \"a\"}\n", "`t`"),
                ("{\"t\": 0, \"topic\": \"a\", \"payload_base64\": \"*\"}\n", "base64"),
                ("{\"t\": 0, \"tap\": {}}", "tap"),
            ] {
                let result = try await Program.run(["replay", "--config", mapping, try file("r", text)])
                #expect(result.code == 1)
                #expect(result.output.contains(part), "\(result.output)")
            }
            #expect(try await Program.run(["replay", "--config", mapping, folder.file("none")]).code == 1)
        }

        @Test("eval prints the native result as JSON, and an error with exit 1")
        func eval() async throws {
            for (arguments, result) in [
                (["{{ 1 + 1 }}"], "2"),
                (["{{ value_json.a.b }}", "--payload", #"{"a":{"b":"x"}}"#], "\"x\""),
                (["{{ power > 10 }}", "--vars", #"{"power": 12.5}"#], "true"),
                (
                    ["{{ now().isoformat() }}", "--now", "2026-06-01T12:00:00Z", "--tz", "Europe/Berlin"],
                    "\"2026-06-01T14:00:00+02:00\""
                ),
                (["{{ [1, 'a', none] }}"], "[1,\"a\",null]"), (["plain"], "\"plain\""),
            ] {
                let run = try await Program.run(["eval"] + arguments)
                #expect(run.code == 0)
                #expect(run.output.filter { $0 != " " } == result + "\n", "\(arguments)")
            }
            let failed = try await Program.run(["eval", "{{ 1 + }}"])
            #expect(failed.code == 1)
            #expect(failed.output.hasPrefix("error: "), "\(failed.output)")
        }

        @Test("eval --batch answers each line of its input with a line")
        func evalBatch() async throws {
            let batch = try file(
                "batch.jsonl",
                """
                {"template": "{{ a + 1 }}", "vars": {"a": 1}, "now": "2026-06-01T12:00:00Z", "tz": "UTC"}
                {"template": "{{ nothing.at.all }}", "vars": {}, "now": "2026-06-01T12:00:00Z", "tz": "UTC"}
                no JSON
                {"template": "x{{ a }}", "vars": {"a": "y"}, "now": "2026-06-01T12:00:00Z", "tz": "UTC"}
                """
            )
            let run = try await Program.run(["eval", "--batch", batch])
            let lines = try run.jsonLines.map { try JSONReader.read(Array($0.utf8)) }
            #expect(run.code == 0)
            #expect(lines.count == 4, "\(run.output)")
            #expect(lines.first?["result"] == 2)
            #expect(lines.first?["result_type"] == "int")
            #expect(lines.first?["text"] == "2")
            #expect(
                lines.dropFirst().prefix(2).allSatisfy { $0["error"]?.stringValue != nil },
                "\(run.output)"
            )
            #expect(lines.last?["result"] == "xy")
        }

        @Test("simulator prints its address, serves, and ends with SIGTERM")
        func simulator() async throws {
            let log = folder.file("simulator.log")
            let child = try Program.start(["simulator", "--port", "0"], logFile: log)
            defer { child.kill() }
            let text = { (try? Files.readText(log)) ?? "" }
            #expect(await eventually { text().contains("http://127.0.0.1:") })
            let address = try #require(text().split(separator: " ").last.map { $0.filter { !$0.isNewline } })
            #expect(try await Web.status(address) == 200)
            child.send(SIGNAL.terminate)
            #expect(await eventually { child.exitCode == 0 })
        }
    }
}
