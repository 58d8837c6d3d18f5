/// The rows of the reference's tables, one by one, that other tables of these tests do not hold.
package enum ReferenceTable {
    private static let note = #"POST /notifications {"title":"T","body":"B"}"#
    private static let mail = #"POST /emails {"to":"me@example.org","subject":"S","text_body":"T"}"#
    private static let create = #"POST /activities {"slug":"a","name":"A"}"#
    private static let start =
        #"PATCH /activities/a?upsert=true {"state":"ongoing","content":{"template":"generic"}}"#

    package static let basics: [Row] = [
        .init("1", "GET /health needs no key", ["GET /health"], 200, shows: [("status", #""ok""#)]),
        .init(
            "1",
            "slugs start with a letter or digit",
            [#"POST /activities {"slug":"-a","name":"A"}"#],
            422
        ),
        .init(
            "1",
            "128 characters are a slug",
            [#"POST /activities {"slug":"\#(run(128))","name":"A"}"#],
            201
        ),
        .init("1", "129 are none", [#"POST /activities {"slug":"\#(run(129))","name":"A"}"#], 422),
        .init("1", "slugs have no dot", [#"POST /activities {"slug":"a.b","name":"A"}"#], 422),
        .init("1", "unknown members of a body", [#"POST /activities {"slug":"a","name":"A","x":1}"#], 422),
        .init(
            "1",
            "content is open",
            [
                #"PATCH /activities/a?upsert=true {"content":{"template":"generic","x":1}}"#
            ],
            201
        ),
        .init(
            "1",
            "activity times are seconds",
            [
                #"PATCH /activities/a?upsert=true {"content":{"template":"generic","end_date":"2026-12-01T00:00:00Z"}}"#
            ],
            422,
            "activity.content_invalid"
        ),
    ]

    package static let account: [Row] = [
        "id", "nickname", "activity_count", "subscribed", "quota_period_month", "notifications_used",
        "notifications_limit", "live_activity_updates_used", "live_activity_updates_limit",
        "widget_updates_used", "widget_updates_limit", "emails_used", "emails_limit", "quota_resets_at",
        "integration_key",
    ].map { Row("3", "GET /auth/me has \($0)", ["GET /auth/me"], 200, shows: [($0, "*")]) }

    package static let resource: [Row] = [
        ("id", "*"), ("kind", #""owned""#), ("slug", #""a""#), ("name", #""A""#), ("state", #""ended""#),
        ("priority", "0"), ("content", "{}"), ("created_at", "*"), ("updated_at", "*"),
    ].map { Row("6.1", "a new row's \($0.0)", [create], 201, shows: [$0]) }

    package static let settings: [Row] = [
        ("priority", 0, 10), ("ended_ttl", 1, 2_592_000), ("stale_ttl", 1, 2_592_000),
        ("dismissal_ttl", 0, 14_400),
    ].flatMap { name, low, high -> [Row] in
        let code = name == "priority" ? "activity.priority_invalid" : nil
        let refused = name == "priority" ? 400 : 422
        func patch(_ value: Int) -> [String] { [create, #"PATCH /activities/a {"\#(name)":\#(value)}"#] }
        return [
            .init("6.4", "\(name) may be \(low)", patch(low), 200),
            .init("6.4", "\(name) may be \(high)", patch(high), 200),
            .init("6.4", "\(name) may not be \(low - 1)", patch(low - 1), refused, code),
            .init("6.4", "\(name) may not be \(high + 1)", patch(high + 1), refused, code),
        ]
    }

    package static let emails: [Row] = [
        .init("13", "an e-mail to a verified address", [mail], 201, shows: [("delivery", #""all""#)]),
        .init(
            "13",
            "to is a bare address",
            [
                #"POST /emails {"to":"Me <me@example.org>","subject":"S","text_body":"T"}"#
            ],
            400,
            "email.invalid"
        ),
        .init(
            "13",
            "one of the bodies",
            [#"POST /emails {"to":"me@example.org","subject":"S"}"#],
            400,
            "email.invalid"
        ),
        .init("13", "a subject", [#"POST /emails {"to":"me@example.org","text_body":"T"}"#], 422),
        .init(
            "13",
            "a subject of at most 256",
            [
                #"POST /emails {"to":"me@example.org","subject":"\#(run(257))","text_body":"T"}"#
            ],
            422
        ),
        .init(
            "13",
            "a verified recipient",
            [
                #"POST /emails {"to":"you@example.org","subject":"S","text_body":"T"}"#
            ],
            403,
            "email.recipient_not_verified"
        ),
        .init(
            "4.2",
            "e-mails are metered",
            [
                #"POST /_sim/quota {"kind":"emails","used":50,"limit":50}"#, mail,
            ],
            429,
            "quota.exceeded",
            shows: [("kind", #""emails""#)]
        ),
        .init(
            "13",
            "a server without e-mail",
            [
                #"POST /_sim/features {"missing":["emails"]}"#, mail,
            ],
            503,
            "email.not_enabled",
            shows: [("retry_after_ms", "*")]
        ),
    ]

    /// Each code of section 14.3 with its status: by a request where one brings it about, else as a fault by its name.
    package static let codes: [Row] = [
        .init("14.3", "token.invalid", ["token hlk_wrong", "GET /auth/me"], 401, "token.invalid"),
        .init("14.3", "activity.not_found", ["GET /activities/a"], 404, "activity.not_found"),
        .init("14.3", "widget.not_found", ["GET /widgets/a"], 404, "widget.not_found"),
        .init("14.3", "answer", ["GET /notifications/answers/1"], 404, "notification_answer.not_found"),
        .init("14.3", "receipt", ["GET /notifications/receipts/1"], 404, "notification_receipt.not_found"),
        .init(
            "14.3",
            "schedule",
            ["GET /notifications/scheduled/1"],
            404,
            "scheduled_notification.not_found"
        ),
        .init("14.3", "slug.invalid", ["GET /activities/a.b"], 400, "slug.invalid"),
        .init("14.3", "cursor.invalid", ["GET /activities?after=zzz"], 400, "cursor.invalid"),
        .init(
            "14.3",
            "request.body_required",
            [create, "PATCH /activities/a"],
            400,
            "request.body_required"
        ),
        .init(
            "14.3",
            "request.body_invalid",
            [create, "PATCH /activities/a {"],
            400,
            "request.body_invalid"
        ),
        .init(
            "14.3",
            "state",
            [create, #"PATCH /activities/a {"state":"preempted"}"#],
            400,
            "activity.state_invalid"
        ),
        .init(
            "14.3",
            "priority",
            [create, #"PATCH /activities/a {"priority":11}"#],
            400,
            "activity.priority_invalid"
        ),
        .init(
            "14.3",
            "notification.invalid",
            [
                #"POST /notifications {"title":"T","body":"B","url":"javascript:x"}"#
            ],
            400,
            "notification.invalid"
        ),
        .init(
            "14.3",
            "notification.activity_not_found",
            [
                #"POST /notifications {"title":"T","body":"B","activity_slug":"a"}"#
            ],
            422,
            "notification.activity_not_found"
        ),
        .init(
            "14.3",
            "activity.content_invalid",
            [
                #"PATCH /activities/a?upsert=true {"content":{"template":"gauge"}}"#
            ],
            422,
            "activity.content_invalid"
        ),
    ]

    /// Codes of which the reference says what a client meets; each can be asked for as a fault.
    package static let faults: [(code: String, status: Int)] = [
        ("token.invalid", 401), ("integration_key.expired", 401), ("integration_key.permission_denied", 403),
        ("integration_key.slug_invalid", 403), ("activity.upsert_forbidden", 403),
        ("activity.viewer_forbidden", 403), ("subscription.required", 403),
        ("subscription.owner_inactive", 403), ("widget.token_not_permitted", 403),
        ("email.recipient_not_verified", 403), ("activity.not_found", 404), ("widget.not_found", 404),
        ("notification_answer.not_found", 404), ("notification_receipt.not_found", 404),
        ("scheduled_notification.not_found", 404), ("user.not_found", 404), ("slug.invalid", 400),
        ("cursor.invalid", 400), ("request.body_required", 400), ("request.body_invalid", 400),
        ("activity.priority_invalid", 400), ("activity.state_invalid", 400), ("notification.invalid", 400),
        ("scheduled_notification.invalid", 400), ("email.invalid", 400), ("path.too_long", 400),
        ("activity.limit_exceeded", 409), ("scheduled_notification.limit_exceeded", 409),
        ("notification_receipt.limit_exceeded", 409), ("integration_key.limit_exceeded", 409),
        ("activity.already_exists", 409), ("activity.content_invalid", 422), ("widget.content_invalid", 422),
        ("notification.activity_not_found", 422), ("notification.answer_url_unavailable", 422),
        ("notification.encryption_unavailable", 422), ("notification.encrypted_too_large", 422),
        ("notification_receipt.disabled", 422), ("rate_limit.exceeded", 429), ("quota.exceeded", 429),
        ("widget.limit_exceeded", 429), ("answer_wait.limit_exceeded", 429), ("service.unavailable", 503),
        ("email.not_enabled", 503),
    ]

    package static let all = basics + account + resource + settings + emails + codes

    private static func run(_ count: Int) -> String { String(repeating: "x", count: count) }
}
