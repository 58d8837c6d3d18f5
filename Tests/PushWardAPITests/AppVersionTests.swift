import PushWardAPI
import Testing

/// The rows of pushward-api.md section 17.
@Suite("The oldest app for each feature")
struct AppVersionTests {
    static let fields: [(template: String, fields: [String], minApp: String)] = [
        ("generic", ["live_progress"], "1.3.3"), ("steps", ["step_weights"], "1.3.3"),
        ("timeline", ["primary_series"], "1.3.3"), ("steps", ["live_progress"], "1.3.5"),
        ("generic", ["image_url", "image_shape", "image_thumbhash"], "1.7.0"),
        ("steps", ["image_url", "image_shape", "image_thumbhash"], "1.7.0"),
        ("countdown", ["direction", "goal", "paused", "show_ruler"], "1.19.0"),
    ]

    @Test("Fields of cards", arguments: fields)
    func cards(_ row: (template: String, fields: [String], minApp: String)) throws {
        let template = try #require(ContentFields.template(named: row.template))
        for name in row.fields { #expect(template.field(name)?.minApp == row.minApp, "\(name)") }
    }

    @Test("Templates of cards")
    func templates() {
        for template in ContentFields.templates {
            #expect(template.minApp == (template.name == "media" ? "1.9.0" : nil), "\(template.name)")
            #expect(template.field("compact_label")?.minApp == "1.14.0", "\(template.name)")
        }
    }

    @Test("Widgets, their clocks and their age")
    func widgets() {
        let newer: Set = ["trend", "countdown", "battery", "schedule", "flow"]
        for template in WidgetFields.templates {
            #expect(template.minApp == (newer.contains(template.name) ? "1.6.0" : nil), "\(template.name)")
            #expect(template.field("subtitle_timer")?.minApp == "1.6.0", "\(template.name)")
        }
        #expect(WidgetSettings.fields.first { $0.name == "stale_after" }?.minApp == "1.6.0")
    }

    @Test("Replies and repeats of notifications")
    func notifications() {
        for name in ["text_input", "text_input_placeholder", "text_input_button_title"] {
            #expect(NotificationFields.actionFields.first { $0.name == name }?.minApp == "1.5.0", "\(name)")
        }
        #expect(NotificationFields.fields.first { $0.name == "acknowledge" }?.minApp == "1.17.0")
    }
}
