package import Values

extension PushWardRequest {
    /// Creates a widget, or refreshes all of it; it costs no update (`pushward-api.md` section 4.2).
    ///
    /// `name` is cut to 256 characters, an empty one is the slug; `content` is whole, with its template; the seconds
    /// of `pushThrottle` are brought within 1 to 3,600, those of `staleAfter` within 60 to 604,800.
    package static func postWidget(
        _ slug: Slug,
        name: String,
        content: JSONObject,
        pushThrottle: Int? = nil,
        staleAfter: Int? = nil
    ) -> PushWardRequest {
        let title = TextLimit.cut(name, to: ActivitySettings.nameMax, keepsLines: false).text
        var body: JSONObject = [
            "slug": .string(slug.text), "name": .string(title.isEmpty ? slug.text : title),
        ]
        func set(_ key: String, _ value: Int?, in range: ClosedRange<Int>) {
            if let value { body[key] = .int(min(max(value, range.lowerBound), range.upperBound)) }
        }
        set("push_throttle", pushThrottle, in: WidgetSettings.pushThrottle)
        set("stale_after", staleAfter, in: WidgetSettings.staleAfter)
        body["content"] = .object(content)
        return PushWardRequest("POST", "/widgets", body: body)
    }

    /// Changes a widget by a merge patch of its content and settings; each costs one update.
    ///
    /// The server wants at least one field of the content, even where only a setting changes (section 12.1).
    package static func patchWidget(
        _ slug: Slug,
        content: JSONObject,
        settings: JSONObject = [:]
    ) -> PushWardRequest {
        var body = settings
        body["content"] = .object(content)
        return PushWardRequest("PATCH", "/widgets/\(slug)", body: body, quota: .widgetUpdates)
    }

    /// Removes a widget; it goes from the phone's gallery.
    package static func deleteWidget(_ slug: Slug) -> PushWardRequest {
        PushWardRequest("DELETE", "/widgets/\(slug)")
    }

    /// Reads all widgets; the list has no pages.
    package static let listWidgets = PushWardRequest("GET", "/widgets")
}
