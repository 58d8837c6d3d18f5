import PushWardAPI
import Testing
import Values

@Suite("What the server's refusals mean")
struct ProblemTests {
    private func problem(_ status: Int, _ body: JSON? = nil, _ headers: [HTTPRequest.Pair] = []) -> Problem {
        Problem(status: status, headers: headers, body: body)
    }

    @Test(
        "An error is classified by its code, else by its status",
        arguments: [
            (500, nil, .transient), (502, nil, .transient), (503, "service.unavailable", .transient),
            (503, "email.not_enabled", .permanent), (429, "rate_limit.exceeded", .rateLimited),
            (429, nil, .rateLimited),
            (429, "quota.exceeded", .quota), (429, "widget.limit_exceeded", .limit),
            (429, "answer_wait.limit_exceeded", .rateLimited), (401, nil, .unauthorised),
            (401, "token.invalid", .unauthorised), (403, "integration_key.slug_invalid", .forbidden),
            (403, nil, .forbidden), (404, "activity.not_found", .gone), (404, nil, .gone),
            (409, "activity.limit_exceeded", .limit), (409, nil, .conflict),
            (409, "activity.already_exists", .conflict),
            (422, nil, .invalid(fields: [])), (400, "request.body_invalid", .invalid(fields: [])),
            (422, "notification_receipt.disabled", .permanent), (418, nil, .permanent),
            (301, nil, .permanent),
            (422, "some.new_code", .invalid(fields: [])), (408, nil, .transient),
        ] as [(Int, String?, Problem.Class)]
    )
    func classes(status: Int, code: String?, expected: Problem.Class) {
        let body: JSON? = code.map { ["code": .string($0), "status": .int(status)] }
        #expect(problem(status, body).classification == expected)
    }

    @Test("Every code that is documented is known")
    func codes() {
        for known in Problem.Known.allCases {
            #expect(problem(400, ["code": .string(known.rawValue)]).code == .known(known))
        }
        #expect(problem(400, ["code": "new.code"]).code == .other("new.code"))
        #expect(problem(400, ["code": 5]).code == .none)
        #expect(problem(502, nil).code == .none)
    }

    @Test("Errors that name nothing leave no empty words behind")
    func emptyErrors() {
        let body: JSON = [
            "detail": "validation failed",
            "errors": [
                ["location": "", "message": ""], [:], ["location": "body.url", "message": ""],
                ["message": "odd"],
            ],
        ]
        #expect(problem(422, body).description == "PushWard answered 422: validation failed; body.url; odd")
    }

    @Test("A schema check names its fields")
    func schemaErrors() {
        let body: JSON = [
            "title": "Unprocessable Entity", "detail": "validation failed",
            "errors": [
                [
                    "message": "expected length <= 40", "location": "body.content.severity_label",
                    "value": "x",
                ],
                ["message": "unexpected property", "location": "body.sound"],
                5,
            ],
        ]
        let found = problem(422, body)
        #expect(found.classification == .invalid(fields: ["content.severity_label", "sound"]))
        #expect(found.errors.first?.message == "expected length <= 40")
    }

    @Test(
        "A handler's words name their fields",
        arguments: [
            ("content.severity_label is too long", ["content.severity_label"]),
            (
                "value must be between min_value and max_value",
                ["content.value", "content.min_value", "content.max_value"]
            ),
            ("live_progress requires end_date", ["content.live_progress", "content.end_date"]),
            ("tiles[0].value is required", ["content.tiles"]),
            ("the request is not good", []),
        ]
    )
    func detail(text: String, expected: [String]) {
        let found = problem(422, ["code": "activity.content_invalid", "detail": .string(text)])
        #expect(found.classification == .invalid(fields: expected))
    }

    @Test(
        "Hints to wait are taken within reason",
        arguments: [
            ("60", nil, .seconds(60)), ("0", nil, .zero), ("86400", nil, .seconds(120)), ("-5", nil, nil),
            ("NaN", nil, nil), ("inf", nil, nil), ("1e400", nil, nil), ("soon", nil, nil),
            (nil, 1500, .milliseconds(1500)),
            (nil, -1, nil), (nil, .double(.nan), nil), (nil, 1e300, .seconds(120)), (nil, "60000", nil),
            ("60", 2000, .seconds(2)), ("60", -2000, .seconds(60)),
            ("99999999999999999999", nil, .seconds(120)),
        ] as [(String?, JSON?, Duration?)]
    )
    func retryAfter(header: String?, body: JSON?, expected: Duration?) {
        let headers = header.map { [HTTPRequest.Pair("retry-after", $0)] } ?? []
        let found = problem(429, body.map { ["retry_after_ms": $0] }, headers)
        #expect(found.retryAfter == expected)
    }

    @Test("A date to wait for counts from the server's own clock")
    func retryDate() {
        let headers = [
            HTTPRequest.Pair("Retry-After", "Tue, 01 Dec 2026 08:31:00 GMT"),
            HTTPRequest.Pair("Date", "Tue, 01 Dec 2026 08:30:00 GMT"),
        ]
        #expect(problem(503, nil, headers).retryAfter == .seconds(60))
        #expect(problem(503, nil, [headers[0]]).retryAfter == nil)
    }

    @Test("A used-up quota says which and until when, by the server's clock")
    func quota() {
        let body: JSON = [
            "status": 429, "code": "quota.exceeded", "kind": "live_activity_updates", "used": 250,
            "limit": 250,
            "reset_at": "2026-12-01T00:00:00Z",
        ]
        let found = problem(429, body, [HTTPRequest.Pair("Date", "Mon, 30 Nov 2026 23:00:00 GMT")])
        #expect(found.kind == .liveActivityUpdates)
        #expect(found.resetAt?.rfc3339 == "2026-12-01T00:00:00Z")
        #expect(found.untilReset(now: Timestamp(microseconds: 0)) == .seconds(3600))
        let late = problem(429, ["code": "quota.exceeded", "reset_at": "9999-01-01T00:00:00Z"])
        #expect(late.untilReset(now: Timestamp(microseconds: 0)) == .seconds(32 * 86_400))
        let past = problem(429, ["code": "quota.exceeded", "reset_at": "1999-01-01T00:00:00Z"])
        #expect(past.untilReset(now: Timestamp(microseconds: 1_780_000_000_000_000)) == .zero)
        #expect(problem(429, ["code": "quota.exceeded", "kind": "odd", "reset_at": "soon"]).resetAt == nil)
    }

    @Test(
        "A body that is none of ours is no trouble",
        arguments: [nil, [], "text", 5, ["errors": "x", "detail": 7, "code": nil], ["error": "old"]]
            as [JSON?]
    )
    func oddBodies(body: JSON?) {
        let found = problem(500, body)
        #expect(found.classification == .transient)
        #expect(found.description.hasPrefix("PushWard answered 500"))
    }
}
