import Values

/// Which path and method is which request (pushward-api.md section 2).
extension Simulator {
    mutating func route(_ call: Call) throws(Failure) -> HTTPResponse {
        switch (call.method, call.path) {
        case ("GET", "/health"), ("HEAD", "/health"): return .json(["status": "ok"])
        case ("GET", "/ready"): return .json(["status": "ready"])
        default: break
        }
        try limiter.admit(call.request.header("X-Forwarded-For") ?? "", at: now)
        let key = try authenticate(call)
        switch call.segments.first {
        case "auth" where call.segments == ["auth", "me"]:
            guard call.method == "GET" else { throw Self.methodNotAllowed(call) }
            return account(key)
        case "activities": return try routeActivities(call, key)
        case "notifications": return try routeNotifications(call, key)
        case "widgets": return try routeWidgets(call, key)
        case "emails": return try routeEmails(call, key)
        default: throw Failure(404, nil, "there is no \(call.path)")
        }
    }

    static func methodNotAllowed(_ call: Call) -> Failure {
        Failure(405, nil, "\(call.method) is not allowed on \(call.path)")
    }

    /// The key of the bearer token.
    func authenticate(_ call: Call) throws(Failure) -> Key {
        let parts = (call.request.header("Authorization") ?? "").split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer",
            let key = keys.first(where: { $0.token == parts[1] })
        else { throw Failure(401, "token.invalid", "the bearer token is missing or not valid") }
        if let expiry = key.expiresAt, expiry <= now {
            throw Failure(401, "integration_key.expired", "the key has expired")
        }
        return key
    }

    private mutating func routeActivities(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        let rest = call.segments.dropFirst()
        switch (call.method, rest.count) {
        case ("POST", 0): return try createActivity(call, key)
        case ("GET", 0): return try listActivities(call, key)
        case ("GET", 1): return try readActivity(call.segments[1], call, key)
        case ("PATCH", 1): return try patchActivity(call.segments[1], call, key)
        case ("DELETE", 1): return try deleteActivity(call.segments[1], key)
        case (_, 0...1): throw Self.methodNotAllowed(call)
        default: throw Failure(404, nil, "there is no \(call.path)")
        }
    }

    private mutating func routeNotifications(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        let rest = Array(call.segments.dropFirst())
        switch (call.method, rest.first, rest.count) {
        case ("POST", nil, _): return try createNotification(call, key)
        case ("GET", "answers"?, 2): return try readAnswer(rest[1], call, key)
        case ("GET", "receipts"?, 2): return try readReceipt(rest[1], call, key)
        case ("POST", "receipts"?, 2) where rest[1] == "cancel": return try cancelReceipts(call, key)
        case ("POST", "receipts"?, 3) where rest[2] == "cancel": return try cancelReceipt(rest[1], key)
        case ("POST", "scheduled"?, 1): return try createSchedule(call, key)
        case ("GET", "scheduled"?, 1): return try listSchedules(call, key)
        case ("GET", "scheduled"?, 2): return try readSchedule(rest[1], key)
        case ("DELETE", "scheduled"?, 2): return try deleteSchedule(rest[1], call, key)
        case (_, nil, _), (_, "answers"?, 2), (_, "scheduled"?, 1...2), (_, "receipts"?, 2...3):
            throw Self.methodNotAllowed(call)
        default: throw Failure(404, nil, "there is no \(call.path)")
        }
    }

    private mutating func routeWidgets(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        let rest = call.segments.dropFirst()
        switch (call.method, rest.count) {
        case ("POST", 0): return try createWidget(call, key)
        case ("GET", 0): return try listWidgets(key)
        case ("GET", 1): return try readWidget(call.segments[1], key)
        case ("PATCH", 1): return try patchWidget(call.segments[1], call, key)
        case ("DELETE", 1): return try deleteWidget(call.segments[1], key)
        case (_, 0...1): throw Self.methodNotAllowed(call)
        default: throw Failure(404, nil, "there is no \(call.path)")
        }
    }

    /// `GET /auth/me` (pushward-api.md section 3).
    private func account(_ key: Key) -> HTTPResponse {
        let daily = quotas.counter(.notifications)
        var user: JSONObject = [
            "id": "user-simulator",
            "nickname": "Simulator",
            "activity_count": .int(activities.count),
            "subscribed": .bool(quotas.plan != .free),
            "quota_period_month": .int(quotas.periodMonth),
        ]
        for kind in Quotas.Kind.allCases {
            let counter = quotas.counter(kind)
            user["\(kind.rawValue)_used"] = .int(counter.used)
            if let limit = counter.limit { user["\(kind.rawValue)_limit"] = .int(limit) }
        }
        user["quota_resets_at"] = .string(TimeText.rfc3339(quotas.resetInstant(of: daily, at: now)))
        if daily.isDaily {
            user["quota_resets_day_at"] = user["quota_resets_at"]
            user["notifications_used_month"] = .int(daily.usedInMonth)
        }
        user["integration_key"] = key.json
        return .json(.object(user))
    }
}
