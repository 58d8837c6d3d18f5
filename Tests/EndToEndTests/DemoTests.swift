import Host
import Testing
import TestSupport

extension EndToEndTests {
    @Suite("The demonstration")
    struct DemoTests {
        @Test("plays its home to the end, both taps come back as messages, and nothing is refused")
        func demo() async throws {
            let arguments = [
                "demo", "--config", Repository.file("config.example.yaml"),
                "--recordings", Repository.file("demo"), "--speed", "150",
            ]
            let result = try await Program.run(arguments, within: .seconds(150))
            #expect(result.code == 0, "\(result.output)")
            #expect(result.output.contains("MQTT  lock/front/set  UNLOCK"), "\(result.output)")
            #expect(result.output.contains("MQTT  pushward/actions/kitchen"), "\(result.output)")
            #expect(result.output.contains("; 0 refused."), "\(result.output)")
        }

        @Test("a signal ends it with all that it started, whatever it is doing", arguments: [false, true])
        func stopped(isStarting: Bool) async throws {
            let folder = try TemporaryFolder()
            let log = folder.file("output")
            let demo = try Program.start(
                [
                    "demo", "--config", Repository.file("config.example.yaml"),
                    "--recordings", Repository.file("demo"), "--speed", "1", "--keep",
                ],
                environment: ["TMPDIR=\(folder.path)"],
                logFile: log
            )
            func output() -> String { (try? Files.readText(log)) ?? "" }
            let wanted = isStarting ? "start on this machine" : "Recorded traffic"
            try #require(await eventually { output().contains(wanted) }, "\(output())")
            demo.send(SIGNAL.terminate)
            #expect(await eventually(within: .seconds(30)) { !demo.isRunning }, "\(output())")
            let left = Files.names(in: "/proc").filter { name in
                guard Int32(name) != nil, let text = try? Files.readText("/proc/\(name)/environ") else {
                    return false
                }
                return text.contains("TMPDIR=\(folder.path)")
            }
            #expect(left == [], "\(output())")
        }
    }
}
