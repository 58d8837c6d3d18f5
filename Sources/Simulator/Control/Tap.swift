package import Values

/// What a tap came to: what to send, if anything, and what to tell.
package struct Tap: Sendable {
    /// The request that the phone sends, where the tap is a silent webhook.
    package var request: HTTPRequest?
    /// 200, or 404 and 422 where there was nothing to tap.
    package var status = 200
    /// `result` is `webhook`, `opens_url`, `opens_app`, `recorded`, `ignored` or `error`, with details.
    package var report: JSONObject

    init(_ result: String, _ details: JSONObject = JSONObject()) {
        report = ["result": .string(result)]
        for (name, value) in details { report[name] = value }
    }

    static func webhook(_ request: HTTPRequest) -> Tap {
        var headers = JSONObject()
        for header in request.headers { headers[header.name] = .string(header.value) }
        var tap = Tap(
            "webhook",
            [
                "request": [
                    "method": .string(request.method), "url": .string(request.target),
                    "headers": .object(headers),
                    "body": .string(String(decoding: request.body, as: UTF8.self)),
                ]
            ]
        )
        if Formats.scheme(request.target) == "http" {
            tap.report["warning"] = "iOS refuses cleartext http here"
        }
        tap.request = request
        return tap
    }

    static func opens(_ url: String) -> Tap {
        Formats.isHTTP(url)
            ? Tap("opens_url", ["url": .string(url)]) : Tap("opens_app", ["url": .string(url)])
    }

    static func error(_ status: Int, _ text: String) -> Tap {
        var tap = Tap("error", ["error": .string(text)])
        tap.status = status
        return tap
    }
}

extension Simulator {
    static let tapSchema = Schema.object(
        [
            .init("slug", .text(1...128)),
            .init("widget", .text(1...128)),
            .init("notification", .wholeNumber),
            .init("action", .text(1...128)),
            .init("text", .string),
        ],
        required: ["action"]
    )

    /// Does what the phone does when a person taps: see `/_sim/tap` (pushward-api.md sections 7.3, 11.3, 11.4).
    package mutating func tap(_ order: JSON, at instant: Timestamp, parseJSON: JSONParser) -> Tap {
        advance(to: instant)
        guard let body = order.objectValue else { return .error(422, "expected an object") }
        if let first = Self.tapSchema.violations(of: order, at: "body").first {
            return .error(422, "\(first.location): \(first.message)")
        }
        let action = body.text("action") ?? ""
        if let slug = body.text("slug") { return tapCard(slug, action) }
        if let slug = body.text("widget") { return tapWidget(slug, action) }
        guard let id = body.integer("notification") else {
            return .error(422, "one of slug, widget, notification is needed")
        }
        return tapNotification(id, action, body.text("text"), parseJSON)
    }
}
