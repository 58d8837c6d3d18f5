/// Scheduled notifications (section 11.9).
extension NotificationLimits {
    static let wrong = "scheduled_notification.invalid"

    static let read = "GET /notifications/scheduled/101"

    static let schedules: [Row] = goodCrons + badCrons + scheduleRules

    static let goodCrons: [Row] = [
        "@hourly", "@daily", "@weekly", "@monthly", "@yearly", "0 0 1 1 *", "0,30 8-18 * * 1-5",
    ].map {
        Row(
            "11.9",
            "cron \($0)",
            [cron($0)],
            201,
            shows: [("status", #""scheduled""#), ("send_at", "*")]
        )
    }

    static let badCrons: [Row] = [
        "@minutely", "@reboot", "", "* * * * * *", "0 24 * * *", "0 0 0 * *", "0 0 * 13 *", "0 0 * * 8",
    ]
    .map { Row("11.9", "cron \($0)", [cron($0)], $0.isEmpty ? 422 : 400, $0.isEmpty ? nil : wrong) }

    static let scheduleRules: [Row] = [
        Row("11.9", "cron has at most 128", [cron(run(129))], 422),
        Row("11.9", "every minute", [cron("* * * * *")], 400, wrong),
        Row("11.9", "count 1", [cron("@daily", #","count":1"#)], 201),
        Row("11.9", "count 1000", [cron("@daily", #","count":1000"#)], 201),
        Row("11.9", "until is an instant", [cron("@daily", #","until":1795023000"#)], 422),
        Row(
            "11.9",
            "until is inclusive",
            [
                schedule(
                    #""recurrence":{"cron":"0 19 * * *","timezone":"UTC","until":"2026-11-18T19:00:00Z"}"#
                )
            ],
            201,
            shows: [("send_at", #""2026-11-18T19:00:00Z""#)]
        ),
        Row("11.9", "no unknown members", [cron("@daily", #","every":1"#)], 422),
        Row("11.9", "365 days ahead", [schedule(#""send_at":"2027-11-18T17:30:00Z""#)], 201),
        Row("11.9", "now is not ahead", [schedule(#""send_at":"2026-11-18T17:30:00Z""#)], 400, wrong),
        Row(
            "11.9",
            "a time and a recurrence",
            [
                schedule(
                    #""send_at":"2026-11-19T08:00:00Z","recurrence":{"cron":"@daily","timezone":"UTC"}"#
                )
            ],
            201,
            shows: [("send_at", #""2026-11-19T08:00:00Z""#)]
        ),
        Row(
            "11.9",
            "title is required",
            [#"POST /notifications/scheduled {"body":"B","send_at":"2026-11-19T08:00:00Z"}"#],
            422
        ),
        Row(
            "6.7",
            "no target",
            [schedule(#""send_at":"2026-11-19T08:00:00Z","target":{"tags":["a"]}"#)],
            422
        ),
        Row(
            "11.9",
            "sent",
            [schedule(#""send_at":"2026-11-18T18:00:00Z""#), "+1800", read],
            200,
            shows: [
                ("status", #""sent""#), ("occurrence", "1"), ("notification_id", "4001"),
                ("sent_at", #""2026-11-18T18:00:00Z""#), ("last_sent_at", "*"), ("delivery", #""all""#),
                ("failure_reason", nil),
            ]
        ),
        Row(
            "11.9",
            "sent ones are kept for seven days",
            [schedule(#""send_at":"2026-11-18T18:00:00Z""#), "+1800", "+604801", read],
            404,
            "scheduled_notification.not_found"
        ),
        Row(
            "11.9",
            "cancelled",
            [cron("@daily"), "DELETE /notifications/scheduled/101", read],
            200,
            shows: [("status", #""canceled""#), ("canceled_at", #""2026-11-18T17:30:00Z""#)]
        ),
        Row(
            "11.9",
            "the list has the waiting ones",
            [
                cron("@daily"), cron("@weekly"), "DELETE /notifications/scheduled/101",
                "GET /notifications/scheduled",
            ],
            200,
            shows: [("items.#", "1"), ("items.0.id", "102")]
        ),
        Row(
            "11.9",
            "the list of all",
            [
                cron("@daily"), "DELETE /notifications/scheduled/101",
                "GET /notifications/scheduled?status=all",
            ],
            200,
            shows: [("items.#", "1")]
        ),
        Row(
            "5.4",
            "pages of schedules",
            [cron("@daily"), cron("@weekly"), "GET /notifications/scheduled?limit=1"],
            200,
            shows: [("items.#", "1"), ("items.0.id", "101"), ("next_cursor", "*")]
        ),
        Row("11.9", "limit is at least 1", ["GET /notifications/scheduled?limit=0"], 422),
        Row(
            "11.9",
            "purge is a boolean",
            [cron("@daily"), "DELETE /notifications/scheduled/101?purge=1"],
            422
        ),
        Row(
            "11.9",
            "a revoked key's schedules go",
            [
                #"POST /_sim/keys {"token":"hlk_b","notifications":"schedule"}"#, "token hlk_b",
                cron("@daily"), #"POST /_sim/keys {"token":"hlk_b","revoke":true}"#, "GET /_sim/state",
            ],
            200,
            shows: [("scheduled.#", "0")]
        ),
    ]
}
