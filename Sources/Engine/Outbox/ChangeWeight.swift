import Values

/// How much a change weighs: the server pushes mere numbers with low priority, when it suits it
/// (`pushward-api.md` section 10).
enum ChangeWeight {
    /// A change of low weight waits that many times as long as others, for one of those may take it along.
    static let lowFactor = 3

    /// Whether a request would only bring new points of a timeline.
    static func isLow(_ body: JSONObject, of content: JSONObject) -> Bool {
        guard body.keys == ["content"], content["template"] == "timeline" else { return false }
        return body["content"]?.objectValue?.keys == ["value"]
    }
}
