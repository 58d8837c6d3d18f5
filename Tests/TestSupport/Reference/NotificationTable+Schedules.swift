/// Scheduled notifications, receipts and answers (sections 11.5, 11.7, 11.9).
extension NotificationTable {
    package static let receipts: [Row] = [
        Row("11.7", "a receipt", [post(#""acknowledge":{}"#), "GET /notifications/receipts/4001"], 200),
        Row(
            "11.7",
            "no receipt",
            [post(), "GET /notifications/receipts/4001"],
            404,
            "notification_receipt.not_found"
        ),
        Row("11.7", "cancel", [post(#""acknowledge":{}"#), "POST /notifications/receipts/4001/cancel"], 200),
        Row(
            "11.7",
            "cancel nothing",
            ["POST /notifications/receipts/1/cancel"],
            404,
            "notification_receipt.not_found"
        ),
        Row("11.7", "cancel by tag", [#"POST /notifications/receipts/cancel {"tag":"a"}"#], 200),
        Row("11.7", "cancel by tag needs one", ["POST /notifications/receipts/cancel {}"], 422),
        Row(
            "11.7",
            "wait on a receipt is at most 25",
            [post(#""acknowledge":{}"#), "GET /notifications/receipts/4001?wait=26"],
            422
        ),
        Row("11.5", "an answer", [action(""), "GET /notifications/answers/4001"], 200),
        Row(
            "11.5",
            "no answerable notification",
            [post(), "GET /notifications/answers/4001"],
            404,
            "notification_answer.not_found"
        ),
        Row(
            "11.5",
            "no notification",
            ["GET /notifications/answers/1"],
            404,
            "notification_answer.not_found"
        ),
        Row(
            "11.5",
            "an id that is none",
            ["GET /notifications/answers/x"],
            404,
            "notification_answer.not_found"
        ),
        Row("11.5", "wait is at most 25", [action(""), "GET /notifications/answers/4001?wait=26"], 422),
        Row(
            "11.5",
            "answers are kept 30 days",
            [action(""), "+2591000", "GET /notifications/answers/4001"],
            200
        ),
    ]

    static func schedule(_ more: String) -> String { post(more, path: "/notifications/scheduled") }

    static func cron(_ text: String, _ more: String = "") -> String {
        schedule(#""recurrence":{"cron":"\#(text)","timezone":"Europe/Berlin"\#(more)}"#)
    }

    static let wrong = "scheduled_notification.invalid"

    package static let schedules: [Row] = [
        Row("11.9", "once", [schedule(#""send_at":"2026-11-19T08:00:00+01:00""#)], 201),
        Row("11.9", "no time", [schedule("")], 400, wrong),
        Row("11.9", "in the past", [schedule(#""send_at":"2026-11-18T08:00:00Z""#)], 400, wrong),
        Row("11.9", "too far ahead", [schedule(#""send_at":"2027-11-19T08:00:00Z""#)], 400, wrong),
        Row("11.9", "no instant", [schedule(#""send_at":"tomorrow""#)], 422),
        Row("11.9", "seconds are no instant", [schedule(#""send_at":1795023000"#)], 422),
        Row("11.9", "no such day", [schedule(#""send_at":"2027-02-30T08:00:00Z""#)], 422),
        Row("11.9", "cron", [cron("0 19 * * 2")], 201),
        Row("11.9", "@daily", [cron("@daily")], 201),
        Row("11.9", "cron has five fields", [cron("0 19 * *")], 400, wrong),
        Row("11.9", "cron is in range", [cron("60 19 * * *")], 400, wrong),
        Row("11.9", "cron has numbers", [cron("a 19 * * *")], 400, wrong),
        Row("11.9", "every fifteen minutes", [cron("*/15 * * * *")], 201),
        Row("11.9", "every ten minutes", [cron("*/10 * * * *")], 400, wrong),
        Row("11.9", "across the hour", [cron("5,55 * * * *")], 400, wrong),
        Row("11.9", "cron is required", [schedule(#""recurrence":{"timezone":"Europe/Berlin"}"#)], 422),
        Row("11.9", "timezone is required", [schedule(#""recurrence":{"cron":"@daily"}"#)], 422),
        Row(
            "11.9",
            "timezone is a name",
            [schedule(#""recurrence":{"cron":"@daily","timezone":"+01:00"}"#)],
            400,
            wrong
        ),
        Row("11.9", "count is at least 1", [cron("@daily", #","count":0"#)], 422),
        Row("11.9", "count is at most 1000", [cron("@daily", #","count":1001"#)], 422),
        Row(
            "11.9",
            "count or until",
            [cron("@daily", #","count":1,"until":"2026-12-01T00:00:00Z""#)],
            400,
            wrong
        ),
        Row(
            "11.9",
            "until before the first",
            [cron("@daily", #","until":"2026-11-18T18:00:00Z""#)],
            400,
            wrong
        ),
        Row(
            "11.9",
            "the notification's rules hold",
            [schedule(#""send_at":"2026-11-19T08:00:00Z","tags":["a"]"#)],
            400,
            "notification.invalid"
        ),
        Row(
            "11.9",
            "the notification's schema holds",
            [schedule(#""send_at":"2026-11-19T08:00:00Z","sound":"a""#)],
            422
        ),
        Row("11.9", "list", ["GET /notifications/scheduled"], 200),
        Row("11.9", "status is an enum", ["GET /notifications/scheduled?status=late"], 422),
        Row("11.9", "limit is at most 100", ["GET /notifications/scheduled?limit=101"], 422),
        Row("11.9", "a bad cursor", ["GET /notifications/scheduled?cursor=x"], 400, "cursor.invalid"),
        Row("11.9", "read", [cron("@daily"), "GET /notifications/scheduled/101"], 200),
        Row(
            "11.9",
            "read none",
            ["GET /notifications/scheduled/101"],
            404,
            "scheduled_notification.not_found"
        ),
        Row("11.9", "cancel", [cron("@daily"), "DELETE /notifications/scheduled/101"], 204),
        Row(
            "11.9",
            "cancelled is kept",
            [cron("@daily"), "DELETE /notifications/scheduled/101", "GET /notifications/scheduled/101"],
            200
        ),
        Row(
            "11.9",
            "cancelled is kept for a day",
            [
                cron("@daily"), "DELETE /notifications/scheduled/101", "+86401",
                "GET /notifications/scheduled/101",
            ],
            404,
            "scheduled_notification.not_found"
        ),
        Row(
            "11.9",
            "purged is gone",
            [
                cron("@daily"), "DELETE /notifications/scheduled/101?purge=true",
                "GET /notifications/scheduled/101",
            ],
            404,
            "scheduled_notification.not_found"
        ),
    ]
}
