import Engine
import Foundation
import PushWardAPI
import Simulator
import Testing
import Values

/// Each merge behaviour of the reference, sent by the engine to a PushWard that has rules of its own.
@Suite("What a change of a card's content sends (pushward-api.md sections 5.1 and 8)")
struct MergeTests {
    @Test("members, objects, arrays and what the server works out", arguments: MergeRow.shared)
    func shared(_ row: MergeRow) throws { try check(row) }

    @Test("what each template says of merging", arguments: MergeRow.templates)
    func templates(_ row: MergeRow) throws { try check(row) }

    @Test("a player's buttons and playhead", arguments: MergeRow.media)
    func media(_ row: MergeRow) throws { try check(row) }

    @Test("another template brings all that it needs", arguments: MergeRow.switches)
    func switches(_ row: MergeRow) throws { try check(row) }

    private func check(_ row: MergeRow) throws {
        let before = try MergeRow.json(row.before)
        let after = try MergeRow.json(row.after)
        let isSwitch = before["template"] != after["template"]
        let rig = try Rig(EchoMapping.card(isSwitch ? [before] : [before, after]))
        rig.say("c", before.text)
        rig.say("go", "on")
        rig.pass(MergeRow.changesAt)
        try #require(rig.changes.count == 1, "\(rig.changes)")
        rig.forgetSent()
        let pushes = rig.pushes
        if isSwitch { try rig.restart(EchoMapping.card([after])) }
        rig.say("c", after.text)
        rig.say("go", "on")
        rig.pass(600)
        let bodies = rig.sent.filter { $0.request.method != "GET" }.map(\.body)
        let expected = try row.body.map { [try MergeRow.json($0)] } ?? []
        #expect(bodies == expected, "\(rig.changes)")
        #expect(rig.sent.allSatisfy { $0.status < 300 }, "\(rig.sent.map(\.text))")
        let pushed = rig.pushes.filter { $0.value != pushes[$0.key] }.map(\.key)
        #expect(pushed == (row.body == nil ? [] : [row.push.rawValue]))
        #expect(try without(row.leaving, rig.content) == without(row.leaving, fresh(after)))
    }

    private func without(_ names: Set<String>, _ content: JSONObject) -> JSONObject {
        JSONObject(content.filter { !names.contains($0.key) }.map { ($0.key, $0.value) })
    }

    /// What the server holds of a card that begins with this content.
    private func fresh(_ content: JSON) throws -> JSONObject {
        let rig = try Rig(EchoMapping.card([content]))
        rig.pass(MergeRow.changesAt)
        rig.say("c", content.text)
        rig.say("go", "on")
        rig.pass(60)
        return rig.content
    }

    @Test(
        "a row's settings go with the next patch, those that stay do not",
        arguments: [
            ("priority: 7", #"{"priority": 7}"#), ("stale_ttl: 1h", #"{"stale_ttl": 3600}"#),
            ("ended_ttl: 1d", #"{"ended_ttl": 86400}"#), ("dismiss_after: 5m", #"{"dismissal_ttl": 300}"#),
        ]
    )
    func settings(_ option: String, _ body: String) throws {
        let content: JSON = ["template": "generic", "state": "a"]
        let rig = try Rig(EchoMapping.card([content]))
        rig.say("c", content.text)
        rig.say("go", "on")
        rig.pass(60)
        rig.forgetSent()
        try rig.restart(EchoMapping.card([content], options: option))
        rig.say("c", content.text, retained: true)
        rig.say("go", "on", retained: true)
        rig.pass(60)
        let expected = try MergeRow.json(body)
        #expect(rig.sent.filter { $0.request.method != "GET" }.map(\.body) == [expected])
    }

    @Test("a sound goes with the start, and is neither stored nor sent again")
    func sound() throws {
        let content: JSON = ["template": "generic", "state": "a"]
        let rig = try Rig(EchoMapping.card([content], options: "sound: {start: chime}"))
        rig.say("c", content.text)
        rig.say("go", "on")
        rig.pass(60)
        #expect(rig.sent.last?.body["sound"] == "chime")
        rig.say("c", #"{"state": "b"}"#)
        rig.pass(60)
        #expect(rig.sent.last?.body == ["content": ["state": "b"]])
    }

    @Test("a step begins with an empty bar, however far the one before had come")
    func emptyBar() throws {
        let first: JSON = [
            "template": "steps", "total_steps": 3, "current_step": 1, "eta": 120, "state": "a",
        ]
        let rig = try Rig(EchoMapping.card([first]))
        rig.say("c", first.text)
        rig.say("go", "on")
        rig.pass(60)
        rig.say("c", #"{"total_steps": 3, "current_step": 1, "eta": 60, "state": "b"}"#)
        rig.pass(30)
        #expect(rig.sent.last?.body == ["content": ["state": "b", "progress": 0.5]])
        rig.say("c", #"{"total_steps": 3, "current_step": 2, "eta": 600, "state": "b"}"#)
        rig.pass(30)
        let end = JSON.int(Scenario.epoch.wholeSeconds + 690)
        #expect(rig.sent.last?.body == ["content": ["current_step": 2, "end_date": end, "progress": 0]])
    }

    @Test("a window that a length made stands through a restart")
    func windowAfterRestart() throws {
        let content: JSON = ["template": "generic", "state": "a", "duration": "1h", "live_progress": true]
        let rig = try Rig(EchoMapping.card([content]))
        rig.say("c", content.text)
        rig.say("go", "on")
        rig.pass(600)
        rig.forgetSent()
        try rig.restart(EchoMapping.card([content]))
        rig.say("c", content.text, retained: true)
        rig.say("go", "on", retained: true)
        rig.pass(600)
        #expect(rig.changes == [])
    }

    @Test("what the server wrote over a card that went stale is said again with the next start")
    func stale() throws {
        let content: JSON = ["template": "generic", "state": "a", "icon": "washer", "accent_color": "blue"]
        let rig = try Rig(EchoMapping.card([content]))
        rig.say("c", content.text)
        rig.say("go", "on")
        rig.pass(60)
        rig.answer = { _ in .failed(reason: "no route", mayHaveReachedServer: false) }
        rig.say("c", "unavailable")
        rig.pass(3 * 3600)
        #expect(rig.row("card")?["content"]?["state"] == "Stale (auto-ended)")
        rig.answer = nil
        rig.say("c", content.text)
        rig.pass(600)
        #expect(rig.state("card") == "ongoing")
        #expect(rig.content == content.objectValue)
    }
}

extension Rig {
    /// How many pushes of each kind the server has made.
    var pushes: [String: Int] {
        var counts: [String: Int] = [:]
        for (name, count) in server.stateJSON["pushes"]?.objectValue ?? [:]
        where name != "largest_bytes" && name != "renewals" {
            counts[name == "ends" ? "end" : name] = count.intValue
        }
        return counts
    }

    /// What the server holds of the card, without what it owns, works out or stamps.
    var content: JSONObject {
        var content = StoredContent.comparable(row("card")?["content"]?.objectValue ?? [:])
        content["position_at"] = nil
        return content
    }
}
