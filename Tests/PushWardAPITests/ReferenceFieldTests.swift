import PushWardAPI
import Testing

/// The rows of pushward-api.md sections 7, 8 and 11, by name: what a table lacks, or has too much, shows here.
@Suite("Field tables against the reference's rows")
struct ReferenceFieldTests {
    private static let everywhere = [
        "progress", "state", "subtitle", "icon", "remaining_time", "accent_color", "background_color",
        "text_color", "compact_label", "tap_action",
    ]
    private static let buttons = ["url_action", "secondary_url_action", "url", "secondary_url"]
    private static let alarm = ["alarm", "snooze_seconds"]
    private static let image = ["image_url", "image_shape", "image_thumbhash"]
    private static let window = ["end_date", "start_date", "duration"]

    /// Section 7.1 and the table of each part of section 8.
    static let templates: [(name: String, fields: [String], required: [String])] = [
        ("generic", everywhere + buttons + alarm + image + window + ["live_progress"], []),
        (
            "countdown",
            everywhere + buttons + alarm + window + [
                "direction", "warning_threshold", "completion_message", "goal", "show_ruler", "paused",
            ], []
        ),
        (
            "steps",
            everywhere + buttons + alarm + image + window + [
                "live_progress", "total_steps", "current_step", "step_labels", "step_rows", "step_weights",
                "step_colors",
            ], ["total_steps", "current_step"]
        ),
        (
            "alert", everywhere + buttons + alarm + ["end_date", "severity", "severity_label", "fired_at"],
            ["severity"]
        ),
        (
            "gauge",
            everywhere + buttons + alarm + [
                "end_date", "value", "min_value", "max_value", "unit", "decimals",
            ],
            ["value", "min_value", "max_value"]
        ),
        (
            "timeline",
            everywhere + buttons + alarm + [
                "end_date", "value", "unit", "units", "scale", "decimals", "smoothing", "thresholds",
                "primary_series", "history",
            ], ["value"]
        ),
        ("board", everywhere + buttons + alarm + ["end_date", "tiles"], ["tiles"]),
        ("log", everywhere + buttons + alarm + ["end_date", "lines"], ["lines"]),
        (
            "media",
            everywhere + buttons + alarm + image + [
                "end_date", "media_title", "playback_state", "position_seconds", "duration_seconds",
                "position_at", "volume", "favorite", "controls",
            ], []
        ),
        (
            "approval", everywhere + ["end_date", "options", "source", "details", "on_expire"], ["options"]
        ),
    ]

    @Test("each template takes exactly the reference's fields, and requires what it requires")
    func fields() {
        #expect(Self.templates.map(\.name) == ContentFields.templates.map(\.name))
        for (row, template) in zip(Self.templates, ContentFields.templates) {
            let names = Set(template.fields.map(\.name))
            #expect(names == Set(row.fields), "\(row.name)")
            #expect(template.required == row.required, "\(row.name)")
        }
    }

    /// Members of structures: sections 8.6 to 8.10 and 11.1.
    static let members: [(template: String, field: String, members: [String], required: [String])] = [
        ("timeline", "thresholds", ["value", "color", "label"], ["value"]),
        (
            "board", "tiles", ["label", "value", "unit", "icon", "color", "trend", "url_action"],
            ["label", "value"]
        ),
        ("log", "lines", ["text", "at", "level"], ["text"]),
        (
            "media", "controls",
            [
                "previous", "play_pause", "play", "pause", "next", "stop", "favorite", "volume_down",
                "volume_up", "extra",
            ], []
        ),
        ("approval", "details", ["label", "value"], ["label", "value"]),
    ]

    @Test("each structure has exactly the reference's members")
    func structures() throws {
        for row in Self.members {
            var kind = try #require(ContentFields.template(named: row.template)?.field(row.field)).kind
            if let elements = kind.elements { kind = elements.kind }
            guard case .object(let members, let required) = kind else {
                Issue.record("\(row.template).\(row.field) is no structure")
                continue
            }
            #expect(Set(members.map(\.name)) == Set(row.members), "\(row.template).\(row.field)")
            #expect(required == row.required, "\(row.template).\(row.field)")
        }
    }

    /// Sections 7.2, 7.3, 8.10 and 11.3.
    static let actions: [(place: FieldSpec.ActionPlace, members: [String], required: [String])] = [
        (.cardButton, ["url", "foreground", "method", "headers", "body", "title", "icon"], ["url"]),
        (.cardBackground, ["url", "foreground", "method", "headers", "body"], ["url"]),
        (.mediaControl, ["url", "method", "headers", "body", "title", "icon"], ["url"]),
        (.mediaExtra, ["url", "method", "headers", "body", "title", "icon"], ["url", "icon"]),
        (
            .approvalOption, ["id", "title", "style", "icon", "url", "method", "headers", "body"],
            ["id", "title"]
        ),
        (
            .notification,
            [
                "id", "title", "icon", "url", "method", "headers", "body", "foreground", "destructive",
                "authentication_required", "text_input", "text_input_placeholder", "text_input_button_title",
            ], ["id", "title"]
        ),
    ]

    @Test("each place's action has exactly the reference's members")
    func places() {
        for row in Self.actions {
            #expect(Set(ActionFields.members(of: row.place).map(\.name)) == Set(row.members), "\(row.place)")
            #expect(Set(ActionFields.required(at: row.place)) == Set(row.required), "\(row.place)")
        }
    }

    @Test(
        "a notification takes the reference's fields, but for those that the bridge writes itself or cannot use"
    )
    func notification() {
        let rows: Set = [
            "title", "body", "subtitle", "level", "volume", "thread_id", "collapse_id", "source",
            "source_display_name", "url", "icon_url", "media", "metadata", "activity_slug", "push", "actions",
            "acknowledge", "tags", "callback_url", "encrypted", "target",
        ]
        let names = Set(NotificationFields.fields.map(\.name))
        #expect(names.isSubset(of: rows))
        #expect(rows.subtracting(names).isSubset(of: ["actions", "encrypted", "target"]))
        #expect(NotificationFields.required == ["title", "body"])
    }

    /// Sections 5.1, 8.6, 8.9 and 10.
    @Test(
        "objects merge by member, arrays and the rest are sent whole; a number of a chart and a playhead are of low priority"
    )
    func merging() throws {
        let deep: Set = [
            "tap_action", "url_action", "secondary_url_action", "controls", "value", "units", "history",
        ]
        for template in ContentFields.templates {
            for field in template.fields {
                let isDeep = deep.contains(field.name) && !(field.name == "value" && template.name == "gauge")
                #expect(field.kind.mergesDeep == isDeep, "\(template.name).\(field.name)")
            }
            let low: [String: [String]] = [
                "timeline": ["value"], "media": ["position_seconds", "position_at"],
            ]
            #expect(template.coalescing == low[template.name] ?? [], "\(template.name)")
        }
    }
}
