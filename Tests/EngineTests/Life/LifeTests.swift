import Engine
import PushWardAPI
import Simulator
import Testing
import Values

/// A lamp whose card follows its text, with further options of the rule.
private func lamp(_ options: String = "") -> String {
    """
    activities:
      lamp:
        inputs: {text: lamp, left: left}
        start: "{{ text != 'off' }}"
        end: "{{ text == 'off' }}"
        settle: 0s
        content: {template: generic, state: "{{ text }}", subtitle: "{{ left }}"}
        \(options)
    """
}

extension Rig {
    fileprivate var isOn: Bool { state("lamp") == "ongoing" }
    fileprivate var starts: Int { changes.count { $0.contains("\"state\":\"ongoing\"") } }
    fileprivate var shown: JSON? {
        // The server looks at its clock when it is asked.
        _ = row("lamp")
        return server.visibleCard("lamp")?["content"]
    }
}

@Suite("Cards of which nobody knows anything")
struct UnknownLifeTests {
    @Test(
        "a card is kept alive only while all its inputs are known; then it goes stale, and stays away",
        arguments: ["unavailable", "unknown", "", "nan"]
    )
    func goesStale(_ payload: String) throws {
        let rig = try Rig(lamp())
        rig.say("lamp", "on")
        rig.say("left", "5")
        rig.pass(5 * 3600)
        #expect(rig.isOn)
        rig.forgetSent()
        rig.say("lamp", payload)
        rig.say("left", "5")
        rig.pass(10 * 3600)
        #expect(rig.changes == [])
        #expect(rig.row("lamp")?["content"]?["state"] == "Stale (auto-ended)")
    }

    @Test("an input that was never heard shows nothing, and so needs not be true")
    func neverHeard() throws {
        let rig = try Rig(lamp())
        rig.say("lamp", "on")
        rig.pass(6 * 3600)
        #expect(rig.isOn)
        #expect(rig.starts == 1)
    }

    @Test(
        "one that was not heard again since a restart, of which the card shows something, keeps nothing alive"
    )
    func unheard() throws {
        let yaml = lamp()
        let rig = try Rig(yaml)
        rig.say("lamp", "on")
        rig.say("left", "5")
        rig.pass(60)
        try rig.restart(yaml)
        rig.say("lamp", "on", retained: true)
        rig.forgetSent()
        rig.pass(6 * 3600)
        #expect(rig.changes == [])
        #expect(!rig.isOn)
    }

    @Test("where only a part is known the card goes stale, and comes back with the next word of it")
    func part() throws {
        let rig = try Rig(lamp())
        rig.say("lamp", "on")
        rig.say("left", "5")
        rig.pass(60)
        rig.say("left", "unavailable")
        rig.forgetSent()
        rig.pass(6 * 3600)
        #expect(rig.changes == [])
        #expect(!rig.isOn)
        rig.say("lamp", "brighter")
        rig.pass(60)
        #expect(rig.shown?["state"] == "brighter")
        #expect(rig.starts == 1)
    }

    @Test("an input that expired keeps nothing alive")
    func expired() throws {
        let yaml = lamp().replacing("text: lamp,", with: "text: {topic: lamp, expire_after: 30m},")
        let rig = try Rig(yaml)
        rig.say("lamp", "on")
        rig.say("left", "5")
        rig.pass(60)
        rig.forgetSent()
        rig.pass(8 * 3600)
        #expect(rig.changes == [])
        #expect(!rig.isOn)
    }

    @Test("what is known again brings a stale card back with what is true, and without its sound")
    func comesBack() throws {
        let rig = try Rig(lamp("sound: {start: chime}"))
        rig.say("lamp", "on")
        rig.say("left", "5")
        rig.pass(60)
        rig.say("lamp", "unavailable")
        rig.pass(4 * 3600)
        #expect(!rig.isOn)
        rig.forgetSent()
        rig.say("lamp", "bright")
        rig.pass(60)
        #expect(rig.shown?["state"] == "bright")
        #expect(rig.shown?["icon"] == nil)
        #expect(rig.starts == 1)
        #expect(rig.sent.allSatisfy { $0.body["sound"] == nil })
    }

    @Test("a run that ended while nobody knew ends without another request")
    func endsStale() throws {
        let rig = try Rig(lamp())
        rig.say("lamp", "on")
        rig.pass(60)
        rig.say("lamp", "unavailable")
        rig.pass(4 * 3600)
        rig.forgetSent()
        rig.say("lamp", "off")
        rig.pass(3600)
        #expect(rig.changes == [])
    }

    @Test("a card that was deleted while nobody knows is not made anew before somebody does")
    func deleted() throws {
        let yaml = lamp()
        let rig = try Rig(yaml)
        rig.say("lamp", "on")
        rig.pass(60)
        rig.say("lamp", "unavailable")
        rig.control("dismiss", ["slug": "lamp"])
        rig.forgetSent()
        try rig.restart(yaml)
        rig.pass(3600)
        #expect(rig.changes == [])
        rig.say("lamp", "on")
        rig.pass(60)
        #expect(rig.isOn)
    }

    @Test("silence is told after `unavailable_after`, once, and takes itself back with the next word")
    func silence() throws {
        let rig = try Rig(lamp("unavailable_after: 10m"))
        rig.say("lamp", "on")
        rig.say("left", "5")
        rig.pass(300)
        rig.say("lamp", "unavailable")
        rig.forgetSent()
        rig.pass(3600)
        // The last word was at the full hour.
        let subtitle = rig.shown?["subtitle"]?.stringValue ?? ""
        #expect(subtitle.hasPrefix("No news since ") && subtitle.hasSuffix(":00"), "\(subtitle)")
        #expect(rig.changes.count == 1)
        rig.say("lamp", "on")
        rig.pass(60)
        #expect(rig.shown?["subtitle"] == "5")
        #expect(rig.changes.count == 2)
    }
}

@Suite("Cards that come and go")
struct StartLifeTests {
    @Test(
        "a source that flaps starts no more cards within the hour than it may, through a restart, too",
        arguments: [1, 3, 6]
    )
    func limit(_ most: Int) throws {
        let yaml = lamp("max_starts_per_hour: \(most)")
        let rig = try Rig(yaml)
        for turn in 0..<20 {
            if turn == 10 { try rig.restart(yaml) }
            rig.say("lamp", "on")
            rig.pass(45)
            rig.say("lamp", "off")
            rig.pass(45)
        }
        #expect(rig.starts == most)
    }

    @Test("a run that was one too many is shown as soon as it may, while it still goes on")
    func later() throws {
        let rig = try Rig(lamp("max_starts_per_hour: 2"))
        for _ in 0..<2 {
            rig.say("lamp", "on")
            rig.pass(60)
            rig.say("lamp", "off")
            rig.pass(60)
        }
        rig.say("lamp", "still on")
        rig.pass(3000)
        #expect(!rig.isOn)
        rig.pass(600)
        #expect(rig.shown?["state"] == "still on")
        #expect(rig.starts == 3)
    }

    @Test("a run that was one too many and is over by then is not shown at all")
    func over() throws {
        let rig = try Rig(lamp("max_starts_per_hour: 1"))
        for _ in 0..<2 {
            rig.say("lamp", "on")
            rig.pass(60)
            rig.say("lamp", "off")
            rig.pass(60)
        }
        rig.pass(4000)
        #expect(rig.starts == 1)
    }

    /// A person or another key ended the card; the next update's answer tells.
    private func dismissed(_ options: String) throws -> Rig {
        let rig = try Rig(lamp(options))
        rig.say("lamp", "on")
        rig.pass(60)
        rig.carryOut(.patchActivity(.from(text: "lamp"), body: ["state": "ended"], upsert: false))
        rig.say("lamp", "brighter")
        rig.pass(60)
        rig.forgetSent()
        rig.say("lamp", "brightest")
        rig.pass(3600)
        return rig
    }

    @Test(
        "a card that was ended elsewhere stays away until the next run",
        arguments: ["", "on_dismiss: stay_away"]
    )
    func stayAway(_ option: String) throws {
        let rig = try dismissed(option)
        #expect(rig.changes == [])
        rig.say("lamp", "off")
        rig.pass(60)
        #expect(rig.changes == [])
        rig.say("lamp", "on")
        rig.pass(60)
        #expect(rig.isOn)
    }

    @Test("with `on_dismiss: restart` it is back, with everything")
    func restart() throws {
        let rig = try dismissed("on_dismiss: restart")
        #expect(rig.isOn)
        #expect(rig.shown?["state"] == "brightest")
    }

    @Test("a row that is gone is made anew once in a row; gone again, it stays away until the next run")
    func gone() throws {
        let rig = try Rig(lamp())
        rig.say("lamp", "on")
        rig.pass(60)
        rig.answer = { request in
            request.method == "GET"
                ? nil : .answered(status: 404, headers: [], body: ["code": "activity.not_found"])
        }
        rig.forgetSent()
        for text in ["a", "b", "c", "d"] {
            rig.say("lamp", text)
            rig.pass(600)
        }
        #expect(rig.changes.count == 2)
        rig.answer = nil
        rig.say("lamp", "off")
        rig.pass(60)
        rig.say("lamp", "on")
        rig.pass(60)
        #expect(rig.isOn)
    }

    @Test("a row that is gone is made anew again after an update that was taken")
    func goneAnew() throws {
        let rig = try Rig(lamp())
        rig.say("lamp", "on")
        rig.pass(60)
        for text in ["a", "b", "c"] {
            rig.control("dismiss", ["slug": "lamp"])
            rig.say("lamp", text)
            rig.pass(60)
            #expect(rig.shown?["state"] == .string(text))
        }
    }
}

@Suite("Cards that end")
struct EndLifeTests {
    private static let outcome = "outcomes: [{state: Done}]"

    @Test("the last frame is shown for `final_for` and then ended, each in a request of its own")
    func twoPhases() throws {
        let rig = try Rig(lamp("final_for: 20s\n    \(Self.outcome)"))
        rig.say("lamp", "on")
        rig.pass(60)
        rig.forgetSent()
        rig.say("lamp", "off")
        rig.pass(19)
        #expect(rig.sent.map(\.body) == [["content": ["state": "Done"]]])
        rig.pass(60)
        #expect(rig.sent.map(\.body).last == ["state": "ended"])
        #expect(rig.sent.map { $0.at.inSeconds } == [60, 80])
    }

    @Test("without `final_for` the last frame and the end are one request")
    func onePhase() throws {
        let rig = try Rig(lamp("final_for: 0s\n    \(Self.outcome)"))
        rig.say("lamp", "on")
        rig.pass(60)
        rig.forgetSent()
        rig.say("lamp", "off")
        rig.pass(60)
        #expect(rig.sent.map(\.body) == [["state": "ended", "content": ["state": "Done"]]])
    }

    @Test("a run that begins again within the last frame goes on with its card, and nothing is ended")
    func cancelled() throws {
        let rig = try Rig(lamp("final_for: 20s\n    \(Self.outcome)"))
        rig.say("lamp", "on")
        rig.pass(60)
        rig.say("lamp", "off")
        rig.pass(10)
        rig.say("lamp", "again")
        rig.pass(600)
        #expect(rig.isOn)
        #expect(rig.shown?["state"] == "again")
        #expect(rig.starts == 1)
        #expect(!rig.changes.contains { $0.contains("ended\"") })
    }

    @Test("a daemon that restarts within the last frame ends the card, and does not show it again")
    func daemonRestart() throws {
        let yaml = lamp("final_for: 20s\n    \(Self.outcome)")
        let rig = try Rig(yaml)
        rig.say("lamp", "on")
        rig.pass(60)
        rig.say("lamp", "off")
        rig.pass(5)
        rig.forgetSent()
        try rig.restart(yaml)
        rig.say("lamp", "off", retained: true)
        rig.pass(60)
        #expect(rig.changes == ["PATCH /activities/lamp {\"state\":\"ended\"}"])
    }

    @Test("a run that begins again when the end has left starts a card of its own")
    func tooLate() throws {
        let rig = try Rig(lamp("final_for: 5s\n    \(Self.outcome)"))
        rig.say("lamp", "on")
        rig.pass(60)
        rig.say("lamp", "off")
        rig.pass(30)
        rig.say("lamp", "again")
        rig.pass(30)
        #expect(rig.starts == 2)
        #expect(rig.shown?["state"] == "again")
    }

    @Test(
        "`dismiss_after` is how long the ended card stays",
        arguments: [("0s", 0), ("90s", 90), ("4h", 14_400)]
    )
    func dismissal(_ text: String, _ seconds: Int) throws {
        let rig = try Rig(lamp("dismiss_after: \(text)"))
        rig.say("lamp", "on")
        rig.pass(60)
        rig.say("lamp", "off")
        rig.pass(max(1, Double(seconds) - 20))
        #expect((rig.shown != nil) == (seconds > 0))
        rig.pass(40)
        #expect(rig.shown == nil)
    }
}

@Suite("Cards that are on for eight hours")
struct RollOverTests {
    @Test("a card that rolls over comes back whole, at once and without its sound")
    func whole() throws {
        let rig = try Rig(lamp("sound: {start: chime, end: bell}"))
        rig.say("lamp", "on")
        rig.say("left", "5")
        rig.pass(7 * 3600)
        rig.forgetSent()
        rig.pass(2 * 3600)
        let ends = rig.sent.filter { $0.body["state"] == "ended" }
        #expect(ends.map { $0.body["dismissal_ttl"] } == [0])
        #expect(rig.starts == 1)
        #expect(rig.sent.allSatisfy { $0.body["sound"] == nil })
        #expect(rig.shown?["state"] == "on")
        #expect(rig.shown?["subtitle"] == "5")
        #expect(rig.row("lamp")?["dismissal_ttl"] == 1800)
        let gap = zip(rig.sent.filter { $0.body["state"] == "ongoing" }, ends).map { $0.at - $1.at }
        #expect(gap.allSatisfy { $0 < .seconds(5) })
    }

    @Test("through a restart of the daemon, too")
    func restart() throws {
        let yaml = lamp()
        let rig = try Rig(yaml)
        rig.say("lamp", "on")
        rig.say("left", "5")
        rig.pass(5 * 3600)
        try rig.restart(yaml)
        rig.say("lamp", "on", retained: true)
        rig.say("left", "5", retained: true)
        rig.forgetSent()
        rig.pass(3.5 * 3600)
        #expect(rig.starts == 1)
        #expect(rig.isOn)
    }

    @Test("not where the rule says so: iOS ends the card then, and it is put on again")
    func off() throws {
        let rig = try Rig(lamp("roll_over: false"))
        rig.say("lamp", "on")
        rig.say("left", "5")
        rig.pass(7.9 * 3600)
        #expect(rig.starts == 1)
        #expect(!rig.changes.contains { $0.contains("ended\"") })
    }

    @Test(
        "a count-up and a paused timer are kept alive by PushWard, and do not roll over",
        arguments: [("direction: up", 1), ("end_date: \"{{ left }}\", paused: true", 2)]
    )
    func timers(_ fields: String, _ changes: Int) throws {
        let yaml = """
            activities:
              lamp:
                inputs: {text: lamp, left: {topic: left, unit: iso}}
                start: "{{ text == 'on' }}"
                settle: 0s
                stale_ttl: 3d
                content: {template: timer, \(fields)}
            """
        let rig = try Rig(yaml)
        rig.say("left", (rig.now.wall + .seconds(3600)).rfc3339)
        rig.say("lamp", "on")
        rig.pass(20 * 3600)
        // A window that is sent would end the pause: the pause follows it.
        #expect(rig.changes.count == changes)
        #expect(rig.isOn)
    }

    @Test("nor where nobody knows what is true: it is not shown anew as if it were")
    func unknown() throws {
        let rig = try Rig(lamp("stale_ttl: 1d"))
        rig.say("lamp", "on")
        rig.say("left", "5")
        rig.pass(60)
        rig.say("lamp", "unavailable")
        rig.pass(9 * 3600)
        #expect(rig.starts == 1)
    }
}

@Suite("What PushWard changes by itself")
struct ServerLifeTests {
    private static let timer = """
        activities:
          lamp:
            inputs: {end: {topic: end, unit: iso}, text: text}
            start: "{{ end is not none }}"
            end: "{{ end is none }}"
            settle: 0s
            content:
              template: countdown
              end_date: "{{ end }}"
              state: "{{ text }}"
              warning_threshold: 60
              accent_color: green
              completion_message: Ready
              alarm: true
              snooze_seconds: 300
        """

    private func started(_ seconds: Double) throws -> Rig {
        let rig = try Rig(Self.timer)
        rig.say("text", "a")
        rig.say("end", (rig.now.wall + .seconds(seconds)).rfc3339)
        rig.pass(10)
        return rig
    }

    @Test("a snoozed end stays when something else of the card changes")
    func snooze() throws {
        let rig = try started(600)
        rig.control("snooze", ["slug": "lamp"])
        let end = rig.row("lamp")?["content"]?["end_date"]
        rig.forgetSent()
        rig.say("text", "b")
        rig.pass(60)
        #expect(rig.sent.map(\.body) == [["content": ["state": "b"]]])
        #expect(rig.row("lamp")?["content"]?["end_date"] == end)
    }

    @Test("a warning's colour stays, and its update costs nothing")
    func warning() throws {
        let rig = try started(600)
        rig.forgetSent()
        rig.pass(560)
        #expect(rig.row("lamp")?["content"]?["accent_color"] == "orange")
        rig.say("text", "b")
        rig.pass(20)
        #expect(rig.sent.map(\.body) == [["content": ["state": "b"]]])
        #expect(rig.row("lamp")?["content"]?["accent_color"] == "orange")
    }

    @Test("a countdown that is over is ended by PushWard, and not by another request")
    func completion() throws {
        let rig = try started(600)
        rig.forgetSent()
        rig.pass(900)
        rig.say("end", "None")
        rig.pass(900)
        #expect(rig.changes == [])
        #expect(rig.row("lamp")?["content"]?["state"] == "Ready")
    }

    @Test("after it the next run says again what PushWard wrote over")
    func nextRun() throws {
        let rig = try started(600)
        rig.pass(900)
        rig.say("end", "None")
        rig.pass(60)
        rig.say("text", "c")
        rig.say("end", (rig.now.wall + .seconds(600)).rfc3339)
        rig.pass(60)
        #expect(rig.shown?["state"] == "c")
        #expect(rig.shown?["accent_color"] == "green")
        #expect(rig.shown?["progress"] == nil)
    }
}
