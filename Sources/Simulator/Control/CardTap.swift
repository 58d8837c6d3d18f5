import Values

/// Taps on cards and widgets (pushward-api.md sections 7.3, 8.10, 12.3).
extension Simulator {
    /// How long an answered approval stays before the server ends it.
    static let answeredLinger = Duration.seconds(3)

    mutating func tapCard(_ slug: String, _ path: String) -> Tap {
        guard let card = phone.card(slug, at: now) else { return .error(404, "no card shows \(slug)") }
        if path.hasPrefix("options") { return tapOption(card, path) }
        guard let found = Self.value(at: path, in: .object(card.content)) else {
            return .error(404, "the card \(slug) has no \(path)")
        }
        if case .string(let url) = found { return .opens(url) }
        guard let action = found.objectValue else { return .error(404, "\(path) is no action") }
        let isSilentOnly = path.hasPrefix("controls")
        return Self.tap(action, isSilentOnly: isSilentOnly, isSilentByDefault: false)
    }

    mutating func tapWidget(_ slug: String, _ path: String) -> Tap {
        guard let widget = widgets[slug] else { return .error(404, "there is no widget \(slug)") }
        guard let action = Self.value(at: path, in: .object(widget.content))?.objectValue else {
            return .error(404, "the widget \(slug) has no \(path)")
        }
        return Self.tap(action, isSilentOnly: false, isSilentByDefault: true)
    }

    /// What a tap on an action does, by its shape.
    static func tap(_ action: JSONObject, isSilentOnly: Bool, isSilentByDefault: Bool) -> Tap {
        guard let url = action.text("url") else { return .error(404, "the action has no url") }
        guard Formats.isHTTP(url) else { return .opens(url) }
        if isSilentOnly { return .webhook(request(action, url, defaultMethod: "POST")) }
        if action.flag("foreground") == true { return .opens(url) }
        let hasShape = ["method", "headers", "body"].contains { action.has($0) }
        if hasShape || isSilentByDefault { return .webhook(request(action, url, defaultMethod: "GET")) }
        if action.flag("foreground") == false {
            return Tap(
                "ignored",
                ["reason": "foreground false without method, headers or body: iOS drops the tap"]
            )
        }
        return .opens(url)
    }

    /// The request of a silent webhook.
    static func request(_ action: JSONObject, _ url: String, defaultMethod: String) -> HTTPRequest {
        var headers = (action["headers"]?.objectValue ?? JSONObject())
            .map { HTTPRequest.Pair($0.key, $0.value.stringValue ?? "") }
        let body = Array((action.text("body") ?? "").utf8)
        if action.has("body"), headers.value(named: "Content-Type") == nil {
            headers.append(HTTPRequest.Pair("Content-Type", "application/json"))
        }
        let method = (action.text("method") ?? defaultMethod).uppercased()
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPRequest(
            method: method,
            target: String(parts.first ?? ""),
            query: parts.count > 1 ? PercentCoding.queryItems(String(parts[1])) : [],
            headers: headers,
            body: body
        )
    }

    private mutating func tapOption(_ card: Card, _ path: String) -> Tap {
        let wanted = path.split(separator: ".").dropFirst().first.map(String.init) ?? ""
        let options = (card.content["options"]?.arrayValue ?? []).compactMap(\.objectValue)
        let byPlace = Int(wanted).flatMap { options.indices.contains($0) ? options[$0] : nil }
        guard let option = byPlace ?? options.first(where: { $0.text("id") == wanted }) else {
            return .error(404, "the card \(card.slug) has no \(path)")
        }
        if let url = option.text("url") {
            return Formats.isHTTP(url)
                ? .webhook(Self.request(option, url, defaultMethod: "POST")) : .opens(url)
        }
        guard var row = activities[card.slug], row.state == .ongoing, row.cardID == card.id,
            row.content["answer"] == nil
        else { return Tap("ignored", ["reason": "the question is answered or over"]) }
        let id = option["id"] ?? .null
        row.content["answer"] = ["option": id, "at": .int(now.wholeSeconds), "by": "user"]
        row.answeredEndAt = now + Self.answeredLinger
        row.updatedAt = now
        phone.update(card.id, row, sound: nil, isLowPriority: false, at: now)
        activities[card.slug] = row
        return Tap("recorded", ["option": id])
    }

    /// The value that a path such as `tiles.1.url_action` leads to.
    static func value(at path: String, in document: JSON) -> JSON? {
        var value: JSON? = document
        for part in path.split(separator: ".") {
            if let elements = value?.arrayValue {
                value = Int(part).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            } else {
                value = value?[String(part)]
            }
        }
        return value
    }
}
