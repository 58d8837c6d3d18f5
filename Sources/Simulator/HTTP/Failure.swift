import Values

/// Why a request is refused: what becomes a problem document (RFC 9457, pushward-api.md section 14).
struct Failure: Error, Sendable, Hashable {
    var status: Int
    /// The stable identifier; schema violations have none.
    var code: String?
    var detail: String
    var errors: [Violation] = []
    /// Further members of the problem document, such as `kind` and `reset_at`.
    var members = JSONObject()
    var retryAfter: Duration?

    init(_ status: Int, _ code: String? = nil, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    /// A violation of the request's schema: 422 without a code (pushward-api.md section 5.2).
    static func schema(_ violations: [Violation]) -> Failure {
        var failure = Failure(422, nil, "validation failed")
        failure.errors = violations
        return failure
    }

    static func schema(_ location: String, _ message: String) -> Failure {
        .schema([Violation(location: location, message: message)])
    }

    /// A violation of the rules for the merged content of an activity.
    static func content(_ detail: String) -> Failure { Failure(422, "activity.content_invalid", detail) }

    static func notFound(_ code: String, _ detail: String) -> Failure { Failure(404, code, detail) }
}

/// One complaint of the schema layer: where and what.
struct Violation: Sendable, Hashable {
    var location: String
    var message: String
    var value: JSON?

    init(location: String, message: String, value: JSON? = nil) {
        self.location = location
        self.message = message
        self.value = value
    }

    var json: JSON {
        var object: JSONObject = ["message": .string(message), "location": .string(location)]
        if let value { object["value"] = value }
        return .object(object)
    }
}

extension Failure {
    /// The answer that tells of the failure.
    func response(instance: String) -> HTTPResponse {
        var problem: JSONObject = [
            "type": "about:blank",
            "title": .string(Self.title(status)),
            "status": .int(status),
            "detail": .string(detail),
            "instance": .string(instance),
        ]
        if let code { problem["code"] = .string(code) }
        if !errors.isEmpty { problem["errors"] = .array(errors.map(\.json)) }
        for (name, value) in members { problem[name] = value }
        var headers = [HTTPRequest.Pair("Content-Type", "application/problem+json")]
        if let retryAfter {
            let milliseconds = Int(retryAfter.wholeMicroseconds / 1000)
            problem["retry_after_ms"] = .int(milliseconds)
            headers.append(HTTPRequest.Pair("Retry-After", String(max(1, (milliseconds + 999) / 1000))))
        }
        return HTTPResponse(status: status, headers: headers, body: JSON.object(problem).utf8)
    }

    static func title(_ status: Int) -> String {
        let titles = [
            400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
            405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large",
            415: "Unsupported Media Type", 422: "Unprocessable Entity", 429: "Too Many Requests",
            500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
            504: "Gateway Timeout",
        ]
        return titles[status] ?? "Error"
    }
}
