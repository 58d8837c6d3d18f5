import JSONReader
import Simulator
import TestSupport
import Testing
import Values

@Suite("Keys, quotas and rates")
struct AccountTests {
    private func keyed(
        _ activities: Key.ActivityLevel = .none,
        _ notifications: Key.NotificationLevel = .none,
        _ widgets: Key.WidgetLevel = .none,
        slugs: [String]? = nil,
        expires: Timestamp? = nil
    ) -> Bench {
        let key = Key(
            token: "hlk_other",
            id: "other",
            name: "Other",
            activities: activities,
            notifications: notifications,
            widgets: widgets,
            activitySlugs: slugs,
            widgetSlugs: slugs,
            expiresAt: expires
        )
        var bench = Bench(Configuration(keys: [key], plan: .unlimited, requestsPerMinute: nil))
        for slug in ["a", "b"] { bench.send(#"POST /activities {"slug":"\#(slug)","name":"A"}"#) }
        bench.send(WidgetTable.value)
        bench.token = "hlk_other"
        return bench
    }

    @Test("A missing or unknown token is 401 token.invalid, an expired key says so")
    func tokens() {
        var bench = Bench()
        bench.token = "hlk_wrong"
        bench.send("GET /auth/me")
        #expect(bench.last.status == 401)
        #expect(bench.code == "token.invalid")
        bench.token = ""
        bench.send("GET /activities")
        #expect(bench.code == "token.invalid")
        bench = keyed(.manage, expires: Timestamp(unixSeconds: Double(Bench.start + 10)))
        bench.send("GET /auth/me")
        #expect(bench.last.status == 200)
        bench.send("+10")
        bench.send("GET /auth/me")
        #expect(bench.last.status == 401)
        #expect(bench.code == "integration_key.expired")
    }

    static let denials: [(Key.ActivityLevel, Key.NotificationLevel, Key.WidgetLevel, String)] = [
        (.none, .none, .none, "GET /activities"), (.none, .none, .none, "GET /activities/a"),
        (.read, .none, .none, "PATCH /activities/a {}"), (.update, .none, .none, "DELETE /activities/a"),
        (.update, .none, .none, #"POST /activities {"slug":"a","name":"A"}"#),
        (.manage, .none, .none, #"POST /notifications {"title":"T","body":"B"}"#),
        (.manage, .none, .none, "GET /notifications/answers/1"),
        (.manage, .none, .none, "GET /notifications/receipts/1"),
        (.manage, .send, .none, "GET /notifications/scheduled"),
        (.none, .send, .none, #"POST /notifications {"title":"T","body":"B","activity_slug":"a"}"#),
        (.manage, .schedule, .none, "GET /widgets"), (.manage, .schedule, .none, "GET /widgets/w"),
        (.manage, .schedule, .read, WidgetTable.value),
        (.manage, .schedule, .read, #"PATCH /widgets/w {"content":{"value":2}}"#),
        (.manage, .schedule, .read, "DELETE /widgets/w"),
    ]

    @Test("Each level refuses what is above it", arguments: denials)
    func denied(_ denial: (Key.ActivityLevel, Key.NotificationLevel, Key.WidgetLevel, String)) {
        var bench = keyed(denial.0, denial.1, denial.2)
        bench.send(denial.3)
        #expect(bench.last.status == 403)
        #expect(bench.code == "integration_key.permission_denied")
        bench.send("GET /auth/me")
        #expect(bench.last.status == 200)
        #expect(bench.body["integration_key"]?["permissions"]?["activities"] == .string(denial.0.rawValue))
    }

    @Test("An update key patches what exists and cannot create by upsert")
    func upsert() {
        var bench = keyed(.update)
        bench.send("PATCH /activities/a?upsert=true {}")
        #expect(bench.last.status == 200)
        bench.send("PATCH /activities/z?upsert=true {}")
        #expect(bench.last.status == 403)
        #expect(bench.code == "activity.upsert_forbidden")
    }

    @Test("A key may be limited to slugs and prefixes")
    func slugs() {
        var bench = keyed(.manage, .send, .write, slugs: ["a", "zone-*"])
        bench.send("GET /activities/a")
        #expect(bench.last.status == 200)
        bench.send("PATCH /activities/zone-1?upsert=true {}")
        #expect(bench.last.status == 201)
        for line in ["GET /activities/b", "PATCH /activities/b {}", "DELETE /activities/b", "GET /widgets/w"]
        {
            bench.send(line)
            #expect(bench.last.status == 403)
            #expect(bench.code == "integration_key.slug_invalid")
        }
        #expect(bench.send("GET /activities")["items"]?.arrayValue?.count == 2)
    }

    @Test("Answers are read only with the key that sent the notification")
    func foreignAnswers() {
        var bench = keyed(.none, .send)
        bench.send(NotificationTable.action(""))
        bench.token = Configuration.defaultToken
        bench.send("GET /notifications/answers/4001")
        #expect(bench.code == "notification_answer.not_found")
    }

    static let metered: [(kind: String, request: String, status: Int)] = [
        ("live_activity_updates", RequestTable.post, 201),
        ("live_activity_updates", "PATCH /activities/b {}", 200),
        ("notifications", #"POST /notifications {"title":"T","body":"B"}"#, 201),
        ("widget_updates", #"PATCH /widgets/w {"content":{}}"#, 200),
    ]

    @Test(
        "Each metered request counts, the last allowed one passes, the next is quota.exceeded",
        arguments: metered
    )
    func quota(_ row: (kind: String, request: String, status: Int)) {
        var bench = Bench(Configuration(requestsPerMinute: nil))
        bench.send(#"POST /activities {"slug":"b","name":"B"}"#)
        bench.send(WidgetTable.value)
        bench.send(#"POST /_sim/quota {"kind":"\#(row.kind)","used":9,"limit":10}"#)
        bench.send(row.request)
        #expect(bench.last.status == row.status)
        let problem = bench.send(row.request)
        #expect(bench.last.status == 429)
        #expect(problem["code"] == "quota.exceeded")
        #expect(problem["kind"] == .string(row.kind))
        #expect(problem["used"] == 10)
        #expect(problem["limit"] == 10)
        #expect(problem["reset_at"] == "2026-12-01T00:00:00Z")
        let seconds = 1_796_083_200 - bench.unix
        #expect(bench.last.header("Retry-After") == String(seconds))
        #expect(problem["retry_after_ms"] == .int(seconds * 1000))
        bench.send("+\(seconds)")
        bench.send(row.request)
        #expect(bench.last.status == row.status, "a new month")
    }

    @Test("Reads, deletes, POST of a widget and refused requests cost nothing")
    func free() {
        var bench = Bench(Configuration())
        bench.send(RequestTable.post)
        bench.send(WidgetTable.value)
        for line in [
            "GET /activities/a", #"PATCH /activities/a {"sound":"x"}"#, "PATCH /activities/zz {}",
            "DELETE /activities/a",
        ] {
            bench.send(line)
        }
        let account = bench.send("GET /auth/me")
        #expect(account["live_activity_updates_used"] == 1)
        #expect(account["live_activity_updates_limit"] == 250)
        #expect(account["widget_updates_used"] == 0)
        #expect(account["notifications_limit"] == 500)
        #expect(account["quota_period_month"] == 202_611)
        #expect(account["quota_resets_at"] == "2026-12-01T00:00:00Z")
        #expect(account["subscribed"] == false)
    }

    @Test("A paid account has no update limit and a daily one for notifications")
    func paid() {
        var bench = Bench(Configuration(plan: .paid, requestsPerMinute: nil))
        let account = bench.send("GET /auth/me")
        #expect(account["live_activity_updates_limit"] == nil)
        #expect(account["notifications_limit"] == 5000)
        #expect(account["quota_resets_at"] == "2026-11-19T00:00:00Z")
        bench.send(#"POST /_sim/quota {"kind":"notifications","used":5000}"#)
        bench.send(NotificationTable.post())
        #expect(bench.body["reset_at"] == "2026-11-19T00:00:00Z")
        bench.send("+23400")
        bench.send(NotificationTable.post())
        #expect(bench.last.status == 201)
    }

    @Test("The 201st request of a minute is refused, for a minute, per source")
    func rate() {
        var bench = Bench(Configuration(plan: .unlimited))
        for _ in 0..<200 { bench.send("GET /activities") }
        #expect(bench.last.status == 200)
        let problem = bench.send("GET /activities")
        #expect(bench.last.status == 429)
        #expect(problem["code"] == "rate_limit.exceeded")
        #expect(problem["retry_after_ms"] == 60_000)
        #expect(bench.last.header("Retry-After") == "60")
        bench.send("GET /health")
        #expect(bench.last.status == 200)
        bench.source = "192.0.2.7"
        bench.send("GET /activities")
        #expect(bench.last.status == 200, "another source")
        bench.source = nil
        bench.send("+59")
        bench.send("GET /activities")
        #expect(bench.last.status == 429)
        bench.send("+1")
        bench.send("GET /activities")
        #expect(bench.last.status == 200)
    }

    @Test("Fifty widgets, 25 schedules and 25 repeating alerts are the most")
    func caps() {
        var bench = Bench()
        for number in 0..<50 { bench.send(WidgetTable.value.replacing(#""w""#, with: #""w\#(number)""#)) }
        bench.send(WidgetTable.value)
        #expect(bench.last.status == 429)
        #expect(bench.code == "widget.limit_exceeded")
        for _ in 0..<25 {
            bench.send(
                #"POST /notifications/scheduled {"title":"T","body":"B","send_at":"2026-12-01T00:00:00Z"}"#
            )
        }
        #expect(bench.last.status == 201)
        bench.send(
            #"POST /notifications/scheduled {"title":"T","body":"B","send_at":"2026-12-01T00:00:00Z"}"#
        )
        #expect(bench.last.status == 409)
        #expect(bench.code == "scheduled_notification.limit_exceeded")
        for number in 0..<25 {
            bench.send(NotificationTable.post(#""acknowledge":{},"collapse_id":"c\#(number)""#))
        }
        #expect(bench.last.status == 201)
        bench.send(NotificationTable.post(#""acknowledge":{}"#))
        #expect(bench.last.status == 409)
        #expect(bench.code == "notification_receipt.limit_exceeded")
        bench.send(NotificationTable.post(#""acknowledge":{},"collapse_id":"c3""#))
        #expect(bench.last.status == 201, "it supersedes one")
    }
}

@Suite("Servers that lack a feature")
struct FeatureTests {
    static let rows: [(missing: String, request: String, status: Int, code: String?)] = [
        ("acknowledge", NotificationTable.post(#""acknowledge":{}"#), 422, nil),
        ("acknowledge", #"POST /notifications {"encrypted":"pw1.00112233.abc"}"#, 422, nil),
        ("acknowledge", NotificationTable.post(), 201, nil),
        ("receipts", NotificationTable.post(#""acknowledge":{}"#), 422, "notification_receipt.disabled"),
        ("receipts", NotificationTable.action(#""text_input":true"#), 201, nil),
        (
            "encryption", #"POST /notifications {"encrypted":"pw1.00112233.abc"}"#, 422,
            "notification.encryption_unavailable"
        ),
        (
            "answers", NotificationTable.action(#""text_input":true"#), 422,
            "notification.answer_url_unavailable"
        ),
        ("answers", NotificationTable.post(#""acknowledge":{}"#), 422, "notification.answer_url_unavailable"),
        ("answers", NotificationTable.action(#""text_input":true,"url":"https://x.example""#), 201, nil),
        (
            "timer",
            #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"timer","direction":"up"}}"#,
            422, "activity.content_invalid"
        ),
        (
            "timer",
            #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"timer","duration":60}}"#,
            201, nil
        ),
    ]

    @Test("A missing feature is answered as older servers do", arguments: rows)
    func missing(_ row: (missing: String, request: String, status: Int, code: String?)) {
        var bench = Bench()
        bench.send(#"POST /_sim/features {"missing":["\#(row.missing)"]}"#)
        bench.send(row.request)
        #expect(bench.last.status == row.status)
        #expect(bench.code == row.code)
    }
}

extension String {
    func replacing(_ needle: String, with replacement: String) -> String {
        components(separatedBy: needle).joined(separator: replacement)
    }
}
