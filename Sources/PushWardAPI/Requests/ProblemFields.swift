import Values

extension Problem {
    /// The fields that the server names, the surest first, without the `body.` in front: `content.severity_label`.
    var fields: [String] {
        var found: [String] = []
        func add(_ name: String) {
            if !name.isEmpty, !found.contains(name) { found.append(name) }
        }
        for error in errors {
            let path =
                error.location.hasPrefix("body.") ? String(error.location.dropFirst(5)) : error.location
            // A schema check names the parent of a member that is too much or missing, and the member in its message.
            if path == "content" || path == "body" || path.isEmpty {
                for name in Self.names(in: error.message) {
                    add(path == "content" ? "content.\(name)" : name)
                }
            }
            if path != "body", path != "content" { add(path) }
        }
        if found.isEmpty, let detail {
            let isContent = code == .known(.contentInvalid) || code == .known(.widgetContentInvalid)
            let prefix = isContent ? "content." : ""
            for name in Self.names(in: detail) { add(prefix + name) }
        }
        return found
    }

    /// Names that are everyday words too; they count where they are quoted, lead the text or follow `content.`.
    private static let everyday: Set<String> = [
        "value", "state", "title", "icon", "url", "source", "unit", "volume", "progress", "alarm", "goal",
        "scale",
        "lines", "details", "options", "duration", "body", "level", "push", "media", "history", "direction",
        "decimals", "controls", "tiles", "paused", "favorite", "tags", "actions", "metadata", "subtitle",
        "label", "trend", "flow", "points", "devices", "periods",
    ]

    private static let known: Set<String> =
        ContentFields.allNames.union(WidgetFields.allNames).union(NotificationFields.fields.map(\.name))
        .union(["actions", "template"])
        .union(ActivitySettings.fields.map(\.name)).union(WidgetSettings.fields.map(\.name))

    private static func names(in text: String) -> [String] {
        var sure: [String] = []
        var likely: [String] = []
        for (place, word) in text.split(separator: " ").enumerated() {
            let core = word.drop { !$0.isLetter }
            let path = core.prefix {
                $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "[" || $0 == "]"
            }
            let steps = path.split(whereSeparator: { $0 == "." || $0 == "[" })
            let isInContent = steps.first == "content"
            guard let first = isInContent ? steps.dropFirst().first : steps.first else { continue }
            let name = String(first)
            guard known.contains(name) else { continue }
            let isQuoted = core.startIndex > word.startIndex
            if isInContent || isQuoted || place == 0 || name.contains("_") || steps.count > 1 {
                sure.append(name)
            } else if !everyday.contains(name) {
                likely.append(name)
            }
        }
        return sure + likely
    }
}

/// Reads how long the server asks to wait; what it says is not trusted.
enum RetryHint {
    /// The hint of the body, else of the header, within zero and `longest`; nil where neither makes sense.
    static func read(
        headers: [HTTPRequest.Pair],
        body: JSON?,
        serverTime: Timestamp?,
        longest: Duration
    ) -> Duration? {
        let fromHeader = headers.value(named: "Retry-After").flatMap { header($0, serverTime: serverTime) }
        let fromBody = body?["retry_after_ms"]?.doubleValue.map { $0 / 1000 }
        // The body has milliseconds; the header, whole seconds, is what proxies set.
        let hints = [fromBody, fromHeader].compactMap { $0 }.filter { $0.isFinite && $0 >= 0 }
        guard let seconds = hints.first else { return nil }
        return min(.milliseconds(Int64(min(seconds, 1e9) * 1000)), longest)
    }

    private static func header(_ text: String, serverTime: Timestamp?) -> Double? {
        if let seconds = Numbers.parse(text) { return seconds }
        guard let date = Timestamp(httpDate: text), let serverTime else { return nil }
        return (date - serverTime).inSeconds
    }
}
