package import Values

/// The rules that bind several fields of a notification together (`pushward-api.md` section 11).
package enum NotificationRules {
    /// The body of a notification that the server accepts, made of fields that have been coerced one by one.
    ///
    /// `actions` are whole actions as `ActionBuilder` makes them. `missing` names required fields that are not there.
    package static func complete(_ fields: JSONObject, actions: [JSONObject]) -> CompletedContent {
        var result = CompletedContent(content: fields, dropped: [], missing: [], remarks: [])
        func drop(_ name: String, _ reason: String) {
            guard result.content[name] != nil else { return }
            result.content[name] = nil
            result.dropped.append(.init(field: name, reason: reason))
        }
        for (name, value) in fields where value.isNull { result.content[name] = nil }
        for name in fields.keys where !NotificationFields.fields.contains(where: { $0.name == name }) {
            drop(name, "a notification does not take it")
        }
        if result.content["level"] != "critical" {
            drop("volume", "only a critical notification has a volume")
        }
        if let slug = result.content["activity_slug"]?.stringValue, (try? Slug(validating: slug)) == nil {
            // Why it is no slug is of no use here: there can be no such card.
            drop("activity_slug", "it is no slug")
        }
        if result.content["level"] == "passive" {
            drop("acknowledge", "a passive notification is not repeated")
        }
        if result.content["push"] == false {
            drop("acknowledge", "a notification that is not pushed is not repeated")
        }
        if let tags = result.content["tags"] { result.content["tags"] = fittingTags(tags) }
        if result.content["acknowledge"] == nil {
            drop("tags", "they need `acknowledge`")
            drop("callback_url", "it needs `acknowledge`")
        }
        if let url = result.content["callback_url"]?.stringValue, URLParts(url)?.isPrivate == true {
            drop("callback_url", "PushWard calls public addresses only")
        }
        result.content["metadata"] = fittingMetadata(result.content["metadata"], remarks: &result.remarks)
        let fitting = fittingActions(
            actions,
            isAcknowledged: result.content["acknowledge"] != nil,
            remarks: &result.remarks
        )
        if !fitting.isEmpty { result.content["actions"] = .array(fitting.map { .object($0) }) }
        result.missing = NotificationFields.required.filter { result.content[$0] == nil }
        return result
    }

    /// Different tags of printable ASCII without spaces.
    private static func fittingTags(_ tags: JSON) -> JSON? {
        var kept: [JSON] = []
        for tag in tags.arrayValue ?? [] {
            guard let text = tag.stringValue, !text.isEmpty, !kept.contains(tag),
                text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { continue }
            kept.append(tag)
        }
        return kept.isEmpty ? nil : .array(kept)
    }

    /// Metadata of 8 KB at most.
    private static func fittingMetadata(_ metadata: JSON?, remarks: inout [String]) -> JSON? {
        guard let object = metadata?.objectValue else { return nil }
        var bytes = 0
        var kept = JSONObject()
        for (key, value) in object {
            let size = key.utf8.count &+ (value.stringValue?.utf8.count ?? 0)
            guard bytes &+ size <= 8192 else {
                remarks.append("`metadata`: `\(key)` is left out, for all of it may have 8 KB")
                continue
            }
            bytes = bytes &+ size
            kept[key] = value
        }
        return kept.isEmpty ? nil : .object(kept)
    }

    /// Ten actions with different ids; with `acknowledge`, one of them must be without a URL, or there is room for it.
    private static func fittingActions(
        _ actions: [JSONObject],
        isAcknowledged: Bool,
        remarks: inout [String]
    ) -> [JSONObject] {
        var seen: Set<String> = []
        var kept: [JSONObject] = []
        for action in actions {
            guard let id = action["id"]?.stringValue else { continue }
            guard seen.insert(id).inserted else {
                remarks.append("`actions`: the `id` \(id) stands twice; only the first counts")
                continue
            }
            kept.append(action)
        }
        if kept.count > NotificationFields.maxActions {
            remarks.append("`actions`: only the first \(NotificationFields.maxActions) count")
            kept = Array(kept.prefix(NotificationFields.maxActions))
        }
        let hasRecorded = kept.contains { $0["url"] == nil && $0["foreground"] != true }
        if isAcknowledged, !hasRecorded, kept.count == NotificationFields.maxActions {
            remarks.append("`actions`: the last one makes room for the button that acknowledges")
            kept.removeLast()
        }
        return kept
    }
}
