import JSONReader
import Simulator
import TestSupport
import Testing
import Values

@Suite("Taps, faults, holds and the log")
struct ControlTests {
    private static func card(_ content: String) -> Bench {
        var bench = Bench()
        bench.send(#"PATCH /activities/a?upsert=true {"state":"ongoing","content":\#(content)}"#)
        return bench
    }

    private func tap(_ bench: inout Bench, _ order: JSON) -> Tap {
        bench.simulator.tap(order, at: bench.instant, parseJSON: JSONReader.parser)
    }

    static let shapes: [(action: String, result: String)] = [
        (#"{"url":"homeassistant://a"}"#, "opens_app"), (#"{"url":"https://x.example"}"#, "opens_url"),
        (#"{"url":"https://x.example","foreground":true}"#, "opens_url"),
        (#"{"url":"https://x.example","foreground":true,"method":"POST"}"#, "opens_url"),
        (#"{"url":"https://x.example","method":"POST"}"#, "webhook"),
        (#"{"url":"https://x.example","headers":{"A":"b"}}"#, "webhook"),
        (#"{"url":"https://x.example","body":"x"}"#, "webhook"),
        (#"{"url":"https://x.example","foreground":false}"#, "ignored"),
        (#"{"url":"https://x.example","foreground":false,"method":"GET"}"#, "webhook"),
    ]

    @Test("A tap on a card's button does what the action's shape says", arguments: shapes)
    func shape(_ row: (action: String, result: String)) {
        var bench = Self.card(#"{"template":"generic","url_action":\#(row.action)}"#)
        let tap = tap(&bench, ["slug": "a", "action": "url_action"])
        #expect(tap.report["result"] == .string(row.result))
        #expect((tap.request != nil) == (row.result == "webhook"))
    }

    @Test("A webhook is sent with its method, headers, body, query, and a content type where none is given")
    func request() throws {
        var bench = Self.card(
            #"{"template":"generic","tap_action":{"url":"https://x.example/h?a=1&b=c%20d","method":"PUT","headers":{"X-A":"b"},"body":"{}"}}"#
        )
        let request = try #require(tap(&bench, ["slug": "a", "action": "tap_action"]).request)
        #expect(request.method == "PUT")
        #expect(request.target == "https://x.example/h")
        #expect(request.query == [.init("a", "1"), .init("b", "c d")])
        #expect(request.headers == [.init("X-A", "b"), .init("Content-Type", "application/json")])
        #expect(request.body == Array("{}".utf8))
    }

    @Test("Media controls and approval options are silent and POST by default; tiles are like buttons")
    func slots() throws {
        var bench = Self.card(
            #"{"template":"media","controls":{"next":{"url":"https://x.example"},"stop":{"url":"app://stop"},"extra":[{"url":"https://x.example/e","icon":"moon","method":"GET"}]}}"#
        )
        #expect(tap(&bench, ["slug": "a", "action": "controls.next"]).request?.method == "POST")
        #expect(tap(&bench, ["slug": "a", "action": "controls.extra.0"]).request?.method == "GET")
        #expect(tap(&bench, ["slug": "a", "action": "controls.stop"]).report["result"] == "opens_app")
        #expect(tap(&bench, ["slug": "a", "action": "controls.pause"]).status == 404)
        bench = Self.card(
            #"{"template":"approval","options":[{"id":"a","title":"A","url":"https://x.example"},{"id":"b","title":"B"}]}"#
        )
        #expect(tap(&bench, ["slug": "a", "action": "options.0"]).request?.method == "POST")
        #expect(bench.activity("a")["content"]?["answer"] == nil)
        bench = Self.card(
            #"{"template":"board","tiles":[{"label":"A","value":"1"},{"label":"B","value":"2","url_action":{"url":"https://x.example","method":"DELETE"}}]}"#
        )
        #expect(tap(&bench, ["slug": "a", "action": "tiles.1.url_action"]).request?.method == "DELETE")
        #expect(tap(&bench, ["slug": "zz", "action": "tap_action"]).status == 404)
    }

    @Test("A bare URL in a notification or a widget is a silent GET")
    func silent() {
        var bench = Bench()
        bench.send(NotificationTable.action(#""url":"https://x.example""#))
        #expect(tap(&bench, ["notification": 4001, "action": "a"]).request?.method == "GET")
        bench.send(WidgetTable.post(#""template":"value","tap_action":{"url":"https://x.example"}"#))
        #expect(tap(&bench, ["widget": "w", "action": "tap_action"]).request?.method == "GET")
        bench.send(
            NotificationTable.post(#""actions":[{"id":"f","title":"F","foreground":true}],"url":"app://x""#)
        )
        #expect(tap(&bench, ["notification": 4002, "action": "f"]).report["result"] == "opens_app")
        #expect(tap(&bench, ["notification": 4002, "action": "tap"]).report["url"] == "app://x")
        #expect(tap(&bench, ["notification": 4002, "action": "none"]).status == 404)
    }

    static let replies: [(body: String, sent: String)] = [
        (#","body":"say {{input}}","headers":{"Content-Type":"text/plain"}"#, "say a \"b\""),
        (#","body":"{\"t\":\"{{input}}\"}""#, #"{"t":"a \"b\""}"#),
        (#","body":"{\"k\":1}""#, #"{"k":1,"text":"a \"b\""}"#),
        (#","body":"other""#, #"{"text":"a \"b\""}"#),
        ("", #"{"text":"a \"b\""}"#),
    ]

    @Test("A typed reply replaces {{input}}, else it is sent as text", arguments: replies)
    func reply(_ row: (body: String, sent: String)) throws {
        var bench = Bench()
        bench.send(
            NotificationTable.action(
                #""url":"https://x.example","method":"POST","text_input":true\#(row.body)"#
            )
        )
        let tap = tap(&bench, ["notification": 4001, "action": "a", "text": "a \"b\""])
        #expect(String(decoding: try #require(tap.request).body, as: UTF8.self) == row.sent)
    }

    @Test("Dismissing deletes the row and the card")
    func dismiss() {
        var bench = Self.card(#"{"template":"generic"}"#)
        bench.send(#"POST /_sim/dismiss {"slug":"a"}"#)
        #expect(bench.card("a") == nil)
        bench.send("PATCH /activities/a {}")
        #expect(bench.code == "activity.not_found")
    }

    @Test("A fault answers in the server's place, as often as asked, where it matches")
    func faults() {
        var bench = Bench()
        bench.send(
            #"POST /_sim/faults {"method":"PATCH","path":"/activities","status":429,"code":"rate_limit.exceeded","headers":{"Retry-After":"7"},"times":2}"#
        )
        bench.send("GET /activities")
        #expect(bench.last.status == 200)
        for _ in 0..<2 {
            bench.send(RequestTable.start)
            #expect(bench.last.status == 429)
            #expect(bench.code == "rate_limit.exceeded")
            #expect(bench.last.header("Retry-After") == "7")
        }
        bench.send(RequestTable.start)
        #expect(bench.last.status == 201)
        bench.send(#"POST /_sim/faults {"status":502,"body":"<html>"}"#)
        bench.send("GET /activities")
        #expect(bench.last.status == 502)
        #expect(bench.last.body == Array("<html>".utf8))
        bench.send(#"POST /_sim/faults {"status":99}"#)
        #expect(bench.last.status == 422)
        #expect(bench.send("GET /_sim/faults") == ["faults": 0])
    }

    @Test("A dropped answer is stored or not, as asked; a delay carries the request out")
    func drops() {
        var bench = Bench()
        let request = HTTPRequest(
            method: "PATCH",
            target: "/activities/a",
            query: [.init("upsert", "true")],
            headers: [
                .init("Authorization", "Bearer \(bench.token)"),
                .init("Content-Type", "application/merge-patch+json"),
            ],
            body: Array("{}".utf8)
        )
        func send() -> Outcome {
            bench.simulator.handle(
                request,
                at: bench.instant,
                parseJSON: JSONReader.parser,
                holdsWaits: false
            )
        }
        bench.send(#"POST /_sim/faults {"drop":"before"}"#)
        #expect(send().dropsConnection)
        #expect(bench.state["activities"] == [])
        bench.send(#"POST /_sim/faults {"drop":"after"}"#)
        #expect(send().dropsConnection)
        #expect(bench.state["activities"]?.arrayValue?.count == 1)
        bench.send(#"POST /_sim/faults {"delay":1.5}"#)
        let late = send()
        #expect(late.delay == .milliseconds(1500))
        #expect(late.response.status == 200)
        #expect(!late.dropsConnection)
    }

    @Test("A wait is held until the answer, or until its time is over; too many are refused")
    func holds() {
        var bench = Bench()
        bench.send(NotificationTable.action(""))
        func wait(_ target: String) -> Outcome {
            let request = HTTPRequest(
                method: "GET",
                target: target,
                headers: [.init("Authorization", "Bearer \(bench.token)")]
            )
            return bench.simulator.handle(
                request,
                at: bench.instant,
                parseJSON: JSONReader.parser,
                holdsWaits: true
            )
        }
        let holds = (0..<3).map { wait("/notifications/answers/4001?wait=\($0 + 5)").hold }
        #expect(!holds.contains(nil))
        let refused = wait("/notifications/answers/4001?wait=5").response
        #expect(refused.status == 429)
        let problem = try? JSONReader.parser(refused.body)
        #expect(problem?["code"] == "answer_wait.limit_exceeded")
        #expect(problem?["retry_after_ms"] == 2000)
        #expect(wait("/notifications/answers/4001").hold == nil)
        #expect(bench.simulator.settleHolds(at: bench.instant).isEmpty)
        bench.now += 5
        let over = bench.simulator.settleHolds(at: bench.instant)
        #expect(over.map(\.hold) == [holds[0]])
        bench.send(#"POST /_sim/tap {"notification":4001,"action":"a"}"#)
        let answered = bench.simulator.settleHolds(at: bench.instant)
        #expect(answered.count == 2)
        let body = answered.first.flatMap { try? JSONReader.parser($0.response.body) }
        #expect(body?["status"] == "answered")
        #expect(wait("/notifications/answers/4001?wait=5").hold == nil)
    }

    @Test("The log tells each request once, bounded, and from a number on")
    func log() {
        var bench = Bench(Configuration(plan: .unlimited, requestsPerMinute: nil, maxLoggedRequests: 10))
        bench.send(RequestTable.start)
        bench.send(#"PATCH /activities/a {"sound":"x"}"#)
        let log = bench.send("GET /_sim/requests")
        #expect(log["last"] == 2)
        let first = log["requests"]?.arrayValue?.first
        #expect(first?["method"] == "PATCH")
        #expect(first?["path"] == "/activities/a")
        #expect(first?["query"] == ["upsert": "true"])
        #expect(first?["body"]?["state"] == "ongoing")
        #expect(first?["status"] == 201)
        for _ in 0..<100 { bench.send("GET /activities") }
        let newest = bench.send("GET /_sim/requests?since=100")["requests"]?.arrayValue
        #expect(newest?.map { $0["n"] } == [101, 102])
        #expect(bench.send("GET /_sim/requests")["requests"]?.arrayValue?.count == 10)
    }

    @Test("Reset forgets everything but the clock")
    func reset() {
        var bench = Bench()
        bench.send(RequestTable.start)
        bench.send("POST /_sim/reset")
        #expect(bench.state["activities"] == [])
        #expect(bench.state["now"] == "2026-11-18T17:30:00Z")
    }

    @Test("Keys can be added, and revoked")
    func keys() {
        var bench = Bench()
        bench.send(#"POST /_sim/keys {"token":"hlk_new","activities":"read"}"#)
        bench.token = "hlk_new"
        bench.send("GET /activities")
        #expect(bench.last.status == 200)
        bench.send(#"POST /_sim/keys {"token":"hlk_new","revoke":true}"#)
        bench.send("GET /activities")
        #expect(bench.code == "token.invalid")
    }
}

@Suite("What the person does on the phone")
struct PhoneTests {
    @Test("A snooze moves the end of an alarm")
    func snooze() {
        var bench = Bench()
        bench.send(
            #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic","end_date":$now+60,"alarm":true,"snooze_seconds":120}}"#
        )
        let row = bench.send(#"POST /_sim/snooze {"slug":"a"}"#)
        #expect(row["content"]?["end_date"] == .int(bench.unix + 180))
        #expect(row["content"]?["snoozed_until"] == .int(bench.unix + 180))
        bench.send(#"POST /_sim/snooze {"slug":"b"}"#)
        #expect(bench.last.status == 404)
    }

    @Test("A recurrence keeps its wall-clock time in a zone that is known")
    func zones() {
        var configuration = Configuration(plan: .unlimited)
        configuration.utcOffset = { zone, instant in
            zone == "Europe/Berlin" ? (instant.wholeSeconds < Bench.start + 86_400 ? 7200 : 3600) : nil
        }
        var bench = Bench(configuration)
        bench.send(
            #"POST /notifications/scheduled {"title":"T","body":"B","recurrence":{"cron":"0 20 * * *","timezone":"Europe/Berlin"}}"#
        )
        #expect(bench.body["send_at"] == "2026-11-18T18:00:00Z")
        bench.send("+1801")
        bench.send("GET /notifications/scheduled/101")
        #expect(bench.body["send_at"] == "2026-11-19T19:00:00Z")
        bench.send(
            #"POST /notifications/scheduled {"title":"T","body":"B","recurrence":{"cron":"@daily","timezone":"Mars/Base"}}"#
        )
        #expect(bench.code == "scheduled_notification.invalid")
    }

    @Test("The cap of rows tells when to come back")
    func capRetry() {
        var bench = Bench()
        for number in 0..<50 { bench.send(#"POST /activities {"slug":"s\#(number)","name":"S"}"#) }
        let problem = bench.send(RequestTable.post)
        #expect(problem["retry_after_ms"] == 3000)
        #expect(bench.last.header("Retry-After") == "3")
    }
}
