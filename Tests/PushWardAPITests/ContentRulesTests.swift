import PushWardAPI
import Testing
import Values

@Suite("Rules that bind fields together")
struct ContentRulesTests {
    static let now = 1_780_000_000

    private func complete(_ name: String, _ fields: JSONObject) throws -> CompletedContent {
        let template = try #require(ContentFields.template(named: name))
        return ContentRules.complete(
            fields,
            template: template,
            now: Timestamp(microseconds: Int64(Self.now) * 1_000_000)
        )
    }

    @Test("of too many lines with times the newest go, newest first; without times they stay as they are")
    func newestLines() throws {
        let old: [JSON] = (0..<25).map { ["text": .string("line \($0)"), "at": .int(1_772_474_000 + $0)] }
        let timed = try complete("log", ["lines": .array(old)]).content
        let texts = timed["lines"]?.arrayValue?.compactMap { $0["text"]?.stringValue }
        #expect(texts == (5..<25).reversed().map { "line \($0)" })
        let plain: [JSON] = (0..<25).map { ["text": .string("line \($0)")] }
        let untimed = try complete("log", ["lines": .array(plain)]).content
        #expect(
            untimed["lines"]?.arrayValue?.compactMap { $0["text"]?.stringValue }
                == (0..<20).map { "line \($0)" }
        )
    }

    @Test(
        "an address whose host is a user name to a server is none",
        arguments: [
            "https://h.example\\@evil.example", "https://h.example\\@evil.example/x.png",
            "https://a@h.example",
        ]
    )
    func hiddenUser(address: String) throws {
        let template = try #require(ContentFields.template(named: "media"))
        let image = try #require(template.field("image_url"))
        guard case .invalid = image.kind.coerce(.string(address)) else {
            Issue.record("\(address) is taken")
            return
        }
    }

    @Test(
        "An end lies within five years of now, with some room for clocks",
        arguments: [
            (now + 157_787_400, true), (now + 157_787_401, false), (now - 5, true),
            (now - 157_787_401, false), (0, false),
        ]
    )
    func endDate(end: Int, isKept: Bool) throws {
        #expect((try complete("generic", ["end_date": .int(end)]).content["end_date"] != nil) == isKept)
    }

    @Test(
        "A start lies before the end and less than five minutes ahead",
        arguments: [
            (now - 10, true), (now + 240, true), (now + 241, false), (now + 1000, false), (now + 200, true),
        ]
    )
    func startDate(start: Int, isKept: Bool) throws {
        let result = try complete("generic", ["start_date": .int(start), "end_date": .int(Self.now + 1000)])
        #expect((result.content["start_date"] != nil) == isKept)
    }

    @Test("An end and a duration never go together: the end counts")
    func endAndDuration() throws {
        let result = try complete("generic", ["end_date": .int(Self.now + 60), "duration": "5m"])
        #expect(result.content["duration"] == nil)
        #expect(result.dropped.map(\.field) == ["duration"])
    }

    @Test("Live progress and an alarm need an end", arguments: ["live_progress", "alarm"])
    func needsEnd(name: String) throws {
        #expect(try complete("generic", JSONObject([(name, JSON.bool(true))])).dropped.map(\.field) == [name])
        #expect(
            try complete("generic", JSONObject([(name, JSON.bool(true)), ("duration", "5m")])).content[name]
                == true
        )
        #expect(try complete("generic", JSONObject([(name, JSON.bool(false))])).dropped.isEmpty)
    }

    @Test("A clock that counts up takes nothing of an end, and one that counts down no goal")
    func countUp() throws {
        let fields: JSONObject = [
            "direction": "up", "duration": "5m", "warning_threshold": 5, "completion_message": "x",
            "alarm": true,
            "snooze_seconds": 60, "goal": "90m",
        ]
        let up = try complete("countdown", fields)
        #expect(up.content == ["template": "countdown", "direction": "up", "goal": "90m"])
        #expect(up.isComplete)
        var down = fields
        down["direction"] = nil
        let result = try complete("timer", down)
        #expect(result.dropped.map(\.field) == ["goal"])
        #expect(try complete("countdown", ["state": "x"]).missing == ["end_date"])
    }

    @Test(
        "A gauge's value stays within its bounds",
        arguments: [(-1, 0), (0, 0), (0.04, 0), (65, 65), (65.1, 65), (58.46, 58.5)] as [(JSON, JSON)]
    )
    func gauge(value: JSON, expected: JSON) throws {
        let result = try complete("gauge", ["value": value, "min_value": 0, "max_value": 65, "decimals": 1])
        #expect(result.content["value"] == expected)
    }

    @Test("Bounds of a gauge that are no bounds are missing", arguments: [(5, 5), (6, 5)])
    func gaugeBounds(low: Int, high: Int) throws {
        let result = try complete("gauge", ["value": 5, "min_value": .int(low), "max_value": .int(high)])
        #expect(result.missing == ["min_value", "max_value"])
    }

    @Test("Steps have arrays of their number")
    func steps() throws {
        let result = try complete(
            "steps",
            [
                "total_steps": 3, "current_step": 5, "step_labels": ["A", "B"], "step_rows": [1, 2, 3, 4],
                "step_weights": [0.5], "step_colors": ["red", "", "blue"],
            ]
        )
        #expect(
            result.content == [
                "template": "steps", "total_steps": 3, "current_step": 3, "step_labels": ["A", "B", ""],
                "step_rows": [1, 2, 3], "step_weights": [0.5, 1, 1], "step_colors": ["red", "", "blue"],
            ]
        )
        #expect(
            try complete("steps", ["current_step": 1, "step_labels": ["A", "B"]]).content["total_steps"] == 2
        )
    }

    @Test("A timeline's units, headline and history belong to its series")
    func timeline() throws {
        let result = try complete(
            "timeline",
            [
                "value": ["a": 1.23456, "b": 2], "decimals": 1, "units": ["a": "W", "c": "kW"],
                "primary_series": "c",
                "history": [
                    "a": [
                        ["timestamp": .int(Self.now + 1), "value": 1],
                        ["timestamp": .int(Self.now), "value": 2],
                    ],
                    "c": [],
                ],
            ]
        )
        #expect(result.content["value"] == ["a": 1.2, "b": 2])
        #expect(result.content["units"] == ["a": "W"])
        #expect(result.content["primary_series"] == nil)
        #expect(result.content["history"] == ["a": [["timestamp": .int(Self.now), "value": 2]]])
    }

    @Test(
        "A playhead's time is neither ahead nor old, and never alone",
        arguments: [(0, true), (240, true), (241, false), (-43_080, true), (-43_081, false)]
    )
    func positionAt(offset: Int, isKept: Bool) throws {
        let at = JSON.int(Self.now + offset)
        #expect(try complete("media", ["position_at": at]).content["position_at"] == nil)
        let result = try complete("media", ["position_at": at, "position_seconds": 5])
        #expect((result.content["position_at"] != nil) == isKept)
    }

    @Test("A stream has no length, and no playhead goes beyond the end")
    func mediaLength() throws {
        #expect(try complete("media", ["duration_seconds": 0]).content == ["template": "media"])
        let result = try complete("media", ["duration_seconds": 100, "position_seconds": 120])
        #expect(result.content["position_seconds"] == 100)
    }

    @Test("Answers have different ids, and icons where there are three")
    func approval() throws {
        let two = try complete(
            "approval",
            [
                "options": [
                    ["id": "a", "title": "A"], ["id": "a", "title": "B"], ["id": "c", "title": "C"],
                ],
                "on_expire": "a",
            ]
        )
        #expect(two.content["options"]?.arrayValue?.count == 2)
        #expect(two.dropped.map(\.field) == ["on_expire"])
        let three = try complete(
            "approval",
            [
                "options": [
                    ["id": "a", "title": "A"], ["id": "b", "title": "B", "icon": "x"],
                    ["id": "c", "title": "C"],
                ],
                "on_expire": "none", "end_date": .int(Self.now + 60),
            ]
        )
        #expect(three.content["options"]?.arrayValue?.allSatisfy { $0["icon"] != nil } == true)
        #expect(three.content["on_expire"] == "none")
        #expect(try complete("approval", ["options": [["id": "a", "title": "A"]]]).missing == ["options"])
    }

    @Test("A field that the template does not take is left out with the reason")
    func foreignFields() throws {
        let result = try complete("gauge", ["image_url": "https://example.org/x", "state": "ok"])
        #expect(result.dropped == [.init(field: "image_url", reason: "the template gauge does not take it")])
        #expect(result.missing == ["value", "min_value", "max_value"])
    }

    @Test("A patch is the difference, but a change of template or direction brings everything")
    func patches() {
        let stored: JSONObject = ["template": "alert", "severity": "info", "end_date": 5, "state": "a"]
        #expect(ContentRules.patch(from: stored, to: stored).isEmpty)
        #expect(
            ContentRules.patch(from: stored, to: ["template": "countdown", "end_date": 5, "state": "a"])
                == ["template": "countdown", "end_date": 5, "state": "a", "severity": nil]
        )
        let down: JSONObject = ["template": "countdown", "end_date": 5, "state": "a"]
        let upward: JSONObject = ["template": "countdown", "direction": "up", "start_date": 4, "state": "a"]
        #expect(
            ContentRules.patch(from: down, to: upward)
                == [
                    "template": "countdown", "direction": "up", "start_date": 4, "state": "a",
                    "end_date": nil,
                ]
        )
        let gauge: JSONObject = ["template": "gauge", "value": 1, "min_value": 0, "max_value": 2]
        #expect(ContentRules.patch(from: gauge, to: ["template": "generic"])["progress"] == .null)
    }

    @Test("A duration that goes takes the window with it that the server made of it")
    func durationGone() {
        let stored: JSONObject = ["template": "generic", "duration": "10m", "state": "a"]
        #expect(
            ContentRules.patch(from: stored, to: ["template": "generic", "state": "a"])
                == ["duration": nil, "start_date": nil, "end_date": nil]
        )
        #expect(
            ContentRules.patch(from: stored, to: ["template": "generic", "state": "a", "end_date": 5])
                == ["end_date": 5, "duration": nil, "start_date": nil]
        )
        let longer: JSONObject = ["template": "generic", "duration": "20m", "state": "a"]
        #expect(ContentRules.patch(from: stored, to: longer) == ["duration": "20m"])
    }

    @Test("The budget counts what is pushed and tells what the server leaves out")
    func budget() {
        let lines = JSON.array((0..<20).map { _ in ["text": .string(String(repeating: "x", count: 400))] })
        let log = PayloadBudget.estimateShedding(["template": "log", "lines": lines])
        #expect(log.stored > 8000)
        #expect(log.pushed <= PayloadBudget.contentLimit)
        #expect(!log.isTooLarge)
        let button: JSON = [
            "url": "https://example.org/t", "method": "POST",
            "headers": ["Authorization": .string("Bearer " + String(repeating: "t", count: 700))],
        ]
        let media = PayloadBudget.estimateShedding([
            "template": "media", "image_thumbhash": "QUJD",
            "controls": [
                "extra": [button], "volume_up": button, "volume_down": button, "favorite": button,
                "next": button,
                "play_pause": button,
            ],
        ])
        #expect(media.shed == ["controls.extra", "controls.volume_down", "controls.volume_up"])
        #expect(media.actions > 3000)
    }
}
