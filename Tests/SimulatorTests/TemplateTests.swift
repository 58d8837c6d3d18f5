import Simulator
import TestSupport
import Testing
import Values

@Suite("What the server makes of each template")
struct TemplateTests {
    private func started(_ content: String, _ more: String = "") -> Bench {
        var bench = Bench()
        bench.send(#"PATCH /activities/a?upsert=true {"state":"ongoing"\#(more),"content":\#(content)}"#)
        return bench
    }

    private func patch(_ bench: inout Bench, _ content: String) -> JSON {
        bench.send(#"PATCH /activities/a {"content":\#(content)}"#)["content"] ?? .null
    }

    @Test("Objects merge deep, null removes, arrays are replaced whole")
    func merge() {
        var bench = started(
            #"{"template":"generic","url_action":{"url":"https://x.example","method":"POST","headers":{"A":"1"}}}"#
        )
        let content = patch(&bench, #"{"url_action":{"url":"https://y.example","headers":{"B":"2"}}}"#)
        #expect(
            content["url_action"]
                == ["url": "https://y.example", "method": "POST", "headers": ["A": "1", "B": "2"]]
        )
        #expect(patch(&bench, #"{"url_action":null}"#)["url_action"] == nil)
    }

    @Test("A duration becomes a window from now; end_date wins over it")
    func duration() {
        var bench = started(#"{"template":"generic","duration":"1h30m"}"#)
        #expect(bench.body["content"]?["start_date"] == .int(bench.unix))
        #expect(bench.body["content"]?["end_date"] == .int(bench.unix + 5400))
        let content = patch(&bench, #"{"duration":60,"end_date":\#(bench.unix + 99)}"#)
        #expect(content["end_date"] == .int(bench.unix + 99))
    }

    @Test("timer is stored as countdown; it warns, completes and ends by itself")
    func countdown() {
        var bench = started(
            #"{"template":"timer","duration":100,"warning_threshold":10,"completion_message":"Out","state":"In"}"#
        )
        #expect(bench.body["content"]?["template"] == "countdown")
        bench.send("+89")
        #expect(bench.activity("a")["content"]?["warning_pushed"] == nil)
        bench.send("+1")
        #expect(bench.activity("a")["content"]?["warning_pushed"] == true)
        #expect(bench.card("a")?["content"]?["accent_color"] == "orange")
        bench.send("+10")
        let row = bench.activity("a")
        #expect(row["state"] == "ended")
        #expect(bench.card("a")?["content"]?["state"] == "Out")
        #expect(bench.card("a")?["content"]?["progress"] == 1)
        #expect(bench.card("a")?["end_reason"] == "completed")
    }

    @Test("A paused countdown waits; resuming shifts its window; any new window ends the pause")
    func pauseDown() {
        var bench = started(#"{"template":"countdown","duration":100}"#)
        let end = bench.unix + 100
        bench.send("+40")
        #expect(patch(&bench, #"{"paused":true}"#)["paused_at"] == .int(bench.unix))
        bench.send("+10")
        #expect(patch(&bench, #"{"paused":true}"#)["paused_at"] == .int(bench.unix - 10))
        bench.send("+490")
        #expect(bench.activity("a")["state"] == "ongoing")
        let resumed = patch(&bench, #"{"paused":false}"#)
        #expect(resumed["end_date"] == .int(end + 500))
        #expect(resumed["start_date"] == .int(end + 400))
        #expect(resumed["paused_at"] == nil)
        #expect(resumed["paused"] == nil)
        _ = patch(&bench, #"{"paused":true}"#)
        #expect(patch(&bench, #"{"end_date":\#(end + 500)}"#)["paused_at"] == nil)
        bench.send("+60")
        #expect(bench.activity("a")["state"] == "ended")
    }

    @Test("Counting up: a run begins now, pauses add up, another start begins again")
    func countUp() {
        var bench = started(#"{"template":"timer","direction":"up","goal":"90m"}"#)
        let start = bench.unix
        #expect(bench.body["content"]?["start_date"] == .int(start))
        #expect(bench.body["content"]?["goal"] == 5400)
        bench.send("+60")
        _ = patch(&bench, #"{"paused":true}"#)
        bench.send("+30")
        let resumed = patch(&bench, #"{"paused":false}"#)
        #expect(resumed["paused_seconds"] == 30)
        #expect(patch(&bench, #"{"start_date":\#(start)}"#)["paused_seconds"] == 30)
        let again = patch(&bench, #"{"start_date":\#(start + 5)}"#)
        #expect(again["paused_seconds"] == nil)
        #expect(patch(&bench, #"{"goal":null}"#)["goal"] == nil)
    }

    @Test("Switching direction drops what belongs to the other one")
    func directions() {
        var bench = started(
            #"{"template":"countdown","duration":600,"warning_threshold":5,"completion_message":"x","alarm":true}"#
        )
        bench.send("+10")
        let up = patch(&bench, #"{"direction":"up"}"#)
        #expect(up == ["template": "countdown", "direction": "up", "start_date": .int(bench.unix)])
        _ = patch(&bench, #"{"goal":60,"paused":true}"#)
        let down = patch(&bench, #"{"direction":"down","end_date":\#(bench.unix + 50)}"#)
        #expect(down == ["template": "countdown", "direction": "down", "end_date": .int(bench.unix + 50)])
    }

    @Test("Ending a count-up freezes its clock; a restart begins anew")
    func endUp() {
        var bench = started(#"{"template":"countdown","direction":"up"}"#)
        bench.send("+100")
        bench.send(#"PATCH /activities/a {"state":"ended"}"#)
        #expect(bench.card("a")?["content"]?["paused_at"] == .int(bench.unix))
        bench.send("+100")
        let row = bench.send(#"PATCH /activities/a {"state":"ongoing"}"#)
        #expect(row["content"]?["start_date"] == .int(bench.unix))
    }

    @Test("A count-up outlives eight hours, for three days")
    func longRun() {
        var bench = started(#"{"template":"countdown","direction":"up"}"#)
        bench.send("+200000")
        #expect(bench.activity("a")["state"] == "ongoing")
        bench.send("+60000")
        #expect(bench.activity("a")["state"] == "ended")
    }

    @Test("A gauge's progress is the server's")
    func gauge() {
        var bench = started(#"{"template":"gauge","value":5,"min_value":0,"max_value":10,"progress":0.9}"#)
        #expect(bench.body["content"]?["progress"] == 0.5)
        #expect(patch(&bench, #"{"value":10}"#)["progress"] == 1)
    }

    @Test("A timeline keeps a point of each update, seeded once, 300 at most; value-only pushes are low")
    func timeline() {
        var bench = started(
            #"{"template":"timeline","value":{"A":1},"history":{"A":[{"timestamp":\#(Bench.start - 60),"value":0}]}}"#
        )
        #expect(bench.body["content"]?["history"]?["A"]?.arrayValue?.count == 2)
        let content = patch(&bench, #"{"value":{"B":2},"history":{"A":[]}}"#)
        #expect(content["history"]?["A"]?.arrayValue?.count == 3)
        #expect(content["history"]?["B"]?.arrayValue?.count == 1)
        for number in 0..<400 { _ = patch(&bench, #"{"value":{"A":\#(number)}}"#) }
        #expect(bench.body["content"]?["history"]?["A"]?.arrayValue?.count == 300)
        #expect(bench.state["pushes"]?["low"] == 400)
        #expect(bench.state["pushes"]?["high"] == 1)
        let bytes = bench.card("a")?["payload_bytes"]?.intValue ?? 9999
        #expect(bytes <= 4096, "the push is thinned")
    }

    @Test("A log's backlog grows beyond its lines and is read on request")
    func log() {
        var bench = started(#"{"template":"log","lines":[{"text":"a"}]}"#)
        _ = patch(&bench, #"{"lines":[{"text":"b"},{"text":"a"}]}"#)
        _ = patch(&bench, #"{"lines":[{"text":"c"}]}"#)
        #expect(bench.activity("a")["content"]?["log_backlog"] == nil)
        let texts = bench.send("GET /activities/a?include=log_backlog")["content"]?["log_backlog"]?.arrayValue
        #expect(texts?.map { $0["text"] } == ["c", "b", "a"])
    }

    @Test("A position without its instant is of now; position-only pushes are low; progress mirrors it")
    func media() {
        var bench = started(
            #"{"template":"media","playback_state":"playing","position_seconds":10,"duration_seconds":40}"#
        )
        #expect(bench.body["content"]?["position_at"] == .int(bench.unix))
        #expect(bench.body["content"]?["progress"] == 0.25)
        bench.send("+5")
        #expect(patch(&bench, #"{"position_seconds":20}"#)["position_at"] == .int(bench.unix))
        #expect(bench.state["pushes"]?["low"] == 1)
        _ = patch(&bench, #"{"position_seconds":20,"volume":0.5}"#)
        #expect(bench.state["pushes"]?["high"] == 1)
    }

    @Test("A control that is pointed elsewhere without a method forgets the stored one")
    func repoint() {
        var bench = started(
            #"{"template":"media","controls":{"next":{"url":"https://x.example","method":"PUT","title":"N"}}}"#
        )
        let same = patch(&bench, #"{"controls":{"next":{"title":"M"}}}"#)
        #expect(same["controls"]?["next"]?["method"] == "PUT")
        let moved = patch(&bench, #"{"controls":{"next":{"url":"https://y.example"}}}"#)
        #expect(moved["controls"]?["next"] == ["url": "https://y.example", "title": "M"])
        #expect(patch(&bench, #"{"controls":{"next":null}}"#)["controls"] == [:])
    }

    @Test("A media push sheds whole buttons in the documented order")
    func shedding() {
        let big = ContentTable.run("x", 900)
        let slot = #"{"url":"https://x.example","body":"\#(big)"}"#
        var bench = started(
            #"{"template":"media","controls":{"play":\#(slot),"next":\#(slot),"previous":\#(slot),"stop":\#(slot),"extra":[{"url":"https://x.example","icon":"moon","body":"\#(big)"}]}}"#
        )
        let controls = bench.card("a")?["content"]?["controls"]?.objectValue
        #expect(controls?.keys.sorted() == ["next", "play", "previous"])
        #expect(bench.activity("a")["content"]?["controls"]?["stop"] != nil)
    }

    /// What a media push drops, in this order (section 8.9).
    private static let shed = [
        ["controls.extra"], ["controls.volume_down", "controls.volume_up"], ["controls.favorite"],
        ["controls.stop"], ["image_thumbhash"], ["image_url"], ["controls.previous", "controls.next"],
    ]

    @Test("The larger its buttons, the more of a media push is dropped, always the first in the order")
    func sheddingOrder() {
        var most = 0
        for size in stride(from: 50, through: 1000, by: 50) {
            let slot =
                #"{"url":"https://x.example/\#(Reference.run("x", size))","body":"\#(Reference.run("x", size))"}"#
            let slots = ["previous", "play_pause", "next", "stop", "favorite", "volume_down", "volume_up"]
                .map { #""\#($0)":\#(slot)"# }.joined(separator: ",")
            let extra =
                #""extra":[{"url":"https://x.example","icon":"moon","body":"\#(Reference.run("x", size))"}]"#
            var bench = started(
                #"{"template":"media","media_title":"M","image_url":"https://x.example/\#(Reference.run("x", 300))","image_thumbhash":"3PcNNYSFeXh/d3eld0iHZoZgVwh2","controls":{\#(slots),\#(extra)}}"#
            )
            let row = bench.activity("a")
            let card = bench.card("a")
            func isThere(_ path: String, in content: JSON?) -> Bool {
                path.split(separator: ".").reduce(content) { $0?[String($1)] } != nil
            }
            let gone = Self.shed.prefix { !isThere($0[0], in: card?["content"]) }.count
            for (place, names) in Self.shed.enumerated() {
                for name in names {
                    #expect(isThere(name, in: card?["content"]) == (place >= gone), "\(size): \(name)")
                    #expect(isThere(name, in: row["content"]), "\(size): what is stored stays")
                }
            }
            #expect(isThere("controls.play_pause", in: card?["content"]))
            #expect((card?["payload_bytes"]?.intValue ?? 0) <= 4096 || gone == Self.shed.count)
            #expect(gone >= most, "\(size)")
            most = gone
        }
        #expect(most == Self.shed.count)
    }

    @Test("Of a long log the newest lines that fit are pushed")
    func longLog() {
        let lines = (0..<20).map { #"{"text":"\#($0) \#(Reference.run("x", 500))"}"# }.joined(separator: ",")
        var bench = started(#"{"template":"log","lines":[\#(lines)]}"#)
        let stored = bench.activity("a")["content"]?["lines"]?.arrayValue ?? []
        let pushed = bench.card("a")?["content"]?["lines"]?.arrayValue ?? []
        #expect(stored.count == 20)
        #expect(!pushed.isEmpty && pushed == Array(stored.prefix(pushed.count)))
        #expect((bench.card("a")?["payload_bytes"]?.intValue ?? 9999) <= 4096)
    }

    @Test("Leaving media clears its members; leaving an image template clears the image")
    func leaving() {
        var bench = started(
            #"{"template":"media","media_title":"A","image_url":"https://x.example/a","controls":{},"state":"s"}"#
        )
        let content = patch(&bench, #"{"template":"alert","severity":"info"}"#)
        #expect(content == ["template": "alert", "state": "s", "severity": "info"])
    }

    @Test("An approval at its deadline records the expired answer and ends")
    func deadline() {
        var bench = started(
            #"{"template":"approval","end_date":\#(Bench.start + 60),"on_expire":"a","options":[{"id":"a","title":"A"},{"id":"b","title":"B"}]}"#
        )
        #expect(bench.body["content"]?["answer_round"] == 1)
        bench.send("+60")
        let row = bench.activity("a")
        #expect(row["content"]?["answer"] == ["option": "a", "at": .int(bench.unix), "by": "expired"])
        #expect(row["state"] == "ended")
    }

    @Test(
        "A tap answers an approval, which ends soon; the same options keep the answer, others start a round"
    )
    func rounds() {
        let options = #"[{"id":"a","title":"A"},{"id":"b","title":"B"}]"#
        var bench = started(#"{"template":"approval","options":\#(options)}"#)
        let report = bench.send(#"POST /_sim/tap {"slug":"a","action":"options.1"}"#)
        #expect(report["result"] == "recorded")
        #expect(bench.activity("a")["content"]?["answer"]?["option"] == "b")
        #expect(bench.body["content"]?["answer"]?["by"] == "user")
        #expect(bench.send(#"POST /_sim/tap {"slug":"a","action":"options.a"}"#)["result"] == "ignored")
        bench.send("+5")
        #expect(bench.activity("a")["state"] == "ended")
        bench.send(#"PATCH /activities/a {"state":"ongoing","content":{"options":\#(options)}}"#)
        #expect(bench.body["content"]?["answer"]?["option"] == "b")
        #expect(bench.body["content"]?["answer_round"] == 1)
        let fresh = patch(&bench, #"{"options":[{"id":"c","title":"C"},{"id":"b","title":"B"}]}"#)
        #expect(fresh["answer"] == nil)
        #expect(fresh["answer_round"] == 2)
    }

    @Test("Steps drop stored arrays when their number changes")
    func steps() {
        var bench = started(
            #"{"template":"steps","total_steps":2,"current_step":1,"step_labels":["a","b"],"step_rows":[1,2]}"#
        )
        let content = patch(&bench, #"{"total_steps":1,"step_rows":[3]}"#)
        #expect(content["step_labels"] == nil)
        #expect(content["step_rows"] == [3])
    }

    @Test("Legacy URLs stay off the push where a structured action is")
    func legacy() {
        var bench = started(
            #"{"template":"generic","url":"https://x.example","url_action":{"url":"https://y.example"}}"#
        )
        #expect(bench.card("a")?["content"]?["url"] == nil)
        #expect(bench.activity("a")["content"]?["url"] == "https://x.example")
    }
}
