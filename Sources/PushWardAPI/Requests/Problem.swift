package import Values

/// An answer of PushWard that is no success (RFC 9457; `pushward-api.md` section 14).
package struct Problem: Error, Sendable, Hashable {
    /// 300 to 599 as received.
    package var status: Int
    package var code: Code
    /// The server's own words, cut to 500 characters; nil where there are none.
    package var detail: String?
    /// What a schema check found, at most 50 of them.
    package var errors: [FieldError]
    /// The quota that is used up, with `quota.exceeded`.
    package var kind: QuotaKind?
    /// When the quota starts anew, by the server's clock.
    package var resetAt: Timestamp?
    /// How long to wait, as the server says; nil where it says nothing that makes sense.
    ///
    /// At most two minutes but for a quota, where it is at most 32 days.
    package var retryAfter: Duration?
    /// The server's clock when it answered, from `Date`.
    package var serverTime: Timestamp?

    /// One thing that a schema check found.
    package struct FieldError: Sendable, Hashable {
        /// Where, such as `body.content.severity_label`.
        package var location: String
        package var message: String

        package init(location: String, message: String) {
            self.location = location
            self.message = message
        }
    }

    /// What to do about it.
    package enum Class: Sendable, Hashable {
        /// Try again later: the request is fine.
        case transient
        /// Too many requests: wait, then go on.
        case rateLimited
        /// The account's allowance of this kind is used up until `resetAt`.
        case quota
        /// The key counts for nothing: stop everything.
        case unauthorised
        /// The key may not do this.
        case forbidden
        /// It does not exist any more.
        case gone
        /// The account has as many of these as it may have: free one.
        case limit
        /// It contradicts what is stored.
        case conflict
        /// The request is wrong; the fields that the server names, such as `content.severity_label`.
        case invalid(fields: [String])
        /// Anything else that trying again does not mend.
        case permanent
    }

    /// Reads an answer; whatever is missing or makes no sense is left out.
    ///
    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - headers: the answer's header fields.
    ///   - body: its body, where that is JSON.
    package init(status: Int, headers: [HTTPRequest.Pair], body: JSON?) {
        self.status = status
        self.code = Code(body?["code"]?.stringValue)
        let words = body?["detail"]?.stringValue ?? body?["title"]?.stringValue ?? body?["error"]?.stringValue
        self.detail = words.map { TextLimit.cut($0, to: 500, keepsLines: false).text }
        self.errors = (body?["errors"]?.arrayValue ?? []).prefix(50).map { error in
            FieldError(
                location: TextLimit.cut(error["location"]?.stringValue ?? "", to: 200, keepsLines: false)
                    .text,
                message: TextLimit.cut(error["message"]?.stringValue ?? "", to: 300, keepsLines: false).text
            )
        }
        self.kind = (body?["kind"]?.stringValue).flatMap(QuotaKind.init)
        self.resetAt = (body?["reset_at"]?.stringValue).flatMap { Timestamp(rfc3339: $0) }
        self.serverTime = headers.value(named: "Date").flatMap { Timestamp(httpDate: $0) }
        let isQuota = code == .known(.quotaExceeded)
        self.retryAfter = RetryHint.read(
            headers: headers,
            body: body,
            serverTime: serverTime,
            longest: isQuota ? .seconds(32 * 86_400) : .seconds(120)
        )
    }

    /// Whether a body has the shape in which PushWard refuses: RFC 9457, or the `error` of old servers (section 14.1).
    package static func isOne(_ body: JSON?) -> Bool {
        guard let body, body.objectValue != nil else { return false }
        return ["code", "title", "detail", "error"].contains { body[$0]?.stringValue != nil }
            || body["errors"]?.arrayValue != nil
    }

    /// How long the quota stays used up, by the server's own clock where it told it.
    ///
    /// `now` is our clock, for where the server did not tell its own.
    package func untilReset(now: Timestamp) -> Duration? {
        guard let resetAt else { return retryAfter }
        let wait = resetAt - (serverTime ?? now)
        return min(max(wait, .zero), .seconds(32 * 86_400))
    }

    /// What to do about it: by `code` first, by status where that says nothing (section 14.3).
    package var classification: Class {
        if case .known(let known) = code { return known.classification ?? .invalid(fields: fields) }
        switch status {
        case 401: return .unauthorised
        case 403: return .forbidden
        case 404, 410: return .gone
        case 408, 425: return .transient
        case 409: return .conflict
        case 400, 413, 414, 422: return .invalid(fields: fields)
        case 429: return .rateLimited
        case 500...: return .transient
        default: return .permanent
        }
    }
}

extension Problem: CustomStringConvertible {
    /// Status, code and the server's words in one line.
    package var description: String {
        var text = "PushWard answered \(status)"
        if let name = code.text { text += " \(name)" }
        if let detail { text += ": \(detail)" }
        let named = errors.map { [$0.location, $0.message].filter { !$0.isEmpty }.joined(separator: ": ") }
        for error in named.filter({ !$0.isEmpty }).prefix(3) { text += "; \(error)" }
        return text
    }
}
