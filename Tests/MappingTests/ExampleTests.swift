import Mapping
import Templates
import Testing
import Values

@Suite("Examples")
struct ExampleTests {
    private let secrets = ["secrets.yaml": designSecrets]

    @Test("the design's example decodes, but for the rule that needs a recipe")
    func design() {
        let decoded = Decoded(designExample, more: secrets)
        #expect(
            decoded.findings.map(\.description) == [
                "config.yaml:35:5: error: recipes (`use`) are not supported yet (write the parts out here)"
            ]
        )
    }

    @Test("without that rule the design's example has no findings")
    func designWithoutRecipe() throws {
        let lines = designExample.split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.filter { !$0.contains("zone") && !$0.contains("use:") }.joined(separator: "\n")
        let decoded = Decoded(kept, more: secrets)
        #expect(decoded.findings == [])
        let mapping = try #require(decoded.mapping)
        #expect(mapping.mqtt.host == "homeassistant.local")
        #expect(mapping.mqtt.port == 1883)
        #expect(mapping.mqtt.password == Secret("sesame"))
        #expect(mapping.pushward.token == Secret("hlk_0123456789abcdef"))
        #expect(mapping.taps?.listen == ListenAddress(address: "0.0.0.0", port: 8787))
        let washer = try #require(mapping.activities.first)
        #expect(washer.inputs.map(\.name) == ["power", "left"])
        #expect(washer.inputs.map(\.unit) == [nil, .minutes])
        #expect(washer.start.holdFor == .seconds(60))
        #expect(washer.end?.holdFor == .seconds(180))
        #expect(washer.content.fields.map(\.name) == ["icon", "state", "eta", "url_action"])
        #expect(washer.outcomes.map { $0.when == nil } == [false, true])
        #expect(washer.options.dismissAfter == .seconds(1800))
        let doorbell = try #require(mapping.notifications.first)
        #expect(doorbell.cooldown == .seconds(20))
        #expect(doorbell.actions.map(\.id) == ["unlock", "reply"])
        #expect(doorbell.actions.map(\.once) == [true, false])
    }

    @Test("ten mistakes give ten messages, each with its line and column and a hint")
    func ten() {
        let decoded = Decoded(tenMistakes)
        #expect(decoded.mapping == nil)
        #expect(
            decoded.findings.map(\.description) == [
                "config.yaml:4:3: error: unknown key `pasword` in `mqtt` (did you mean `password`?)",
                "config.yaml:10:22: error: `topic`: a wildcard must fill its level, unlike in `plug+`"
                    + " (use `+` for a whole level, or `#` for the rest)",
                "config.yaml:11:14: error: unknown key `tpic` in the input `left` (did you mean `topic`?)",
                "config.yaml:12:23: error: nothing here is called `pwer` (did you mean `power`?)",
                "config.yaml:12:43: error: `for` must be a duration, not `1 min` (write `1m`)",
                "config.yaml:13:15: error: `priority` must be from 0 to 10 (higher ones stay when a sixth card comes)",
                "config.yaml:16:7: error: `severity` belongs to `alert`, not to `generic`"
                    + " (change `template`, or remove it)",
                "config.yaml:20:34: error: there is no filter 'rund' (did you mean 'round'?)",
                "config.yaml:23:5: error: `dismiss_after` stands twice in the activity `washer`, first at line 22, column 5"
                    + " (keep one of the two)",
                "config.yaml:26:20: error: there is no activity `wascher` (did you mean `washer`?)",
            ]
        )
        #expect(decoded.findings.allSatisfy { $0.hint != nil })
    }

    @Test("the example configuration has no findings, with no variable set")
    func configuration() throws {
        let text = try TestFiles.text("../../config.example.yaml")
        let decoded = Decoded(text, file: "config.example.yaml")
        #expect(decoded.findings == [])
        let mapping = try #require(decoded.mapping)
        #expect(mapping.activities.map(\.name) == ["washer", "player", "pizza", "alarm"])
        #expect(mapping.notifications.map(\.name) == ["doorbell", "alarm_triggered", "leak", "wash_done"])
    }
}
