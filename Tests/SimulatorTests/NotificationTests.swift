import JSONReader
import Simulator
import TestSupport
import Testing
import Values

@Suite("Notifications, answers, receipts and schedules")
struct NotificationTests {
    @Test("The response echoes, tells of delivery, and whether an answer is recorded")
    func response() {
        var bench = Bench()
        let sent = bench.send(
            NotificationTable.post(
                #""subtitle":"S","media":{"url":"https://x.example/a","type":"video"},"metadata":{"a":"b"}"#
            )
        )
        #expect(sent["id"] == 4001)
        #expect(sent["title"] == "T")
        #expect(sent["media_url"] == "https://x.example/a")
        #expect(sent["media_type"] == "video")
        #expect(sent["level"] == "active")
        #expect(sent["pushed"] == true)
        #expect(sent["delivery"] == "all")
        #expect(sent["answerable"] == nil)
        #expect(bench.send(NotificationTable.action(""))["answerable"] == true)
        #expect(bench.send(NotificationTable.action(#""foreground":true"#))["answerable"] == nil)
        let quiet = bench.send(NotificationTable.post(#""push":false"#))
        #expect(quiet["delivery"] == "none")
        #expect(quiet["reason"] == "push_disabled")
        #expect(quiet["pushed"] == false)
    }

    @Test("Without a device nothing is delivered")
    func noDevice() {
        var bench = Bench(Configuration(devices: 0))
        #expect(bench.send(NotificationTable.post())["reason"] == "no_apns_token")
        #expect(bench.state["notifications"] == [])
    }

    @Test("The newest is shown first, one with the same collapse_id is replaced")
    func collapse() {
        var bench = Bench()
        bench.send(#"POST /notifications {"title":"1","body":"B","collapse_id":"c"}"#)
        bench.send(#"POST /notifications {"title":"2","body":"B"}"#)
        bench.send(#"POST /notifications {"title":"3","body":"B","collapse_id":"c"}"#)
        let titles = bench.state["notifications"]?.arrayValue?.map { $0["title"] }
        #expect(titles == ["3", "2"])
    }

    @Test("The first recorded tap answers, with its reply; later ones are ignored")
    func answers() {
        var bench = Bench()
        bench.send(
            NotificationTable.post(
                #""actions":[{"id":"yes","title":"Y"},{"id":"note","title":"N","text_input":true}]"#
            )
        )
        #expect(bench.send("GET /notifications/answers/4001")["status"] == "pending")
        let tap = bench.send(#"POST /_sim/tap {"notification":4001,"action":"note","text":"18.5"}"#)
        #expect(tap["result"] == "recorded")
        let answer = bench.send("GET /notifications/answers/4001")
        #expect(answer["status"] == "answered")
        #expect(answer["action_id"] == "note")
        #expect(answer["text"] == "18.5")
        #expect(answer["answered_at"] == "2026-11-18T17:30:00Z")
        #expect(bench.send(#"POST /_sim/tap {"notification":4001,"action":"yes"}"#)["result"] == "ignored")
    }

    @Test("An alert repeats until it expires")
    func expires() {
        var bench = Bench()
        let sent = bench.send(
            NotificationTable.post(
                #""acknowledge":{"repeat_seconds":30,"expire_seconds":100},"tags":["a","a"]"#
            )
        )
        #expect(sent["receipt"]?["status"] == "active")
        #expect(sent["receipt"]?["tags"] == ["a"])
        #expect(sent["actions"]?.arrayValue?.first?["id"] == "pw_ack")
        #expect(sent["answerable"] == true)
        bench.send("+95")
        #expect(bench.send("GET /notifications/receipts/4001")["repeats_sent"] == 3)
        bench.send("+5")
        #expect(bench.send("GET /notifications/receipts/4001")["status"] == "expired")
        #expect(bench.state["notifications"]?.arrayValue?.first?["times"] == 4)
        bench.send("+604801")
        bench.send("GET /notifications/receipts/4001")
        #expect(bench.code == "notification_receipt.not_found")
    }

    @Test("An alert repeats 50 times at most")
    func fiftyRepeats() {
        var bench = Bench()
        bench.send(NotificationTable.post(#""acknowledge":{"repeat_seconds":30,"expire_seconds":10800}"#))
        bench.send("+10000")
        #expect(bench.send("GET /notifications/receipts/4001")["repeats_sent"] == 50)
        #expect(bench.body["status"] == "active")
    }

    @Test("A tap on a url-less action acknowledges")
    func acknowledged() {
        var bench = Bench()
        bench.send(NotificationTable.post(#""acknowledge":{"action_title":"On it"}"#))
        bench.send(#"POST /_sim/tap {"notification":4001,"action":"pw_ack"}"#)
        let receipt = bench.send("GET /notifications/receipts/4001")
        #expect(receipt["status"] == "acknowledged")
        #expect(receipt["action_id"] == "pw_ack")
        #expect(receipt["acknowledged_at"] != nil)
        bench.send("+600")
        #expect(bench.state["notifications"]?.arrayValue?.first?["times"] == 1)
    }

    @Test("Cancelling by id is idempotent, by tag counts, a same collapse_id supersedes")
    func cancels() {
        var bench = Bench()
        for collapse in ["x", "y", "z"] {
            bench.send(
                NotificationTable.post(#""acknowledge":{},"tags":["leak"],"collapse_id":"\#(collapse)""#)
            )
        }
        #expect(bench.send("POST /notifications/receipts/4001/cancel")["cancel_reason"] == "api")
        #expect(bench.send("POST /notifications/receipts/4001/cancel")["cancel_reason"] == "api")
        #expect(bench.send(#"POST /notifications/receipts/cancel {"tag":"leak"}"#) == ["canceled": 2])
        bench.send(NotificationTable.post(#""acknowledge":{},"collapse_id":"w""#))
        bench.send(NotificationTable.post(#""acknowledge":{},"collapse_id":"w""#))
        let first = bench.send("GET /notifications/receipts/4004")
        #expect(first["status"] == "canceled")
        #expect(first["cancel_reason"] == "superseded")
    }

    @Test("A schedule sends when its time comes and is charged then")
    func schedule() {
        var bench = Bench(Configuration(requestsPerMinute: nil))
        bench.send(
            #"POST /notifications/scheduled {"title":"T","body":"B","send_at":"2026-11-18T18:00:00Z"}"#
        )
        #expect(bench.body["status"] == "scheduled")
        #expect(bench.send("GET /auth/me")["notifications_used"] == 0)
        bench.send("+1800")
        let sent = bench.send("GET /notifications/scheduled/101")
        #expect(sent["status"] == "sent")
        #expect(sent["notification_id"] == 4001)
        #expect(bench.send("GET /auth/me")["notifications_used"] == 1)
        #expect(bench.state["notifications"]?.arrayValue?.count == 1)
    }

    @Test("A series goes on by its cron until its count is reached")
    func series() {
        var bench = Bench()
        bench.send(
            #"POST /notifications/scheduled {"title":"T","body":"B","recurrence":{"cron":"0 19 * * *","timezone":"UTC","count":3}}"#
        )
        #expect(bench.body["send_at"] == "2026-11-18T19:00:00Z")
        bench.send("+90000")
        #expect(bench.send("GET /notifications/scheduled/101")["send_at"] == "2026-11-19T19:00:00Z")
        bench.send("+400000")
        let over = bench.send("GET /notifications/scheduled/101")
        #expect(over["status"] == "sent")
        #expect(over["occurrence"] == 3)
    }

    @Test("An exhausted quota refuses to schedule, and fails what is due")
    func exhausted() {
        var bench = Bench(Configuration(requestsPerMinute: nil))
        let line = #"POST /notifications/scheduled {"title":"T","body":"B","send_at":"2026-11-18T18:00:00Z"}"#
        bench.send(line)
        bench.send(#"POST /_sim/quota {"kind":"notifications","used":500}"#)
        bench.send(line)
        #expect(bench.code == "quota.exceeded")
        bench.send("+1800")
        #expect(bench.send("GET /notifications/scheduled/101")["failure_reason"] == "quota_exceeded")
    }
}
