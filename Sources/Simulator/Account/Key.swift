package import Values

/// An integration key with what it may do (pushward-api.md section 3).
package struct Key: Sendable, Hashable {
    package var token: String
    package var id: String
    package var name: String
    package var isDefault: Bool
    package var activities: ActivityLevel
    package var notifications: NotificationLevel
    package var widgets: WidgetLevel
    /// Whether it may send e-mail.
    package var sendsEmails: Bool
    /// Exact slugs, or prefixes that end with `*`; nil for no restriction.
    package var activitySlugs: [String]?
    package var widgetSlugs: [String]?
    package var expiresAt: Timestamp?

    package enum ActivityLevel: String, Sendable, CaseIterable {
        case none, read, update, manage
    }

    package enum NotificationLevel: String, Sendable, CaseIterable {
        case none, send, schedule
    }

    package enum WidgetLevel: String, Sendable, CaseIterable {
        case none, read, write
    }

    /// Makes a key that may do everything, unless told otherwise.
    package init(
        token: String,
        id: String,
        name: String,
        isDefault: Bool = false,
        activities: ActivityLevel = .manage,
        notifications: NotificationLevel = .schedule,
        widgets: WidgetLevel = .write,
        sendsEmails: Bool = true,
        activitySlugs: [String]? = nil,
        widgetSlugs: [String]? = nil,
        expiresAt: Timestamp? = nil
    ) {
        self.token = token
        self.id = id
        self.name = name
        self.isDefault = isDefault
        self.activities = activities
        self.notifications = notifications
        self.widgets = widgets
        self.sendsEmails = sendsEmails
        self.activitySlugs = activitySlugs
        self.widgetSlugs = widgetSlugs
        self.expiresAt = expiresAt
    }

    var json: JSON {
        var object: JSONObject = [
            "id": .string(id),
            "name": .string(name),
            "is_default": .bool(isDefault),
            "permissions": [
                "activities": .string(activities.rawValue),
                "notifications": .string(notifications.rawValue),
                "widgets": .string(widgets.rawValue),
                "emails": .string(sendsEmails ? "send" : "none"),
            ],
        ]
        if let activitySlugs { object["activity_slugs"] = .array(activitySlugs.map(JSON.string)) }
        if let widgetSlugs { object["widget_slugs"] = .array(widgetSlugs.map(JSON.string)) }
        if let expiresAt { object["expires_at"] = .string(TimeText.rfc3339(expiresAt)) }
        return .object(object)
    }
}

extension CaseIterable where Self: Equatable, AllCases.Index == Int {
    /// The place in the order of declaration; a higher level includes the lower.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Key {
    func require(activities level: ActivityLevel) throws(Failure) {
        if activities.rank < level.rank { throw Self.denied("activities:\(level.rawValue)") }
    }

    func require(notifications level: NotificationLevel) throws(Failure) {
        if notifications.rank < level.rank { throw Self.denied("notifications:\(level.rawValue)") }
    }

    func require(widgets level: WidgetLevel) throws(Failure) {
        // A widget extension's own token reads what it draws, and writes nothing.
        if token.hasPrefix("hlw_"), level == .write {
            throw Failure(403, "widget.token_not_permitted", "a widget's token cannot change widgets")
        }
        if widgets.rank < level.rank { throw Self.denied("widgets:\(level.rawValue)") }
    }

    func requireEmails() throws(Failure) {
        if !sendsEmails { throw Self.denied("emails:send") }
    }

    func requireActivity(slug: String) throws(Failure) {
        try Self.require(slug, among: activitySlugs)
    }

    func requireWidget(slug: String) throws(Failure) {
        try Self.require(slug, among: widgetSlugs)
    }

    static func allows(_ slug: String, _ patterns: [String]?) -> Bool {
        guard let patterns else { return true }
        return patterns.contains { $0.hasSuffix("*") ? slug.hasPrefix($0.dropLast()) : slug == $0 }
    }

    private static func require(_ slug: String, among patterns: [String]?) throws(Failure) {
        guard allows(slug, patterns) else {
            throw Failure(403, "integration_key.slug_invalid", "this key is not allowed the slug \(slug)")
        }
    }

    private static func denied(_ level: String) -> Failure {
        Failure(403, "integration_key.permission_denied", "this key needs \(level)")
    }
}
