import Values

/// The rules of an Action object on a card or a widget (pushward-api.md sections 7.2, 7.3, 12.3).
enum ActionRules {
    static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]
    static let maxHeaderBytes = 1024

    static let fields: [Schema.Field] = [
        .init("url", .string),
        .init("foreground", .bool),
        .init("method", .choice(methods)),
        .init("headers", .map(.string)),
        .init("body", .text(max: 1024)),
        .init("title", .text(max: 64)),
        .init("icon", .text(max: 64)),
    ]

    /// An action as its schema has it; `silentOnly` is for the slots that never open anything.
    static func schema(silentOnly: Bool = false, required: [String] = ["url"]) -> Schema {
        .rule(.object(fields, required: required)) { value in
            value.objectValue.flatMap { complaint($0, silentOnly: silentOnly) }
        }
    }

    static let action = schema()

    /// What is wrong beyond types and lengths, or nil.
    static func complaint(_ action: JSONObject, silentOnly: Bool) -> String? {
        guard let url = action.text("url") else { return nil }
        if let complaint = Formats.urlComplaint(url) { return "url \(complaint)" }
        if let headers = action["headers"]?.objectValue, let complaint = headersComplaint(headers) {
            return complaint
        }
        if !Formats.isHTTP(url) {
            for name in ["method", "headers", "body"] where action.has(name) {
                return "\(name) is for http and https URLs only"
            }
            if action.flag("foreground") == true { return "foreground is for http and https URLs only" }
        } else if silentOnly, action.flag("foreground") == true {
            return "foreground is not allowed here, the request is always silent"
        }
        return nil
    }

    /// Names must be tokens, values free of CR, LF, NUL, the sum of bytes at most 1024.
    static func headersComplaint(_ headers: JSONObject) -> String? {
        let marks = Array("!#$%&'*+-.^_`|~".utf8)
        var bytes = 0
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy({ Formats.isAlphanumeric($0) || marks.contains($0) })
            else {
                return "header name \"\(name)\" is not a token"
            }
            let text = value.stringValue ?? ""
            if text.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) {
                return "header \"\(name)\" contains CR, LF or NUL"
            }
            bytes += name.utf8.count + text.utf8.count
        }
        return bytes > maxHeaderBytes ? "headers exceed \(maxHeaderBytes) bytes" : nil
    }
}
