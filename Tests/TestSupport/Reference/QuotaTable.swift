/// What an account may use, what costs and what is free (sections 2, 3, 4.1 to 4.3, 14.1); on the free plan.
package enum QuotaTable {
    static let me = "GET /auth/me"

    static func quota(_ kind: String, _ used: Int) -> String {
        #"POST /_sim/quota {"kind":"\#(kind)","used":\#(used)}"#
    }

    static let paid = #"POST /_sim/quota {"plan":"paid"}"#

    static let note = NotificationTable.post()

    static let spent = "quota.exceeded"

    static let widget = #"PATCH /widgets/w {"content":{"value":1}}"#

    package static let rows: [Row] = plans + costs + keys + caps + rates + shapes

    static let plans: [Row] = freePlan + planRules

    static let freePlan: [Row] = [
        ("notifications", 500), ("live_activity_updates", 250), ("widget_updates", 50), ("emails", 50),
    ].map { (kind: String, limit: Int) in
        Row(
            "4.2",
            "the free plan's \(kind)",
            [me],
            200,
            shows: [("\(kind)_limit", String(limit)), ("\(kind)_used", "0")]
        )
    }

    static let planRules: [Row] = [
        Row(
            "4.2",
            "the paid plan",
            [paid, me],
            200,
            shows: [
                ("notifications_limit", "5000"), ("live_activity_updates_limit", nil),
                ("widget_updates_limit", nil),
                ("emails_limit", "200"), ("subscribed", "true"),
                ("quota_resets_at", #""2026-11-19T00:00:00Z""#),
                ("quota_resets_day_at", #""2026-11-19T00:00:00Z""#),
            ]
        ),
        Row(
            "3",
            "the paid plan tells the month to date",
            [paid, note, "+86400", note, me],
            200,
            shows: [
                ("notifications_used", "1"), ("notifications_used_month", "2"),
            ]
        ),
        Row(
            "3",
            "the free plan tells none",
            [note, me],
            200,
            shows: [
                ("notifications_used", "1"), ("notifications_used_month", nil),
                ("quota_resets_day_at", nil),
                ("quota_period_month", "202611"), ("quota_resets_at", #""2026-12-01T00:00:00Z""#),
            ]
        ),
        Row(
            "4.2",
            "an upgrade clears the block",
            [quota("live_activity_updates", 250), paid, RequestTable.start],
            201
        ),
        Row(
            "4.2",
            "5000 notifications a day",
            [paid, quota("notifications", 5000), note],
            429,
            spent,
            shows: [
                ("kind", #""notifications""#), ("used", "5000"), ("limit", "5000"),
                ("reset_at", #""2026-11-19T00:00:00Z""#),
                ("@Retry-After", #""23400""#), ("retry_after_ms", "23400000"),
            ]
        ),
        Row("4.2", "and the next day", [paid, quota("notifications", 5000), "+23400", note], 201),
        Row("4.2", "a new month", [quota("notifications", 500), "+1060200", note], 201),
    ]

    static let costs: [Row] = [
        Row(
            "4.2",
            "a post and a patch cost two",
            [RequestTable.post, RequestTable.start, me],
            200,
            shows: [("live_activity_updates_used", "2")]
        ),
        Row(
            "4.2",
            "an upsert costs one",
            [RequestTable.start, me],
            200,
            shows: [("live_activity_updates_used", "1")]
        ),
        Row(
            "4.2",
            "a post beyond the quota",
            [quota("live_activity_updates", 250), RequestTable.post],
            429,
            spent,
            shows: [("kind", #""live_activity_updates""#)]
        ),
        Row(
            "4.2",
            "a patch beyond the quota",
            [RequestTable.post, quota("live_activity_updates", 250), "PATCH /activities/a {}"],
            429,
            spent
        ),
        Row(
            "4.2",
            "reads and deletes are free",
            [
                RequestTable.post, "GET /activities", "GET /activities/a", "DELETE /activities/a", me,
            ],
            200,
            shows: [("live_activity_updates_used", "1")]
        ),
        Row(
            "4.2",
            "a widget's heartbeat costs",
            [WidgetTable.value, widget, widget, me],
            200,
            shows: [("widget_updates_used", "2")]
        ),
        Row(
            "4.2",
            "a widget's post does not",
            [WidgetTable.value, WidgetTable.value, me],
            200,
            shows: [("widget_updates_used", "0")]
        ),
        Row(
            "4.2",
            "a widget beyond the quota",
            [WidgetTable.value, quota("widget_updates", 50), widget],
            429,
            spent,
            shows: [("kind", #""widget_updates""#)]
        ),
        Row(
            "4.2",
            "a schedule is charged when it is sent",
            [
                NotificationTable.post(
                    #""send_at":"2026-11-18T18:00:00Z""#,
                    path: "/notifications/scheduled"
                ), me,
            ],
            200,
            shows: [("notifications_used", "0")]
        ),
        Row(
            "4.2",
            "then it is",
            [
                NotificationTable.post(
                    #""send_at":"2026-11-18T18:00:00Z""#,
                    path: "/notifications/scheduled"
                ), "+1800", me,
            ],
            200,
            shows: [("notifications_used", "1")]
        ),
        Row(
            "4.2",
            "nothing is left for a schedule",
            [
                quota("notifications", 500),
                NotificationTable.post(
                    #""send_at":"2026-11-18T18:00:00Z""#,
                    path: "/notifications/scheduled"
                ),
            ],
            429,
            spent
        ),
        Row(
            "4.2",
            "one without quota fails",
            [
                NotificationTable.post(
                    #""send_at":"2026-11-18T18:00:00Z""#,
                    path: "/notifications/scheduled"
                ), quota("notifications", 500),
                "+1800", "GET /notifications/scheduled/101",
            ],
            200,
            shows: [("status", #""failed""#), ("failure_reason", #""quota_exceeded""#)]
        ),
        Row(
            "4.2",
            "a series skips a send",
            [
                NotificationTable.post(
                    #""recurrence":{"cron":"0 18 * * *","timezone":"UTC"}"#,
                    path: "/notifications/scheduled"
                ),
                quota("notifications", 500), "+1800", "GET /notifications/scheduled/101",
            ],
            200,
            shows: [
                ("status", #""scheduled""#), ("occurrence", "0"), ("send_at", #""2026-11-19T18:00:00Z""#),
            ]
        ),
        Row(
            "4.2",
            "repeats are free",
            [NotificationTable.post(#""acknowledge":{"repeat_seconds":30}"#), "+600", me],
            200,
            shows: [("notifications_used", "1")]
        ),
        Row(
            "4.2",
            "looking for answers is free",
            [
                NotificationTable.action(""), "GET /notifications/answers/4001",
                "GET /notifications/answers/4001?wait=1", me,
            ],
            200,
            shows: [("notifications_used", "1")]
        ),
        Row(
            "4.2",
            "what is refused is free",
            ["! " + NotificationTable.post(#""level":"loud""#), me],
            200,
            shows: [("notifications_used", "0")]
        ),
    ]
}
