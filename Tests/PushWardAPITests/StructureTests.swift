import PushWardAPI
import Testing
import Values

@Suite("Lists, objects and maps")
struct StructureTests {
    private func kind(_ template: String, _ field: String) throws -> FieldSpec.Kind {
        try #require(ContentFields.template(named: template)?.field(field)).kind
    }

    @Test("A list keeps as many elements as it may have", arguments: [(1, 1), (4, 4), (5, 4)])
    func tileCount(given: Int, kept: Int) throws {
        let tiles = JSON.array((0..<given).map { ["label": .string("t\($0)"), "value": 1] })
        guard case .value(.array(let result)) = try kind("board", "tiles").coerce(tiles) else {
            Issue.record("no list")
            return
        }
        #expect(result.count == kept)
        #expect(result.first == ["label": "t0", "value": "1"])
    }

    @Test("Elements that cannot be used are left out and told")
    func badElements() throws {
        let report = try kind("board", "tiles").coerceReporting([
            ["label": "A", "value": 21.5, "color": "#abc", "junk": 1], ["label": " ", "value": "x"], 5,
        ])
        #expect(report.coercion == .value([["label": "A", "value": "21.5", "color": "#AABBCC"]]))
        #expect(report.remarks.count == 3)
    }

    @Test("A list of which nothing is left is refused, an empty one clears")
    func emptyLists() throws {
        #expect(try kind("board", "tiles").coerce([]) == .clear)
        guard case .invalid = try kind("board", "tiles").coerce([1, 2]) else {
            Issue.record("was taken")
            return
        }
    }

    @Test("Elements of a step keep their places")
    func positions() throws {
        #expect(try kind("steps", "step_labels").coerce(["A", nil, "C"]) == .value(["A", "", "C"]))
        #expect(try kind("steps", "step_colors").coerce(["", "junk!", "red"]) == .value(["", "", "red"]))
        #expect(try kind("steps", "step_weights").coerce([1, "x", 0.5]) == .value([1, 1, 0.5]))
        #expect(try kind("steps", "step_rows").coerce([0, 3, 11]) == .value([1, 3, 10]))
    }

    @Test("A bare text is a line, a bare number a threshold, a bare reading a series")
    func shorthands() throws {
        #expect(try kind("log", "lines").coerce(["Door opened"]) == .value([["text": "Door opened"]]))
        #expect(try kind("timeline", "thresholds").coerce([19]) == .value([["value": 19]]))
        #expect(try kind("timeline", "value").coerce("21.5") == .value(["value": 21.5]))
    }

    @Test("A map has at most so many members, with names that fit")
    func maps() throws {
        let long = String(repeating: "n", count: 33)
        var series: JSONObject = ["": 2, "bad": "x"]
        for place in 0..<12 { series["s\(place)"] = .int(place) }
        let value = JSON.object(JSONObject([(long, JSON.int(1))] + series.map { ($0.key, $0.value) }))
        guard case .value(.object(let result)) = try kind("timeline", "value").coerce(value) else {
            Issue.record("no map")
            return
        }
        #expect(result.count == 10)
        #expect(result.keys.first == String(long.dropLast()))
        #expect(result["bad"] == nil)
    }

    @Test("A deep value is no trouble")
    func depth() throws {
        var value: JSON = 1
        for _ in 0..<1000 { value = [value] }
        for template in ContentFields.templates {
            for field in template.fields { _ = field.kind.coerce(value) }
        }
    }

    @Test("Media controls know their slots")
    func controls() throws {
        let report = try kind("media", "controls").coerceReporting([
            "next": ["url": "https://example.org/n", "foreground": true, "method": "post"],
            "rewind": ["url": "https://example.org/r"],
            "extra": [["url": "https://example.org/x"], ["url": "https://example.org/y", "icon": "moon"]],
            "stop": ["url": "javascript:x"],
        ])
        #expect(
            report.coercion
                == .value([
                    "next": ["url": "https://example.org/n", "method": "POST"],
                    "extra": [["url": "https://example.org/y", "icon": "moon"]],
                ])
        )
    }
}
