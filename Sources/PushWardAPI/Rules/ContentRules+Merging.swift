package import Values

/// How a card's content merges on the server (`pushward-api.md` sections 5.1, 8.2, 8.9 and 9.3).
extension ContentRules {
    /// The smallest merge patch of a content that turns what is stored into `content`.
    ///
    /// A change of the template, or of a clock's direction, begins anew on the server: it then takes all members,
    /// for the server wants those that the new one requires in the same patch (sections 5.1 and 8.2). What the server
    /// drops by itself is not named, for it refuses the names as well.
    package static func patch(from stored: JSONObject, to content: JSONObject) -> JSONObject {
        var patch = MergePatch.difference(from: stored, to: content)
        // The server has set it beside the position; alone it would grow old and have later patches refused.
        if patch["position_seconds"] == .null { patch["position_at"] = .null }
        if stored["duration"] != nil, content["duration"] == nil {
            // The server has made a window of it, and knows nothing of the duration any more (section 8.1).
            for name in ["start_date", "end_date"] where content[name] == nil { patch[name] = .null }
        }
        let isSame = isSameKind(stored, content)
        // A window that is sent ends the pause of a countdown by itself (section 8.2).
        if startsWindow(patch, of: content), content["paused"] != true { patch["paused"] = nil }
        // It is a switch that is never stored, so that deleting it would do nothing (section 8.2).
        if patch["paused"] == .null { patch["paused"] = isSame ? false : nil }
        if isSame {
            sayMethods(in: &patch, stored, content)
            return patch
        }
        for (name, value) in content where !value.isNull && patch[name] == nil { patch[name] = value }
        let before = templateName(stored)
        if before == "gauge" || before == "media", content["progress"] == nil { patch["progress"] = .null }
        for name in ContentFields.droppedByServer(from: before, to: templateName(content))
        where patch[name] == .null {
            patch[name] = nil
        }
        return patch
    }

    /// What the server holds once it has applied a patch of a content, as far as that can be known.
    package static func applying(_ patch: JSONObject, to stored: JSONObject) -> JSONObject {
        var content = MergePatch.applying(patch, to: stored)
        if startsWindow(patch, of: content), patch["paused"] == nil { content["paused"] = nil }
        guard !isSameKind(stored, content) else { return content }
        let dropped = ContentFields.droppedByServer(from: templateName(stored), to: templateName(content))
        for name in dropped.union(["paused"]) where patch[name] == nil { content[name] = nil }
        return content
    }

    /// Whether what is stored goes on, instead of beginning anew.
    private static func isSameKind(_ stored: JSONObject, _ content: JSONObject) -> Bool {
        templateName(stored) == templateName(content) && isCountUp(stored) == isCountUp(content)
    }

    /// Whether a patch begins a countdown's window anew.
    private static func startsWindow(_ patch: JSONObject, of content: JSONObject) -> Bool {
        guard templateName(content) == "countdown", !isCountUp(content) else { return false }
        return ["end_date", "duration"].contains { patch[$0].map { !$0.isNull } ?? false }
    }

    private static func templateName(_ content: JSONObject) -> String? {
        content["template"]?.stringValue.map { $0 == "timer" ? "countdown" : $0 }
    }

    private static func isCountUp(_ content: JSONObject) -> Bool { content["direction"] == "up" }

    /// Of a player's button that points elsewhere the server forgets the method, and takes `POST` unless it is said.
    private static func sayMethods(in patch: inout JSONObject, _ stored: JSONObject, _ content: JSONObject) {
        guard var controls = patch["controls"]?.objectValue else { return }
        for (name, value) in controls {
            guard var slot = value.objectValue, slot["url"] != nil, slot["method"] == nil,
                stored["controls"]?[name]?.objectValue != nil,
                let method = content["controls"]?[name]?["method"], method != "POST"
            else { continue }
            slot["method"] = method
            controls[name] = .object(slot)
        }
        patch["controls"] = .object(controls)
    }
}
