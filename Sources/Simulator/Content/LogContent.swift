import Values

/// `log` (pushward-api.md section 8.8).
enum LogContent: ContentTemplate {
    static let name = "log"
    static let own: [Schema.Field] = [.init("lines", .array(of: line, count: 1...20))]
    static let required = ["lines"]
    /// Lines that the server keeps beyond those shown.
    static let maxBacklog = 1000

    private static let line = Schema.object(
        [
            .init("text", .visible(max: 512)),
            .init("at", .epoch),
            .init("level", .choice(["info", "warn", "error"])),
        ],
        required: ["text"]
    )

    /// The backlog, newest first, after `lines` took the place of `before`.
    static func backlog(_ backlog: [JSON], adding lines: [JSON], before: [JSON]) -> [JSON] {
        var known = before
        let fresh = lines.filter { line in
            guard let place = known.firstIndex(of: line) else { return true }
            known.remove(at: place)
            return false
        }
        return Array((fresh + backlog).prefix(maxBacklog))
    }
}
