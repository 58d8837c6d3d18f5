import Values

/// The control surface under `/_sim/`, for tests and people; it needs no key and is not logged.
///
/// - `GET /_sim/`: the page. `GET /_sim/state`: the phone, the rows behind it, quotas, pushes, warnings.
/// - `GET /_sim/requests?since=N`: the requests after number N; `last` is the newest number.
/// - `POST /_sim/reset`: forgets everything but the clock.
/// - `POST /_sim/clock` `{"advance": seconds}` or `{"set": instant}`: only where a server keeps the clock.
/// - `POST /_sim/faults`: see `Fault`; `DELETE` forgets them.
/// - `POST /_sim/tap` `{"slug" | "widget": …, "action": "controls.next"}` or
///   `{"notification": id, "action": id, "text": …}`; the action `tap` is a tap on the notification itself.
/// - `POST /_sim/dismiss` `{"slug": …}` or `{"notification": id}`; `POST /_sim/snooze` `{"slug": …}`.
/// - `POST /_sim/quota` `{"kind", "used", "limit"}` or `{"plan": "free" | "paid" | "unlimited"}`.
/// - `POST /_sim/keys` `{"token", "activities": level, …}` or `{"token", "revoke": true}`.
/// - `POST /_sim/features` `{"missing": [Feature]}`.
extension Simulator {
    /// The page or a control answer, or nil where the call is one of PushWard's.
    mutating func pageOrControl(_ call: Call) -> HTTPResponse? {
        if call.method == "GET", call.segments.isEmpty || call.segments == ["_sim"] {
            let headers = [HTTPRequest.Pair("Content-Type", "text/html; charset=utf-8")]
            return HTTPResponse(status: 200, headers: headers, body: Array(Page.html.utf8))
        }
        guard call.segments.first == "_sim" else { return nil }
        do throws(Failure) {
            return try control(call)
        } catch {
            return error.response(instance: call.path)
        }
    }

    private mutating func control(_ call: Call) throws(Failure) -> HTTPResponse {
        let name = call.segments.dropFirst().joined(separator: "/")
        switch (call.method, name) {
        case ("GET", "state"): return .json(stateJSON)
        case ("GET", "requests"):
            let since = try call.queryInteger("since", in: 0...Int.max, default: 0)
            return .json([
                "last": .int(log.last),
                "requests": .array(log.entries(since: since, parseJSON: call.parseJSON)),
            ])
        case ("POST", "reset"):
            reset()
            return .json(["ok": true])
        case ("POST", "faults"): return try addFault(call)
        case ("GET", "faults"): return .json(["faults": .int(faults.count)])
        case ("DELETE", "faults"):
            faults = []
            return .json(["ok": true])
        case ("POST", "tap"):
            let tap = tap(.object(try controlBody(call)), at: now, parseJSON: call.parseJSON)
            return .json(.object(tap.report), status: tap.status)
        case ("POST", "dismiss"): return try dismiss(call)
        case ("POST", "snooze"): return try snooze(call)
        case ("POST", "quota"): return try setQuota(call)
        case ("POST", "keys"): return try addKey(call)
        case ("POST", "features"): return try setFeatures(call)
        default: throw Failure(404, nil, "there is no \(call.method) \(call.path)")
        }
    }

    private func controlBody(_ call: Call) throws(Failure) -> JSONObject {
        guard !call.request.body.isEmpty else { return JSONObject() }
        do throws(JSONSyntaxError) {
            guard let object = try call.parseJSON(call.request.body).objectValue else {
                throw JSONSyntaxError(message: "expected an object", line: 1, column: 1)
            }
            return object
        } catch {
            throw Failure(400, nil, "\(error)")
        }
    }

    private mutating func addFault(_ call: Call) throws(Failure) -> HTTPResponse {
        faults.append(try Fault(try controlBody(call)))
        return .json(["faults": .int(faults.count)], status: 201)
    }

    /// The person swipes a card away in the app, which deletes its row, or clears a notification.
    private mutating func dismiss(_ call: Call) throws(Failure) -> HTTPResponse {
        let body = try controlBody(call)
        try Schema.object([.init("slug", .string), .init("notification", .wholeNumber)], required: [])
            .checkBody(body)
        if let id = body.integer("notification") {
            phone.banners.removeAll { $0.id == id }
            return .json(["ok": true])
        }
        guard let row = activities[body.text("slug") ?? ""] else {
            throw .notFound("activity.not_found", "no such activity")
        }
        removeActivity(row, because: "dismissed")
        return .json(["ok": true])
    }

    /// The person snoozes an alarm: the server moves the end (pushward-api.md section 7.4).
    private mutating func snooze(_ call: Call) throws(Failure) -> HTTPResponse {
        let slug = try controlBody(call).text("slug") ?? ""
        guard var row = activities[slug], row.state == .ongoing, row.content.flag("alarm") == true,
            let end = row.content.integer("end_date")
        else { throw Failure(404, nil, "no alarm is set for \(slug)") }
        let later = max(end, now.wholeSeconds) + (row.content.integer("snooze_seconds") ?? 300)
        row.content["end_date"] = .int(later)
        row.content["snoozed_until"] = .int(later)
        row.content["warning_pushed"] = nil
        row.updatedAt = now
        if let card = row.cardID { phone.update(card, row, sound: nil, isLowPriority: false, at: now) }
        activities[slug] = row
        return .json(row.json())
    }

    private mutating func setQuota(_ call: Call) throws(Failure) -> HTTPResponse {
        let body = try controlBody(call)
        try Schema.object(
            [
                .init("kind", .choice(Quotas.Kind.allCases.map(\.rawValue))),
                .init("used", .integer(0...Int.max)),
                .init("limit", .nullable(.integer(0...Int.max))),
                .init("plan", .choice(["free", "paid", "unlimited"])),
            ],
            required: []
        ).checkBody(body)
        quotas.roll(to: now)
        if let plan = body.text("plan").flatMap(Quotas.Plan.init) {
            var fresh = Quotas(plan: plan)
            fresh.roll(to: now)
            for kind in Quotas.Kind.allCases { fresh.set(kind, used: quotas.counter(kind).used, limit: nil) }
            quotas = fresh
        }
        if let kind = body.text("kind").flatMap(Quotas.Kind.init) {
            let limit: Int?? = body["limit"] == nil ? nil : .some(body.integer("limit"))
            quotas.set(kind, used: body.integer("used"), limit: limit)
        }
        return .json(quotas.json)
    }

    private mutating func setFeatures(_ call: Call) throws(Failure) -> HTTPResponse {
        let body = try controlBody(call)
        let names = Schema.array(of: .choice(Feature.allCases.map(\.rawValue)), count: 0...10)
        try Schema.object([.init("missing", names)], required: ["missing"]).checkBody(body)
        missing = Set((body["missing"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap(Feature.init) })
        return .json(["missing": .array(missing.map(\.rawValue).sorted().map(JSON.string))])
    }

    private mutating func addKey(_ call: Call) throws(Failure) -> HTTPResponse {
        let body = try controlBody(call)
        try Self.keySchema.checkBody(body)
        let token = body.text("token") ?? ""
        if body.flag("revoke") == true {
            let gone = keys.filter { $0.token == token }.map(\.id)
            keys.removeAll { $0.token == token }
            schedules = schedules.filter { !gone.contains($0.value.keyID) }
            return .json(["ok": true])
        }
        let slugs = { (name: String) in body[name]?.arrayValue?.compactMap(\.stringValue) }
        let key = Key(
            token: token,
            id: body.text("id") ?? "key-\(token.suffix(8))",
            name: body.text("name") ?? "Key",
            activities: body.text("activities").flatMap(Key.ActivityLevel.init) ?? .none,
            notifications: body.text("notifications").flatMap(Key.NotificationLevel.init) ?? .none,
            widgets: body.text("widgets").flatMap(Key.WidgetLevel.init) ?? .none,
            activitySlugs: slugs("activity_slugs"),
            widgetSlugs: slugs("widget_slugs"),
            expiresAt: body.text("expires_at").flatMap(TimeText.parse)
        )
        keys.removeAll { $0.token == token }
        keys.append(key)
        return .json(key.json, status: 201)
    }

    private static let keySchema = Schema.object(
        [
            .init("token", .text(1...128)),
            .init("id", .text(1...64)),
            .init("name", .text(1...256)),
            .init("activities", .choice(Key.ActivityLevel.allCases.map(\.rawValue))),
            .init("notifications", .choice(Key.NotificationLevel.allCases.map(\.rawValue))),
            .init("widgets", .choice(Key.WidgetLevel.allCases.map(\.rawValue))),
            .init("activity_slugs", .array(of: .string, count: 0...100)),
            .init("widget_slugs", .array(of: .string, count: 0...100)),
            .init("expires_at", .instant),
            .init("revoke", .bool),
        ],
        required: ["token"]
    )
}
