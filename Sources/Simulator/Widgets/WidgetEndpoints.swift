import Values

/// `/widgets` (pushward-api.md sections 12.1, 14.3).
extension Simulator {
    mutating func createWidget(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(widgets: .write)
        let body = try call.postBody()
        try WidgetSchema.post.checkBody(body)
        let slug = body.text("slug") ?? ""
        try key.requireWidget(slug: slug)
        var content = body["content"]?.objectValue ?? JSONObject()
        try WidgetRules.check(content, at: now)
        WidgetRules.sortDevices(&content)
        let existing = widgets[slug]
        if existing == nil, widgets.count >= Widget.maxCount {
            throw Failure(429, "widget.limit_exceeded", "an account has at most \(Widget.maxCount) widgets")
        }
        var widget =
            existing
            ?? Widget(slug: slug, name: slug, content: content, createdAt: now, updatedAt: now)
        let isChanged = widget.content != content || existing == nil
        widget.name = body.text("name") ?? slug
        widget.content = content
        Self.applySettings(body, to: &widget)
        widget.updatedAt = now
        push(&widget, isChanged: isChanged)
        widgets[slug] = widget
        return .json(widget.json, status: 201, action: existing == nil ? "created" : "updated")
    }

    func listWidgets(_ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(widgets: .read)
        let shown = widgets.values.filter { Key.allows($0.slug, key.widgetSlugs) }.sorted {
            $0.slug < $1.slug
        }
        return .json(["items": .array(shown.map(\.json))])
    }

    func readWidget(_ slug: String, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(widgets: .read)
        return .json(try widget(slug, key).json)
    }

    mutating func patchWidget(_ slug: String, _ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(widgets: .write)
        var widget = try widget(slug, key)
        let body = try call.patchBody(malformed: "widget.content_invalid")
        try WidgetSchema.patch.checkBody(body)
        let patch = body["content"]?.objectValue ?? JSONObject()
        var content = MergePatch.applying(patch, to: widget.content)
        let schema = Schema.object(WidgetSchema.content, required: ["template"])
        let violations = schema.violations(of: .object(content), at: "body.content")
        if !violations.isEmpty { throw .schema(violations) }
        try WidgetRules.check(content, at: now)
        WidgetRules.sortDevices(&content)
        try charge(.widgetUpdates)
        let isChanged = content != widget.content
        widget.content = content
        if let name = body.text("name") { widget.name = name }
        Self.applySettings(body, to: &widget)
        widget.updatedAt = now
        push(&widget, isChanged: isChanged)
        widgets[slug] = widget
        return .json(widget.json)
    }

    mutating func deleteWidget(_ slug: String, _ key: Key) throws(Failure) -> HTTPResponse {
        try key.require(widgets: .write)
        _ = try widget(slug, key)
        widgets[slug] = nil
        return HTTPResponse(status: 204)
    }

    private func widget(_ slug: String, _ key: Key) throws(Failure) -> Widget {
        try checkSlug(slug)
        try key.requireWidget(slug: slug)
        guard let widget = widgets[slug] else {
            throw .notFound("widget.not_found", "no widget has the slug \(slug)")
        }
        return widget
    }

    private static func applySettings(_ body: JSONObject, to widget: inout Widget) {
        if body["push_throttle"] != nil { widget.pushThrottle = body.integer("push_throttle") }
        if body["stale_after"] != nil { widget.staleAfter = body.integer("stale_after") }
    }

    /// One push per throttle window, none where nothing changed; what changes within one is pushed at its end.
    private mutating func push(_ widget: inout Widget, isChanged: Bool) {
        guard isChanged else { return }
        let throttle = Duration.seconds(widget.pushThrottle ?? Widget.defaultThrottle)
        if let last = widget.pushedAt, now - last < throttle {
            widget.pushDue = last + throttle
            return
        }
        widget.pushedAt = now
        widget.pushDue = nil
        phone.countWidgetPush()
    }

    /// Tells the phone at the end of a throttle window.
    mutating func pushDue(_ slug: String) {
        widgets[slug]?.pushDue = nil
        widgets[slug]?.pushedAt = now
        phone.countWidgetPush()
    }
}
