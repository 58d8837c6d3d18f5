import Values

/// `POST`, `GET`, `DELETE` of activities (pushward-api.md section 6.2).
extension Simulator {
    mutating func createActivity(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(activities: .manage)
        let body = try call.postBody()
        try ActivitySchema.post.checkBody(body)
        let slug = body.text("slug") ?? ""
        try key.requireActivity(slug: slug)
        let existing = activities[slug]
        if existing == nil { try checkActivityCap() }
        try charge(.liveActivityUpdates)
        var row = existing ?? Activity(id: makeIdentifier(), slug: slug, name: slug, at: now)
        row.name = body.text("name") ?? slug
        if let priority = body.integer("priority") { row.priority = priority }
        ActivitySchema.applyLifetimes(body, to: &row.lifetimes)
        row.updatedAt = now
        activities[slug] = row
        return .json(row.json(), status: 201, action: existing == nil ? "created" : "updated")
    }

    func checkActivityCap() throws(Failure) {
        guard activities.count >= ActivitySchema.maxRows else { return }
        let detail = "an account has at most \(ActivitySchema.maxRows) activities"
        var failure = Failure(409, "activity.limit_exceeded", detail)
        failure.retryAfter = .seconds(3)
        throw failure
    }

    func listActivities(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(activities: .read)
        let limit = try call.queryInteger("limit", in: 1...100, default: 50)
        let after = try Cursor.decode(call.queryValue("after"))
        let state = try call.queryValue("state").map { text throws(Failure) in
            guard let state = Activity.State(rawValue: text) else {
                throw Failure(400, "activity.state_invalid", "state must be ended, ongoing or preempted")
            }
            return state
        }
        let rows = activities.values.sorted { $0.slug < $1.slug }
            .filter { row in
                (state == nil || row.state == state) && Key.allows(row.slug, key.activitySlugs)
                    && (after.map { row.slug > $0 } ?? true)
            }
        var page: JSONObject = ["items": .array(rows.prefix(limit).map { $0.json() })]
        if rows.count > limit { page["next_cursor"] = .string(Cursor.encode(rows[limit - 1].slug)) }
        return .json(.object(page))
    }

    func readActivity(_ slug: String, _ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(activities: .read)
        let row = try activity(slug, key)
        let include = call.queryValue("include")
        guard include == nil || include == "log_backlog" else {
            throw .schema("query.include", "expected value to be one of \"log_backlog\"")
        }
        _ = try call.queryInteger("wait", in: 0...25, default: 0)
        return .json(row.json(includingBacklog: include != nil))
    }

    mutating func deleteActivity(_ slug: String, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(activities: .manage)
        let row = try activity(slug, key)
        removeActivity(row, because: "deleted")
        return HTTPResponse(status: 204)
    }

    /// Drops a row; a running card goes at once, one that lingers stays.
    mutating func removeActivity(_ row: Activity, because reason: String) {
        activities[row.slug] = nil
        guard row.state == .ongoing, let card = row.cardID else { return }
        phone.end(card, content: nil, lingersUntil: now, because: reason, at: now)
    }

    /// The row of that slug, if the slug is one, the key may see it, and it exists.
    func activity(_ slug: String, _ key: Key) throws(Failure) -> Activity {
        try checkSlug(slug)
        try key.requireActivity(slug: slug)
        guard let row = activities[slug] else {
            throw .notFound("activity.not_found", "no activity has the slug \(slug)")
        }
        return row
    }

    func checkSlug(_ slug: String) throws(Failure) {
        guard Formats.isSlug(slug) else { throw Failure(400, "slug.invalid", "the slug is not valid") }
    }
}

/// The opaque place in a list.
enum Cursor {
    private static let prefix = "c1"

    static func encode(_ text: String) -> String {
        prefix + text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func decode(_ cursor: String?) throws(Failure) -> String? {
        guard let cursor else { return nil }
        let bytes = Array(cursor.dropFirst(prefix.count).utf8)
        let pairs = stride(from: 0, to: bytes.count, by: 2)
            .map { PercentCoding.hexPair(bytes[$0..<min($0 + 2, bytes.count)]) }
        guard cursor.hasPrefix(prefix), !bytes.isEmpty, !pairs.contains(nil) else {
            throw Failure(400, "cursor.invalid", "the cursor is not one of this list")
        }
        return String(decoding: pairs.compactMap { $0 }, as: UTF8.self)
    }
}
