import Values

/// `POST /emails` (pushward-api.md section 13).
extension Simulator {
    private static let schema = Schema.object(
        [
            .init("to", .text(3...254)),
            .init("subject", .text(1...256)),
            .init("html_body", .text(max: 262_144)),
            .init("text_body", .text(max: 65_536)),
        ],
        required: ["to", "subject"]
    )

    mutating func routeEmails(_ call: Call, _ key: Key) throws(Failure) -> HTTPResponse {
        guard call.segments.count == 1 else { throw Failure(404, nil, "there is no \(call.path)") }
        guard call.method == "POST" else { throw Self.methodNotAllowed(call) }
        try key.requireEmails()
        if missing.contains(.emails) {
            var failure = Failure(503, "email.not_enabled", "this server sends no e-mail")
            failure.retryAfter = .seconds(60)
            throw failure
        }
        let body = try call.postBody()
        try Self.schema.checkBody(body)
        let to = body.text("to") ?? ""
        guard Self.isBareAddress(to) else { throw Failure(400, "email.invalid", "to is no bare address") }
        guard [body.text("html_body"), body.text("text_body")].contains(where: { $0?.isEmpty == false })
        else {
            throw Failure(400, "email.invalid", "html_body or text_body is needed")
        }
        guard configuration.verifiedRecipients.contains(to.lowercased()) else {
            throw Failure(403, "email.recipient_not_verified", "\(to) is not verified in the app")
        }
        if configuration.suppressedRecipients.contains(to.lowercased()) {
            return emailLog(body, status: "suppressed", delivery: "none", reason: "suppressed")
        }
        try charge(.emails)
        return emailLog(body, status: "sent", delivery: "all", reason: nil)
    }

    private mutating func emailLog(
        _ body: JSONObject,
        status: String,
        delivery: String,
        reason: String?
    ) -> HTTPResponse {
        var log: JSONObject = [
            "id": .string(makeIdentifier()), "to": body["to"] ?? .null, "subject": body["subject"] ?? .null,
            "status": .string(status), "delivery": .string(delivery),
            "created_at": .string(TimeText.rfc3339(now)),
        ]
        log["reason"] = reason.map(JSON.string)
        return .json(.object(log), status: 201)
    }

    /// `name@host`, without a display name.
    private static func isBareAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !text.contains(where: { $0.isWhitespace || "<>,;\"".contains($0) })
    }
}
