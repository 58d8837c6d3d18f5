import Testing
import Values

/// When a change leaves that comes soon after another request.
struct TimingRow: CustomTestStringConvertible, Sendable {
    let behaviour: String
    let before: String
    let after: String
    /// Seconds after the request before.
    let waits: Double

    var testDescription: String { behaviour }

    static let rows: [TimingRow] = [
        TimingRow(
            behaviour: "a change of structure waits for min_interval",
            before: #"{"template": "generic", "state": "a"}"#,
            after: #"{"template": "generic", "state": "b"}"#,
            waits: 10
        ),
        TimingRow(
            behaviour: "a chart's number waits three times as long",
            before: #"{"template": "timeline", "value": {"in": 20}, "unit": "K"}"#,
            after: #"{"template": "timeline", "value": {"in": 21}, "unit": "K"}"#,
            waits: 30
        ),
        TimingRow(
            behaviour: "a chart's number goes along with a change of structure",
            before: #"{"template": "timeline", "value": {"in": 20}, "unit": "K"}"#,
            after: #"{"template": "timeline", "value": {"in": 21}, "unit": "°C"}"#,
            waits: 10
        ),
        TimingRow(
            behaviour: "a severity does not wait",
            before: #"{"template": "alert", "severity": "info"}"#,
            after: #"{"template": "alert", "severity": "critical"}"#,
            waits: 0.2
        ),
        TimingRow(
            behaviour: "play does not wait",
            before:
                #"{"template": "media", "media_title": "A", "playback_state": "paused", "position_seconds": 5}"#,
            after:
                #"{"template": "media", "media_title": "A", "playback_state": "playing", "position_seconds": 5}"#,
            waits: 0.2
        ),
        TimingRow(
            behaviour: "a seek waits a second",
            before:
                #"{"template": "media", "media_title": "A", "playback_state": "paused", "position_seconds": 5}"#,
            after:
                #"{"template": "media", "media_title": "A", "playback_state": "paused", "position_seconds": 90}"#,
            waits: 1
        ),
        TimingRow(
            behaviour: "another track waits a second",
            before: #"{"template": "media", "media_title": "A", "playback_state": "paused"}"#,
            after: #"{"template": "media", "media_title": "B", "playback_state": "paused"}"#,
            waits: 1
        ),
        TimingRow(
            behaviour: "volume waits for min_interval",
            before: #"{"template": "media", "media_title": "A", "playback_state": "paused", "volume": 0.1}"#,
            after: #"{"template": "media", "media_title": "A", "playback_state": "paused", "volume": 0.2}"#,
            waits: 10
        ),
        TimingRow(
            behaviour: "a window that moves does not wait",
            before: #"{"template": "countdown", "end_date": $t+3600}"#,
            after: #"{"template": "countdown", "end_date": $t+4000}"#,
            waits: 0.2
        ),
        TimingRow(
            behaviour: "a pause does not wait",
            before: #"{"template": "countdown", "end_date": $t+3600}"#,
            after: #"{"template": "countdown", "end_date": $t+3600, "paused": true}"#,
            waits: 0.2
        ),
        TimingRow(
            behaviour: "an error in a log does not wait",
            before: #"{"template": "log", "lines": [{"text": "a", "at": $t}]}"#,
            after: #"{"template": "log", "lines": [{"text": "b", "at": $t, "level": "error"}]}"#,
            waits: 0.2
        ),
    ]
}

@Suite("When a change of a card's content leaves (pushward-api.md section 10)")
struct MergeTimingTests {
    @Test("low and structural changes wait for times of their own", arguments: TimingRow.rows)
    func waits(_ row: TimingRow) throws {
        let before = try MergeRow.json(row.before)
        let after = try MergeRow.json(row.after)
        let rig = try Rig(EchoMapping.card([before, after]))
        rig.say("c", before.text)
        rig.say("go", "on")
        let start = try #require(rig.sent.last?.at)
        rig.pass(0.2)
        rig.forgetSent()
        rig.say("c", after.text)
        rig.pass(120)
        #expect(rig.sent.map { ($0.at - start).inSeconds } == [row.waits])
    }

    @Test("a number that waits goes along with whatever leaves before")
    func alongWith() throws {
        let samples = try ["20", "21", "22"].map {
            try MergeRow.json("{\"template\": \"timeline\", \"value\": {\"in\": \($0)}, \"state\": \"a\"}")
        }
        let rig = try Rig(EchoMapping.card(samples))
        rig.say("c", samples[0].text)
        rig.say("go", "on")
        rig.pass(1)
        rig.forgetSent()
        rig.say("c", samples[1].text)
        rig.pass(14)
        #expect(rig.sent.isEmpty)
        var last = samples[2].objectValue ?? [:]
        last["state"] = "b"
        rig.say("c", JSON.object(last).text)
        rig.pass(120)
        #expect(rig.sent.map(\.body) == [["content": ["state": "b", "value": ["in": 22]]]])
    }
}
