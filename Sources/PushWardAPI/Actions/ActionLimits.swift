package import Values

/// How large the members of an action may be, and how that is counted.
///
/// Source: `pushward-api.md` sections 7.2, 11.3 and 12.3. An address is counted in characters; headers in bytes, names
/// and values together. A body is counted in characters on cards and widgets, and in bytes in a notification.
package enum ActionLimits {
    /// The kind by which a member is read whose length is looked at as a whole: it is refused, and never cut.
    package static func unmeasured(_ member: FieldSpec) -> FieldSpec.Kind {
        switch (member.name, member.kind) {
        case ("body", .text): .text(max: unmeasuredMax)
        case ("headers", .map(let keyMax, .text, let count)):
            .map(keyMax: keyMax, .text(max: unmeasuredMax), count: count)
        default: member.kind
        }
    }

    /// More characters than a mapping or a message has.
    private static let unmeasuredMax = 1_000_000_000

    /// Why an action with that member would be refused; nil: it would not, as far as the member goes.
    package static func refusal(of member: String, _ value: JSON, at place: FieldSpec.ActionPlace)
        -> String?
    {
        switch member {
        case "url":
            guard case .invalid(let reason) = ActionFields.url.kind.coerce(value) else { return nil }
            return reason
        case "headers": return headers(value)
        case "body": return body(value.stringValue ?? value.text, at: place)
        default: return nil
        }
    }

    /// The headers that can be sent, and why each of the others cannot.
    ///
    /// Those that have no more room go, too.
    package static func fittingHeaders(_ headers: JSONObject) -> (kept: JSONObject, reasons: [String]) {
        var kept = JSONObject()
        var reasons: [String] = []
        for (name, value) in headers {
            var more = kept
            more[name] = value
            if let reason = Self.headers(.object(more)) { reasons.append(reason) } else { kept = more }
        }
        return (kept, reasons)
    }

    /// Names are tokens of RFC 7230, values are one line, and all together have 1 KB.
    private static func headers(_ value: JSON) -> String? {
        guard let object = value.objectValue else { return nil }
        var bytes = 0
        for (name, member) in object {
            guard isToken(name) else { return "a header's name has a character that cannot be in one" }
            let text = member.stringValue ?? ""
            let isLine = text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
            guard isLine else { return "the header \(name) holds a line break or a control character" }
            bytes = bytes &+ name.utf8.count &+ text.utf8.count
        }
        guard bytes <= Limits.headerBytes else {
            return "headers have at most \(Limits.headerBytes) bytes together, these have \(bytes)"
        }
        return nil
    }

    /// It is sent as it is, never cut: half of it would say something else.
    private static func body(_ text: String, at place: FieldSpec.ActionPlace) -> String? {
        let (count, unit) =
            place == .notification
            ? (text.utf8.count, "bytes") : (text.unicodeScalars.count, "characters")
        guard count <= Limits.bodyLength else {
            return "a body has at most \(Limits.bodyLength) \(unit), this one has \(count)"
        }
        return text.unicodeScalars.contains("\0") ? "a body cannot hold a NUL" : nil
    }

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { isLetterOrDigit($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}
