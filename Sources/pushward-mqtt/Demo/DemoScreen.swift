import Host
import Values

/// Shows the cards in the terminal as they change.
final class DemoScreen {
    private let hasColour = Terminal.hasColour(FileDescriptor.standardOutput)
    private var shown: [String: String] = [:]
    private var lastNotification = 0

    func say(_ text: String) {
        FileDescriptor.print(text + "\n")
    }

    func caption(_ text: String) { say(paint(text, "1;36")) }

    func message(_ topic: String, _ payload: String) {
        say(paint("          MQTT  \(topic)  \(payload)", "33"))
    }

    /// Prints what differs from what was printed last.
    func update(_ state: JSON, at seconds: Double) {
        for card in state["cards"]?.arrayValue ?? [] {
            let slug = card["slug"]?.stringValue ?? ""
            let line = Self.line(card)
            guard shown[slug] != line else { continue }
            shown[slug] = line
            say("\(Self.clock(seconds))  \(paint(line, "32"))")
        }
        for notification in state["notifications"]?.arrayValue ?? [] {
            let id = notification["id"]?.intValue ?? 0
            guard id > lastNotification else { continue }
            lastNotification = id
            let title = notification["title"]?.stringValue ?? ""
            let body = notification["body"]?.stringValue ?? ""
            say("\(Self.clock(seconds))  \(paint("[notification] \(title): \(body)", "35"))")
        }
    }

    private static func line(_ card: JSON) -> String {
        let content = card["content"] ?? .null
        let name = card["name"]?.stringValue ?? ""
        var parts: [String] = []
        for field in ["media_title", "state", "subtitle", "playback_state", "completion_message"] {
            if let text = content[field]?.stringValue, !text.isEmpty { parts.append(text) }
        }
        if let end = content["end_date"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:)) {
            parts.append("until \(end.rfc3339.dropFirst(11).prefix(8))")
        }
        if card["state"]?.stringValue == "ended" { parts.append("(ended)") }
        return "[\(name)] " + parts.joined(separator: " · ")
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds)
        let two = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
        return "  \(two(whole / 3600)):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }

    private func paint(_ text: String, _ code: String) -> String {
        hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
