import PushWardAPI
import Values

/// How much a change weighs: the server pushes mere numbers with low priority, when it suits it
/// (`pushward-api.md` section 10).
enum ChangeWeight {
    /// A change of low weight waits that many times as long as others, for one of those may take it along.
    static let lowFactor = 3

    /// Whether a request would only bring new points of a timeline, or a playhead's anchor.
    static func isLow(_ body: JSONObject, of content: JSONObject) -> Bool {
        guard body.keys == ["content"], let patch = body["content"]?.objectValue, !patch.isEmpty,
            let template = content["template"]?.stringValue.flatMap(ContentFields.template(named:))
        else { return false }
        return patch.keys.allSatisfy(template.coalescing.contains)
    }
}
