/// All rows for the rules of pushward-api.md, and the sections that have rules.
package enum Reference {
    /// A section with rules that a server shows.
    package struct Section: Sendable {
        package let number: String
        package let title: String
        /// Whether some of its rules are kept by refusing requests.
        package let hasRefusals: Bool

        init(_ number: String, _ title: String, hasRefusals: Bool = true) {
            self.number = number
            self.title = title
            self.hasRefusals = hasRefusals
        }
    }

    /// The sections, but for those that say nothing about answers (0, 5.3, 6.5, 11.10, 15, 16, 18).
    package static let sections: [Section] = [
        .init("1", "Basics"), .init("2", "Endpoint index"), .init("3", "Authentication, scopes"),
        .init("4.1", "Rate limit", hasRefusals: false), .init("4.2", "Quotas"), .init("4.3", "Object limits"),
        .init("4.4", "Platform limits", hasRefusals: false), .init("5.1", "Merge patch"),
        .init("5.2", "Two layers of validation"), .init("5.4", "Pagination"),
        .init("6.1", "Activities: resource"), .init("6.2", "Activities: endpoints"),
        .init("6.3", "State machine"), .init("6.4", "TTLs and linger"),
        .init("6.6", "Updates without content", hasRefusals: false), .init("6.7", "target"),
        .init("7.1", "Shared content fields"), .init("7.2", "Action object"), .init("7.3", "What a tap does"),
        .init("7.4", "Alarm"), .init("8.1", "generic"), .init("8.2", "countdown, timer"),
        .init("8.3", "steps"), .init("8.4", "alert"), .init("8.5", "gauge"), .init("8.6", "timeline"),
        .init("8.7", "board"), .init("8.8", "log"), .init("8.9", "media"), .init("8.10", "approval"),
        .init("9.1", "Colours"), .init("9.2", "Icons", hasRefusals: false), .init("9.3", "Images"),
        .init("9.4", "Sounds"), .init("10", "Payload and priority", hasRefusals: false),
        .init("11.1", "POST /notifications"), .init("11.2", "Levels"), .init("11.3", "actions[]"),
        .init("11.4", "Replies"), .init("11.5", "Answers"),
        .init("11.6", "The response", hasRefusals: false), .init("11.7", "Acknowledged notifications"),
        .init("11.8", "Encryption"), .init("11.9", "Scheduled notifications"),
        .init("12.1", "Widgets: resource"), .init("12.2", "Widgets: content"),
        .init("12.3", "Widgets: actions"), .init("12.4", "Widgets: templates"), .init("13", "E-mail"),
        .init("14.1", "Errors: shape"), .init("14.3", "Errors: codes"),
    ]

    /// Rows of an account without quotas and rate.
    package static let rows: [Row] =
        RequestTable.shared + RequestTable.posts + RequestTable.patches + RequestTable.reads
        + NotificationTable.rows + NotificationTable.schedules + NotificationTable.receipts
        + NotificationLimits.rows + WidgetTable.rows + WidgetLimits.rows + WidgetActions.rows
        + MergeTable.rows + LifeTable.rows + TemplateTable.rows + TapTable.rows

    /// Rows of an account with the quotas of the free plan.
    package static let metered: [Row] = ReferenceTable.all + QuotaTable.rows

    /// Contents that break a rule.
    package static let refused: [ContentCase] =
        ContentTable.refused + ActionTable.refused + SharedTable.refused + SharedTable.foreign

    /// Contents that keep every rule.
    package static let accepted: [ContentCase] =
        ContentTable.accepted + ActionTable.accepted + SharedTable.accepted

    /// How many rows there are of each section: those that break a rule and those that keep one.
    package static let counts: [String: (broken: Int, kept: Int)] = {
        var counts: [String: (broken: Int, kept: Int)] = [:]
        for row in rows + metered {
            if row.status >= 400 {
                counts[row.section, default: (0, 0)].broken += 1
            } else {
                counts[row.section, default: (0, 0)].kept += 1
            }
        }
        for row in refused { counts[row.section, default: (0, 0)].broken += 1 }
        for row in accepted { counts[row.section, default: (0, 0)].kept += 1 }
        return counts
    }()

    /// A text of so many times one letter, for limits.
    package static func run(_ letter: String, _ count: Int) -> String { ContentTable.run(letter, count) }
}
