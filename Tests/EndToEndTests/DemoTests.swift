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
    }
}
