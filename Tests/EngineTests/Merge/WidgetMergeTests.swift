import PushWardAPI
import Simulator
import Testing
import Values

/// What a change of a widget's content sends (pushward-api.md sections 5.1 and 12).
extension MergeRow {
    static let widgets: [MergeRow] = [
        MergeRow(
            "an equal content sends nothing",
            from: #"{"template": "value", "value": 3.5, "label": "Outside"}"#,
            to: #"{"template": "value", "value": 3.5, "label": "Outside"}"#,
            sends: nil
        ),
        MergeRow(
            "what stays is absent, what changed is sent, what went away is null",
            from: #"{"template": "value", "value": 3.5, "label": "Outside", "trend": "up", "unit": "°C"}"#,
            to: #"{"template": "value", "value": 4.5, "label": "Outside", "unit": "°C"}"#,
            sends: #"{"content": {"value": 4.5, "trend": null}}"#
        ),
        MergeRow(
            "a value beyond the old bounds goes with the new ones",
            from: #"{"template": "gauge", "value": 10, "min_value": 0, "max_value": 50}"#,
            to: #"{"template": "gauge", "value": 80, "min_value": 60, "max_value": 100}"#,
            sends: #"{"content": {"value": 80, "min_value": 60, "max_value": 100}}"#
        ),
        MergeRow(
            "rows go whole",
            from:
                #"{"template": "stat_list", "stat_rows": [{"label": "PV", "value": "1"}, {"label": "Grid", "value": "2"}]}"#,
            to:
                #"{"template": "stat_list", "stat_rows": [{"label": "PV", "value": "3"}, {"label": "Grid", "value": "2"}]}"#,
            sends:
                #"{"content": {"stat_rows": [{"label": "PV", "value": "3"}, {"label": "Grid", "value": "2"}]}}"#
        ),
        MergeRow(
            "points go whole, with the value that is the last of them",
            from: #"{"template": "trend", "value": 2, "points": [1, 2]}"#,
            to: #"{"template": "trend", "value": 3, "points": [1, 2, 3]}"#,
            sends: #"{"content": {"value": 3, "points": [1, 2, 3]}}"#
        ),
        MergeRow(
            "devices go whole, in the order that PushWard would give them",
            from: """
                {"template": "battery", "device_sort": [{"field": "name"}],
                 "devices": [{"name": "A", "level": 12}, {"name": "B", "level": 88}]}
                """,
            to: """
                {"template": "battery", "device_sort": [{"field": "name"}],
                 "devices": [{"name": "A", "level": 12}, {"name": "B", "level": 50}]}
                """,
            sends: #"{"content": {"devices": [{"name": "A", "level": 12}, {"name": "B", "level": 50}]}}"#
        ),
        MergeRow(
            "periods go whole",
            from: """
                {"template": "schedule", "periods": [{"start": "2026-03-02T20:00:00Z", "value": 31.2},
                                                     {"start": "2026-03-02T21:00:00Z", "value": 24.9}]}
                """,
            to: #"{"template": "schedule", "periods": [{"start": "2026-03-02T21:00:00Z", "value": 24.9}]}"#,
            sends: #"{"content": {"periods": [{"start": "2026-03-02T21:00:00Z", "value": 24.9}]}}"#
        ),
        MergeRow(
            "a flow merges deep: a node's member goes alone, a slot that went away is null",
            from: """
                {"template": "flow", "flow": {"output": {"name": "House", "rate": 1100},
                                              "storage": {"rate": 2500, "level": 83}, "exchange": {"rate": -600}}}
                """,
            to: """
                {"template": "flow", "flow": {"output": {"name": "House", "rate": 1200},
                                              "storage": {"rate": 2500, "level": 83}}}
                """,
            sends: #"{"content": {"flow": {"output": {"rate": 1200}, "exchange": null}}}"#
        ),
        MergeRow(
            "a flow's inputs are an array, and go whole",
            from: """
                {"template": "flow", "flow": {"inputs": [{"name": "PV", "rate": 4200}, {"name": "Wind", "rate": 5}],
                                              "output": {"rate": 1100}}}
                """,
            to: """
                {"template": "flow", "flow": {"inputs": [{"name": "PV", "rate": 4300}, {"name": "Wind", "rate": 5}],
                                              "output": {"rate": 1100}}}
                """,
            sends: """
                {"content": {"flow": {"inputs": [{"name": "PV", "rate": 4300}, {"name": "Wind", "rate": 5}]}}}
                """
        ),
        MergeRow(
            "a clock in the second line merges deep",
            from: """
                {"template": "status", "severity": "info",
                 "subtitle_timer": {"date": "2026-03-02T20:00:00Z", "style": "timer"}}
                """,
            to: """
                {"template": "status", "severity": "info",
                 "subtitle_timer": {"date": "2026-03-02T21:00:00Z", "style": "timer"}}
                """,
            sends: #"{"content": {"subtitle_timer": {"date": "2026-03-02T21:00:00Z"}}}"#
        ),
        MergeRow(
            "a button that is replaced has each member that must go as null",
            from: """
                {"template": "status", "severity": "info",
                 "url_action": {"url": "https://a.example.org", "method": "POST", "title": "Arm", "body": "b"}}
                """,
            to:
                #"{"template": "status", "severity": "info", "url_action": {"url": "homeassistant://navigate/x"}}"#,
            sends: """
                {"content": {"url_action": {"url": "homeassistant://navigate/x", "method": null, "title": null,
                                            "body": null}}}
                """
        ),
        MergeRow(
            "another template brings all that it requires",
            from: #"{"template": "value", "value": 5, "label": "Tank", "trend": "up"}"#,
            to: #"{"template": "gauge", "value": 5, "min_value": 0, "max_value": 10, "label": "Tank"}"#,
            sends: """
                {"content": {"template": "gauge", "value": 5, "min_value": 0, "max_value": 10, "label": "Tank",
                             "trend": null}}
                """
        ),
    ]
}

@Suite("What a change of a widget's content sends (pushward-api.md sections 5.1 and 12)")
struct WidgetMergeTests {
    @Test("members, objects, arrays and another template", arguments: MergeRow.widgets)
    func rows(_ row: MergeRow) throws {
        let before = try MergeRow.json(row.before)
        let after = try MergeRow.json(row.after)
        let isSwitch = before["template"] != after["template"]
        let rig = try Rig(EchoMapping.widget(isSwitch ? [before] : [before, after]))
        rig.say("c", before.text)
        rig.pass(MergeRow.changesAt)
        try #require(rig.changes.count == 1, "\(rig.changes)")
        rig.forgetSent()
        if isSwitch { try rig.restart(EchoMapping.widget([after])) }
        rig.say("c", after.text)
        rig.pass(600)
        let bodies = rig.sent.filter { $0.request.method != "GET" }.map(\.body)
        let expected = try row.body.map { [try MergeRow.json($0)] } ?? []
        #expect(bodies == expected, "\(rig.changes)")
        #expect(rig.sent.allSatisfy { $0.status < 300 }, "\(rig.sent.map(\.text))")
        #expect(stored(rig) == after.objectValue, "\(JSON.object(stored(rig)).text)")
    }

    private func stored(_ rig: Rig) -> JSONObject {
        let row = rig.server.stateJSON["widgets"]?.arrayValue?.first
        return row?["content"]?.objectValue ?? [:]
    }
}
