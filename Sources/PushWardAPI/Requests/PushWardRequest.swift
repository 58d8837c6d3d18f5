package import Values

/// What the account's quotas count (`pushward-api.md` section 4.2).
package enum QuotaKind: String, Sendable, Hashable, CaseIterable {
    case notifications
    case liveActivityUpdates = "live_activity_updates"
    case widgetUpdates = "widget_updates"
    case emails
}

/// A request to PushWard, complete but for the host and the key.
package struct PushWardRequest: Sendable, Hashable {
    /// `GET`, `POST`, `PATCH` or `DELETE`.
    package var method: String
    /// Starts with `/`.
    package var path: String
    package var query: [HTTPRequest.Pair]
    package var body: JSONObject?
    /// The quota that it spends; nil: none.
    package var quota: QuotaKind?
    /// Whether a repeat does no harm (`pushward-api.md` section 5.3).
    package var isIdempotent: Bool
    /// How long the server may hold its answer back, in seconds; the client's own limit must be longer.
    package var wait: Int
    /// Whether it only looks whether a person has answered: such requests go their own way, apart from the updates.
    package var isPoll: Bool

    init(
        _ method: String,
        _ path: String,
        query: [HTTPRequest.Pair] = [],
        body: JSONObject? = nil,
        quota: QuotaKind? = nil,
        isIdempotent: Bool = true,
        wait: Int = 0,
        isPoll: Bool = false
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.quota = quota
        self.isIdempotent = isIdempotent
        self.wait = wait
        self.isPoll = isPoll
    }

    /// The body's media type; a merge patch has its own (section 1).
    package var contentType: String? {
        guard body != nil else { return nil }
        return method == "PATCH" ? "application/merge-patch+json" : "application/json"
    }

    /// The request as it goes out.
    ///
    /// - Parameters:
    ///   - host: the address of the API without a slash at its end, such as `https://api.pushward.app`.
    ///   - token: the key.
    /// - Returns: the request with its credential and media type.
    package func httpRequest(host: String, token: Secret) -> HTTPRequest {
        var headers = [
            HTTPRequest.Pair("Authorization", "Bearer " + token.revealed),
            HTTPRequest.Pair("Accept", "application/json, application/problem+json"),
        ]
        if let contentType { headers.append(HTTPRequest.Pair("Content-Type", contentType)) }
        return HTTPRequest(
            method: method,
            target: host + path,
            query: query,
            headers: headers,
            body: body.map { JSON.object($0).utf8 } ?? []
        )
    }
}

extension PushWardRequest {
    /// Starts, changes or ends a card: the members of `body` are `state`, `content`, `priority`, `sound`, the TTLs.
    ///
    /// With `upsert` a card that does not exist is created; its name is then its slug.
    package static func patchActivity(_ slug: Slug, body: JSONObject, upsert: Bool) -> PushWardRequest {
        PushWardRequest(
            "PATCH",
            "/activities/\(slug)",
            query: upsert ? [HTTPRequest.Pair("upsert", "true")] : [],
            body: body,
            quota: .liveActivityUpdates
        )
    }

    /// Creates a card or changes its name, priority and TTLs; it shows nothing by itself.
    package static func postActivity(
        _ slug: Slug,
        name: String,
        priority: Int? = nil,
        staleTTL: Int? = nil,
        endedTTL: Int? = nil,
        dismissalTTL: Int? = nil
    ) -> PushWardRequest {
        let title = TextLimit.cut(name, to: ActivitySettings.nameMax, keepsLines: false).text
        var body: JSONObject = [
            "slug": .string(slug.text), "name": .string(title.isEmpty ? slug.text : title),
        ]
        func set(_ key: String, _ value: Int?, in range: ClosedRange<Int>) {
            if let value { body[key] = .int(min(max(value, range.lowerBound), range.upperBound)) }
        }
        set("priority", priority, in: ActivitySettings.priority)
        set("ended_ttl", endedTTL, in: ActivitySettings.endedTTL)
        set("stale_ttl", staleTTL, in: ActivitySettings.staleTTL)
        set("dismissal_ttl", dismissalTTL, in: ActivitySettings.dismissalTTL)
        return PushWardRequest("POST", "/activities", body: body, quota: .liveActivityUpdates)
    }

    /// Removes a card's row; a card that is shown goes at once.
    package static func deleteActivity(_ slug: Slug) -> PushWardRequest {
        PushWardRequest("DELETE", "/activities/\(slug)")
    }

    /// Reads a page of 100 cards.
    ///
    /// `after` is the `next_cursor` of the page before; nil gives the first page.
    package static func listActivities(after: String? = nil) -> PushWardRequest {
        var query = [HTTPRequest.Pair("limit", "100")]
        if let after { query.append(HTTPRequest.Pair("after", after)) }
        return PushWardRequest("GET", "/activities", query: query)
    }

    /// Sends a notification; a repeat is harmless only with a `collapse_id`.
    package static func postNotification(_ body: JSONObject) -> PushWardRequest {
        PushWardRequest(
            "POST",
            "/notifications",
            body: body,
            quota: .notifications,
            isIdempotent: body["collapse_id"]?.stringValue != nil
        )
    }

    /// Reads the account: its limits, what is used, and what the key may do.
    package static let me = PushWardRequest("GET", "/auth/me")
}
