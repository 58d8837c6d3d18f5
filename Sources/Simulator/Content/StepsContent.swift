import Values

/// `steps` (pushward-api.md section 8.3).
enum StepsContent: ContentTemplate {
    static let name = "steps"
    static let arrays = ["step_labels", "step_rows", "step_weights", "step_colors"]
    static let own: [Schema.Field] = [
        .init("total_steps", .integer(1...64)),
        .init("current_step", .integer(0...64)),
        .init("step_labels", .array(of: .text(max: 32), count: 0...64)),
        .init("step_rows", .array(of: .integer(1...10), count: 0...64)),
        .init("step_weights", .array(of: weight, count: 0...64)),
        .init("step_colors", .array(of: colour, count: 0...64)),
    ]
    static let required = ["total_steps", "current_step"]

    private static let weight = Schema.rule(.finiteNumber) { value in
        (value.doubleValue ?? 0) > 0 ? nil : "must be greater than 0"
    }

    private static let colour = Schema.rule(.string) { value in
        let text = value.stringValue ?? ""
        return text.isEmpty || Formats.isColour(text) ? nil : "expected a colour, or \"\" for the accent"
    }

    /// Drops stored arrays that a new number of steps has made wrong.
    static func settle(_ draft: inout Draft) throws(Failure) {
        try WindowRules.settle(&draft)
        guard draft.merged["total_steps"] != draft.before["total_steps"] else { return }
        for name in arrays where !draft.sends(name) { draft.merged[name] = nil }
    }

    static func check(_ draft: Draft) throws(Failure) {
        let total = draft.merged.integer("total_steps") ?? 0
        if let current = draft.merged.integer("current_step"), current > total {
            throw .content("content.current_step must be at most total_steps (\(total))")
        }
        for name in arrays {
            guard let count = draft.merged[name]?.arrayValue?.count, count != total else { continue }
            throw .content("content.\(name) must have total_steps (\(total)) elements, has \(count)")
        }
    }
}
