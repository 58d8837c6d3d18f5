package import Values

/// Makes what is sent fit into a push, where PushWard would not (`pushward-api.md` section 10).
///
/// PushWard itself leaves out old URLs, whole buttons of a player, points of a timeline and old lines of a log. Of
/// everything else no rule is known: what does not fit may not reach the phone, so what matters least goes here.
package enum PayloadFitting {
    /// What was taken out, and why.
    package struct Cut: Sendable, Hashable {
        package var field: String
        package var reason: String
    }

    /// What goes first, in this order; never a field that a template needs.
    private static let order = [
        "secondary_url_action", "secondary_url", "tap_action", "image_thumbhash", "image_url", "url_action",
        "url",
        "step_labels", "step_colors", "step_weights", "step_rows", "subtitle", "details",
    ]
    /// As many labels are drawn (section 8.3).
    package static let drawnLabels = 6
    /// A notification's text keeps at least that many code points.
    private static let shortestText = 200

    /// Takes out of a card's content what does not fit, and tells what.
    package static func fit(card content: inout JSONObject, required: [String]) -> [Cut] {
        guard isTooLarge(content) else { return [] }
        var cuts: [Cut] = []
        func leaveOut(_ name: String, _ reason: String) {
            guard isTooLarge(content), content[name] != nil, !required.contains(name) else { return }
            content[name] = nil
            cuts.append(Cut(field: name, reason: reason))
        }
        if (content["step_labels"]?.arrayValue?.count ?? 0) > drawnLabels {
            leaveOut(
                "step_labels",
                "they do not fit into the push, and more than \(drawnLabels) are not drawn"
            )
        }
        if isTooLarge(content), let cut = leaveOutTileButtons(&content) { cuts.append(cut) }
        for name in order { leaveOut(name, tooMuch) }
        if isTooLarge(content) {
            let bytes = PayloadBudget.estimateShedding(content, limit: PayloadBudget.pushedLimit).pushed
            cuts.append(Cut(field: "template", reason: hopeless(bytes)))
        }
        return cuts
    }

    /// Shortens a notification that does not fit, and tells how.
    package static func fit(notification body: inout JSONObject) -> [Cut] {
        // What is not pushed need not fit.
        guard body["push"] != false, size(body) > PayloadBudget.pushedLimit else { return [] }
        var cuts: [Cut] = []
        func leaveOut(_ name: String) {
            guard size(body) > PayloadBudget.pushedLimit, body[name] != nil else { return }
            body[name] = nil
            cuts.append(Cut(field: name, reason: tooMuch))
        }
        // Nobody reads it on the phone.
        leaveOut("metadata")
        if shortenText(&body) {
            let reason = "it is cut: a push has room for \(PayloadBudget.limit) bytes"
            cuts.append(Cut(field: "body", reason: reason))
        }
        for name in ["media", "icon_url", "subtitle"] { leaveOut(name) }
        let bytes = size(body)
        if bytes > PayloadBudget.pushedLimit { cuts.append(Cut(field: "actions", reason: hopeless(bytes))) }
        return cuts
    }

    private static let tooMuch = "it is left out: a push has room for \(PayloadBudget.limit) bytes"

    private static func hopeless(_ bytes: Int) -> String {
        "with \(bytes) bytes it may not reach the phone, for a push has room for \(PayloadBudget.limit); "
            + "shorten texts, or remove buttons and their headers"
    }

    private static func size(_ object: JSONObject) -> Int { PayloadBudget.estimate(object) }

    /// Whether even what PushWard leaves of it does not fit.
    private static func isTooLarge(_ content: JSONObject) -> Bool {
        guard size(content) > PayloadBudget.pushedLimit else { return false }
        let estimate = PayloadBudget.estimateShedding(content, limit: PayloadBudget.pushedLimit)
        return estimate.pushed > PayloadBudget.pushedLimit
    }

    private static func leaveOutTileButtons(_ content: inout JSONObject) -> Cut? {
        guard let tiles = content["tiles"]?.arrayValue, tiles.contains(where: { $0["url_action"] != nil })
        else {
            return nil
        }
        content["tiles"] = .array(
            tiles.map { tile in
                guard var members = tile.objectValue else { return tile }
                members["url_action"] = nil
                return .object(members)
            }
        )
        return Cut(
            field: "tiles",
            reason: "their buttons are left out: a push has room for \(PayloadBudget.limit) bytes"
        )
    }

    /// Cuts the text as far as needed; whether it did.
    private static func shortenText(_ body: inout JSONObject) -> Bool {
        guard let text = body["body"]?.stringValue else { return false }
        var count = text.unicodeScalars.count
        while size(body) > PayloadBudget.pushedLimit, count > shortestText, let now = body["body"] {
            let bytes = max(1, now.utf8.count)
            let excess = size(body) - PayloadBudget.pushedLimit
            let fitting = count * max(0, bytes - excess - 3) / bytes
            count = max(shortestText, min(count - 1, fitting))
            body["body"] = .string(TextLimit.cut(text, to: count - 1, keepsLines: true).text + "…")
        }
        return body["body"] != .string(text)
    }
}
