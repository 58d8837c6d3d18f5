import Values

/// `PATCH /activities/{slug}` (pushward-api.md section 6.2).
extension Simulator {
    mutating func patchActivity(_ slug: String, _ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try checkSlug(slug)
        try key.require(activities: .update)
        try key.requireActivity(slug: slug)
        let upsert = try call.queryFlag("upsert")
        let body = try call.patchBody()
        try ActivitySchema.patch.checkBody(body)
        try checkFeatures(ofContent: body["content"]?.objectValue)
        let priority = try ActivitySchema.priority(body)
        let wanted = try ActivitySchema.state(body)
        let existing = activities[slug]
        if existing == nil { try checkUpsert(slug, upsert, key) }

        let old = existing ?? Activity(id: makeIdentifier(), slug: slug, name: slug, at: now)
        guard let state = wanted ?? (old.state == .preempted ? nil : old.state) else {
            throw Failure(400, "activity.state_invalid", "a preempted activity needs state ongoing or ended")
        }
        var row = old
        if let priority { row.priority = priority }
        ActivitySchema.applyLifetimes(body, to: &row.lifetimes)
        let update = try contentUpdate(body, row, to: state)
        row.content = update.content
        try charge(.liveActivityUpdates)
        for warning in update.warnings { phone.warn(warning, slug: slug, at: now) }
        if row.template == "log" {
            row.backlog = LogContent.backlog(
                row.backlog,
                adding: row.content["lines"]?.arrayValue ?? [],
                before: old.content["lines"]?.arrayValue ?? []
            )
        }
        let push = Push(sound: body.text("sound"), isLowPriority: Self.isLowPriority(body, row))
        move(&row, from: old.state, to: state, push)
        row.updatedAt = now
        row.patchedAt = now
        activities[slug] = row
        advance(to: now)
        let stored = activities[slug] ?? row
        let isNew = existing == nil
        return .json(stored.json(), status: isNew ? 201 : 200, action: isNew ? "created" : "updated")
    }

    private func checkUpsert(_ slug: String, _ upsert: Bool, _ key: Key) throws(Failure) {
        guard upsert else { throw .notFound("activity.not_found", "no activity has the slug \(slug)") }
        guard key.activities == .manage else {
            throw Failure(403, "activity.upsert_forbidden", "creating by upsert needs activities:manage")
        }
        try checkActivityCap()
    }

    private func contentUpdate(
        _ body: JSONObject,
        _ row: Activity,
        to state: Activity.State
    ) throws(Failure) -> ContentUpdate.Result {
        let starts = state == .ongoing && row.state != .ongoing
        if let patch = body["content"]?.objectValue {
            let situation = ContentUpdate.Situation(now: now, starts: starts, isEnded: state == .ended)
            return try ContentUpdate.apply(patch, to: row.content, in: situation)
        }
        if starts {
            guard row.template != nil else { throw .content("content.template is required to start a card") }
            let situation = ContentUpdate.Situation(now: now, starts: true, isEnded: false)
            return try ContentUpdate.apply(JSONObject(), to: row.content, in: situation)
        }
        return ContentUpdate.Result(content: row.content, warnings: [])
    }

    /// Whether the push may wait: only numbers of a timeline, or only the playhead (section 10).
    private static func isLowPriority(_ body: JSONObject, _ row: Activity) -> Bool {
        guard body["sound"] == nil, body["priority"] == nil, let patch = body["content"]?.objectValue,
            !patch.isEmpty
        else { return false }
        let names = patch.keys.filter { $0 != "template" }
        return switch row.template {
        case "timeline": names == ["value"]
        case "media": !names.isEmpty && names.allSatisfy { ["position_seconds", "position_at"].contains($0) }
        default: false
        }
    }
}
