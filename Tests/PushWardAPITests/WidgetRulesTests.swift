import PushWardAPI
import Testing
import Values

@Suite("Rules between the fields of a widget")
struct WidgetRulesTests {
    static let now = Timestamp(microseconds: 1_795_023_000 * 1_000_000)

    private func content(_ template: String, _ fields: JSONObject) throws -> CompletedContent {
        let spec = try #require(WidgetFields.template(named: template))
        return WidgetRules.content(of: fields, template: spec, now: Self.now)
    }

    private func instant(_ seconds: Int) -> JSON {
        .string(Timestamp(microseconds: Int64(1_795_023_000 + seconds) * 1_000_000).rfc3339)
    }

    private func with(_ object: JSONObject, _ key: String, _ value: JSON) -> JSONObject {
        var object = object
        object[key] = value
        return object
    }

    @Test("A template's required fields are missed, one by one")
    func required() throws {
        #expect(try content("value", [:]).isComplete)
        #expect(try content("status", [:]).isComplete)
        #expect(try content("progress", [:]).missing == ["value"])
        #expect(try content("gauge", ["value": 1]).missing == ["min_value", "max_value"])
        #expect(try content("stat_list", [:]).missing == ["stat_rows"])
        #expect(try content("trend", ["value": 1]).missing == ["points"])
        #expect(try content("countdown", [:]).missing == ["end_date"])
        #expect(try content("battery", [:]).missing == ["devices"])
        #expect(try content("schedule", [:]).missing == ["periods"])
        #expect(try content("flow", ["flow": ["inputs": []]]).missing == ["flow"])
    }

    @Test("A reading stays within its gauge")
    func gauge() throws {
        let result = try content("gauge", ["value": 11, "min_value": 0, "max_value": 10])
        #expect(result.content["value"] == 10)
        #expect(result.remarks.count == 1)
        let wrong = try content("gauge", ["value": 1, "min_value": 5, "max_value": 5])
        #expect(wrong.dropped.map(\.field) == ["min_value", "max_value"])
        #expect(!wrong.isComplete)
    }

    @Test("Progress has a share, or both dates")
    func progress() throws {
        let dates: JSONObject = ["start_date": instant(-60), "end_date": instant(60)]
        #expect(try content("progress", dates).content == with(dates, "template", "progress"))
        let half = try content("progress", ["value": 0.5, "end_date": instant(60)])
        #expect(half.content == ["template": "progress", "value": 0.5])
        #expect(half.dropped.map(\.field) == ["end_date"])
        let reversed = try content("progress", ["start_date": instant(60), "end_date": instant(-60)])
        #expect(reversed.missing == ["value"])
    }

    @Test("Dates lie between 2001 and a year from now")
    func dates() throws {
        #expect(try content("countdown", ["end_date": instant(365 * 86_400)]).isComplete)
        #expect(try content("countdown", ["end_date": instant(365 * 86_400 + 1)]).missing == ["end_date"])
        #expect(try content("countdown", ["end_date": "2000-06-01T00:00:00Z"]).missing == ["end_date"])
        #expect(try content("countdown", ["end_date": instant(-5)]).isComplete, "it may be over")
    }

    @Test("The newest 48 points count, and the last is the number")
    func points() throws {
        let long = JSON.array((0..<60).map { .int($0) })
        let result = try content("trend", ["value": 100, "points": long])
        #expect(result.content["points"]?.arrayValue?.count == 48)
        #expect(result.content["points"]?.arrayValue?.first == 12)
        #expect(result.content["points"]?.arrayValue?.last == 100)
        #expect(try content("trend", ["points": [1, 2]]).content["value"] == 2)
    }

    @Test("The batteries that matter are the eight that are sent, in the server's order")
    func devices() throws {
        let all = JSON.array((0..<12).map { ["name": .string("d\($0)"), "level": .int(($0 * 37) % 100)] })
        let sorted = try content("battery", ["devices": all, "device_sort": [["field": "level"]]])
        let levels = (sorted.content["devices"]?.arrayValue ?? []).compactMap { $0["level"]?.intValue }
        #expect(levels == [0, 7, 11, 22, 33, 37, 48, 59])
        let down = try content(
            "battery",
            [
                "devices": [
                    ["name": "b", "level": 5], ["name": "a", "level": 5], ["name": "c", "level": 9],
                ],
                "device_sort": [
                    ["field": "level", "direction": "desc"], ["field": "name"], ["field": "name"],
                ],
            ]
        )
        #expect(down.content["devices"]?.arrayValue?.map { $0["name"] } == ["c", "a", "b"])
        #expect(down.content["device_sort"]?.arrayValue?.count == 2)
    }

    @Test("Periods are put in order, one for each start, with a level on all or on none")
    func periods() throws {
        let result = try content(
            "schedule",
            [
                "periods": [
                    ["start": instant(7200), "value": 2, "level": "CHEAP"],
                    ["start": instant(3600), "value": 1],
                    ["start": instant(7200), "value": 3],
                ]
            ]
        )
        #expect(
            result.content["periods"] == [
                ["start": instant(3600), "value": 1], ["start": instant(7200), "value": 3],
            ]
        )
        #expect(
            try content("schedule", ["periods": [["start": instant(0), "value": 1, "level": "VERY_CHEAP"]]])
                .content["periods"] == [["start": instant(0), "value": 1, "level": "low"]]
        )
    }

    @Test("Of two days in quarters of an hour those from about now on are sent, and the choice moves seldom")
    func window() throws {
        // 96 quarters yesterday noon to today noon, and as many after that.
        let all = JSON.array((0..<192).map { ["start": instant(($0 - 100) * 900), "value": .int($0)] })
        var choices: Set<Int> = []
        for minute in 0..<180 {
            let now = Self.now + .seconds(minute * 60)
            let spec = try #require(WidgetFields.template(named: "schedule"))
            let result = WidgetRules.content(of: ["periods": all], template: spec, now: now)
            let values = (result.content["periods"]?.arrayValue ?? []).compactMap { $0["value"]?.intValue }
            let current = 100 + minute / 15
            #expect(values.count == 48)
            #expect(values.contains(current))
            #expect((values.last ?? 0) - current >= 35)
            choices.insert(values.first ?? 0)
        }
        #expect(choices.count == 2)
    }

    @Test("A change of template takes all along and clears what went away")
    func switching() {
        let stored: JSONObject = ["template": "value", "value": 5, "unit": "W", "label": "House"]
        let wanted: JSONObject = ["template": "status", "label": "House", "severity": "info"]
        #expect(
            WidgetRules.patch(from: stored, to: wanted) == [
                "template": "status", "severity": "info", "value": nil, "unit": nil, "label": "House",
            ]
        )
        #expect(WidgetRules.patch(from: wanted, to: wanted).isEmpty)
        #expect(
            WidgetRules.patch(
                from: [
                    "template": "flow", "flow": ["output": ["rate": 1, "total": 4], "storage": ["rate": 2]],
                ],
                to: ["template": "flow", "flow": ["output": ["rate": 2]]]
            ) == ["flow": ["output": ["rate": 2, "total": nil], "storage": nil]]
        )
    }

    @Test(
        "A change that nobody sees is none",
        arguments: [
            ("value", 3.841, 3.839, true), ("value", 3.84, 3.85, false), ("value", 21.55, 21.58, true),
            ("value", 21.5, 21.6, false), ("value", 640.2, 639.8, true), ("value", 640, 641, false),
            ("value", 12_345, 12_346, true), ("value", 12_345, 12_355, false),
            ("value", -3.841, 3.841, false),
            ("progress", 0.421, 0.424, true), ("progress", 0.42, 0.43, false), ("gauge", 1.001, 1.002, false),
        ] as [(String, Double, Double, Bool)]
    )
    func shown(template: String, left: Double, right: Double, isSame: Bool) {
        let one: JSONObject = ["template": .string(template), "value": .double(left), "label": "x"]
        var other = one
        other["value"] = .double(right)
        #expect(WidgetRules.looksTheSame(one, other) == isSame)
        other["label"] = "y"
        #expect(!WidgetRules.looksTheSame(one, other))
        other["label"] = "x"
        other["value"] = nil
        #expect(!WidgetRules.looksTheSame(one, other))
    }

    @Test("What is read back in another form is the same")
    func comparable() {
        let ours: JSONObject = [
            "template": "countdown", "end_date": "2026-12-20T06:00:00Z", "label": "Vacation",
        ]
        let theirs: JSONObject = [
            "label": "Vacation", "end_date": "2026-12-20T07:00:00.000+01:00", "template": "countdown",
            "note": "new",
        ]
        var expected = ours
        expected["note"] = "new"
        #expect(WidgetRules.comparable(theirs, now: Self.now) == expected)
        #expect(WidgetRules.comparable(["template": "new"], now: Self.now) == ["template": "new"])
    }
}
