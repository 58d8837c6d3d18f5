import Simulator
import TestSupport
import Testing
import Values

@Suite("The life of an activity")
struct LifeTests {
    private func bench(_ more: String = "") -> Bench {
        var bench = Bench()
        bench.send(
            #"PATCH /activities/a?upsert=true {"state":"ongoing"\#(more),"content":{"template":"generic","state":"Go"}}"#
        )
        return bench
    }

    @Test(
        "A new row is ended and shows nothing; a start makes a card; an update changes it; an end lets it linger"
    )
    func states() {
        var bench = Bench()
        #expect(bench.send(RequestTable.post)["state"] == "ended")
        #expect(bench.card("a") == nil)
        #expect(bench.send(RequestTable.start)["state"] == "ongoing")
        #expect(bench.card("a")?["name"] == "A")
        bench.send(#"PATCH /activities/a {"content":{"state":"Run"}}"#)
        #expect(bench.card("a")?["content"]?["state"] == "Run")
        #expect(bench.send(#"PATCH /activities/a {"state":"ended"}"#)["state"] == "ended")
        #expect(bench.card("a")?["state"] == "ended")
        #expect(bench.state["pushes"]?["starts"] == 1)
        #expect(bench.state["pushes"]?["high"] == 1)
        #expect(bench.state["pushes"]?["ends"] == 1)
    }

    @Test("An update to an ended row is stored and pushes nothing")
    func endedUpdate() {
        var bench = Bench()
        bench.send(RequestTable.post)
        bench.send(#"PATCH /activities/a {"content":{"template":"generic","state":"x"}}"#)
        #expect(bench.body["content"]?["state"] == "x")
        #expect(bench.state["pushes"]?["high"] == 0)
        #expect(bench.card("a") == nil)
    }

    @Test("POST renames and keeps state and content")
    func rename() {
        var bench = bench()
        #expect(bench.activity("a")["name"] == "a")
        let row = bench.send(#"POST /activities {"slug":"a","name":"Washer"}"#)
        #expect(row["name"] == "Washer")
        #expect(row["state"] == "ongoing")
        #expect(row["content"]?["state"] == "Go")
    }

    @Test(
        "A card lingers by dismissal_ttl, else by ended_ttl up to four hours, else four hours",
        arguments: [
            (#","dismissal_ttl":0"#, 0), (#","dismissal_ttl":900"#, 900), (#","ended_ttl":60"#, 60),
            (#","ended_ttl":99999"#, 14_400), ("", 14_400), (#","ended_ttl":60,"dismissal_ttl":120"#, 120),
        ]
    )
    func linger(_ more: String, _ seconds: Int) {
        var bench = bench(more)
        bench.send(#"PATCH /activities/a {"state":"ended"}"#)
        if seconds > 0 {
            bench.send("+\(seconds - 1)")
            #expect(bench.card("a") != nil)
        }
        bench.send("+1")
        #expect(bench.card("a") == nil)
    }

    @Test("ended_ttl deletes the row, counted from the end; a later change does not move it")
    func endedTTL() {
        var bench = bench(#","ended_ttl":100"#)
        bench.send("+500")
        bench.send(#"PATCH /activities/a {"state":"ended"}"#)
        #expect(bench.body["delete_at"]?.isNull == false)
        bench.send(#"PATCH /activities/a {"ended_ttl":5000}"#)
        bench.send("+99")
        bench.activity("a")
        #expect(bench.last.status == 200)
        bench.send("+1")
        bench.activity("a")
        #expect(bench.code == "activity.not_found")
    }

    @Test("Without ended_ttl a row goes 30 days after its last change")
    func retention() {
        var bench = bench()
        bench.send(#"PATCH /activities/a {"state":"ended"}"#)
        bench.send("+2591999")
        bench.activity("a")
        #expect(bench.last.status == 200)
        bench.send("+1")
        bench.activity("a")
        #expect(bench.last.status == 404)
    }

    @Test("A restart before the deletion keeps the row")
    func restart() {
        var bench = bench(#","ended_ttl":100"#)
        bench.send(#"PATCH /activities/a {"state":"ended"}"#)
        bench.send("+50")
        bench.send(#"PATCH /activities/a {"state":"ongoing"}"#)
        bench.send("+100")
        #expect(bench.activity("a")["state"] == "ongoing")
        #expect(bench.body["delete_at"] == .null)
    }

    @Test("stale_ttl ends a card without updates and says so on it; an update keeps it alive")
    func stale() {
        var bench = bench(#","stale_ttl":100"#)
        bench.send("+99")
        bench.send(#"PATCH /activities/a {"priority":1}"#)
        bench.send("+99")
        #expect(bench.activity("a")["state"] == "ongoing")
        bench.send("+1")
        let row = bench.activity("a")
        #expect(row["state"] == "ended")
        #expect(row["content"]?["state"] == "Stale (auto-ended)")
        #expect(row["content"]?["accent_color"] == "#8E8E93")
        #expect(row["content"]?["icon"] == "clock.badge.xmark")
        #expect(bench.card("a")?["end_reason"] == "stale")
    }

    @Test("iOS ends a card after eight hours and the row follows")
    func eightHours() {
        var bench = bench()
        bench.send("+28799")
        #expect(bench.activity("a")["state"] == "ongoing")
        bench.send("+1")
        #expect(bench.activity("a")["state"] == "ended")
        #expect(bench.card("a") != nil)
    }

    @Test("DELETE takes a running card at once, a lingering one stays")
    func delete() {
        var bench = bench()
        bench.send("DELETE /activities/a")
        #expect(bench.card("a") == nil)
        bench = self.bench(#","dismissal_ttl":100"#)
        bench.send(#"PATCH /activities/a {"state":"ended"}"#)
        bench.send("DELETE /activities/a")
        #expect(bench.card("a") != nil)
    }

    @Test("The sixth card evicts the lowest priority, then the oldest update; a preempted one needs a state")
    func eviction() {
        var bench = Bench()
        for (slug, priority) in [("a", 2), ("b", 1), ("c", 1), ("d", 5), ("e", 5)] {
            bench.send("+1")
            bench.send(
                #"PATCH /activities/\#(slug)?upsert=true {"state":"ongoing","priority":\#(priority),"dismissal_ttl":0,"ended_ttl":600,"content":{"template":"generic"}}"#
            )
        }
        bench.send("+1")
        bench.send(#"PATCH /activities/b {"content":{"state":"x"}}"#)
        bench.send(#"PATCH /activities/f?upsert=true {"state":"ongoing","content":{"template":"generic"}}"#)
        #expect(bench.last.status == 201)
        #expect(bench.activity("c")["state"] == "preempted")
        #expect(
            bench.card("c")?["end_reason"] == "preempted",
            "it lingers by ended_ttl in spite of dismissal_ttl 0"
        )
        bench.send(#"PATCH /activities/c {"content":{"state":"x"}}"#)
        #expect(bench.code == "activity.state_invalid")
        bench.send(#"PATCH /activities/c {"state":"ongoing"}"#)
        #expect(bench.activity("f")["state"] == "preempted")
        #expect(bench.send(#"PATCH /activities/f {"state":"ended"}"#)["state"] == "ended")
        let ongoing = bench.send("GET /activities?state=ongoing")["items"]?.arrayValue?.count
        #expect(ongoing == 5)
    }

    @Test("The fifty-first row is refused by POST and by upsert; a freed row makes room")
    func cap() {
        var bench = Bench()
        for number in 0..<50 { bench.send(#"POST /activities {"slug":"s\#(number)","name":"S"}"#) }
        bench.send(RequestTable.post)
        #expect(bench.last.status == 409)
        #expect(bench.code == "activity.limit_exceeded")
        bench.send(RequestTable.start)
        #expect(bench.code == "activity.limit_exceeded")
        bench.send(#"POST /activities {"slug":"s1","name":"T"}"#)
        #expect(bench.last.status == 201)
        bench.send("DELETE /activities/s2")
        bench.send(RequestTable.start)
        #expect(bench.last.status == 201)
    }

    @Test("An end clears the alarm and the animation, and forces media to stop on the card")
    func endEffects() {
        var bench = Bench()
        bench.send(
            #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic","end_date":$now+60,"live_progress":true,"alarm":true}}"#
        )
        let row = bench.send(#"PATCH /activities/a {"state":"ended"}"#)
        #expect(row["content"]?["alarm"] == nil)
        #expect(row["content"]?["live_progress"] == nil)
        bench.send(
            #"PATCH /activities/m?upsert=true {"state":"ongoing","content":{"template":"media","playback_state":"playing"}}"#
        )
        bench.send(#"PATCH /activities/m {"state":"ended"}"#)
        #expect(bench.card("m")?["content"]?["playback_state"] == "stopped")
        #expect(bench.activity("m")["content"]?["playback_state"] == "playing")
    }

    @Test("Pages of the list, sorted by slug, with an opaque cursor")
    func pagination() {
        var bench = Bench()
        for number in 10..<35 { bench.send(#"POST /activities {"slug":"s\#(number)","name":"S"}"#) }
        var slugs: [String] = []
        var target = "/activities?limit=10"
        var pages = 0
        while pages < 5 {
            let page = bench.send("GET \(target)")
            pages += 1
            slugs += (page["items"]?.arrayValue ?? []).compactMap { $0["slug"]?.stringValue }
            guard let next = page["next_cursor"]?.stringValue else { break }
            target = "/activities?limit=10&after=\(next)"
        }
        #expect(pages == 3)
        #expect(slugs == (10..<35).map { "s\($0)" })
    }

    @Test("What the server owns in content is taken out of requests, not refused")
    func stripped() {
        var bench = bench()
        let content = bench.send(
            #"PATCH /activities/a {"content":{"warning_pushed":true,"answer":{"option":"x"},"snoozed_until":5,"log_backlog":[]}}"#
        )["content"]
        #expect(bench.last.status == 200)
        #expect(content == ["template": "generic", "state": "Go"])
    }

    @Test("Unknown content is stored with a warning")
    func unknown() {
        var bench = bench()
        bench.send(#"PATCH /activities/a {"content":{"sparkle":1}}"#)
        #expect(bench.body["content"]?["sparkle"] == 1)
        #expect(bench.state["warnings"]?.arrayValue?.count == 1)
    }
}
