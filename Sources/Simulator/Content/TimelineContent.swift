import Values

/// `timeline` (pushward-api.md section 8.6).
enum TimelineContent: ContentTemplate {
    static let name = "timeline"
    static let own: [Schema.Field] = [
        .init("value", .map(.finiteNumber)),
        .init("unit", .text(max: 32)),
        .init("units", .map(.text(max: 32))),
        .init("scale", .choice(["linear", "logarithmic"])),
        .init("decimals", .integer(0...10)),
        .init("smoothing", .bool),
        .init("thresholds", .array(of: threshold, count: 0...5)),
        .init("primary_series", .text(max: 32)),
        .init("history", .map(.array(of: point, count: 0...Int.max))),
    ]
    static let required = ["value"]
    static let maxSeries = 10
    /// Points that are kept of each series.
    static let maxPoints = 300

    private static let threshold = Schema.object(
        [.init("value", .finiteNumber), .init("color", .colour), .init("label", .text(max: 12))],
        required: ["value"]
    )
    private static let point = Schema.object(
        [.init("timestamp", .epoch), .init("value", .finiteNumber)],
        required: ["timestamp", "value"]
    )

    /// Seeds the history once, then appends a point to each series with every `value` that is sent.
    static func settle(_ draft: inout Draft) throws(Failure) {
        if draft.isSwitch, draft.sends("history") {
            try checkSeed(draft)
        } else {
            draft.merged["history"] = draft.before["history"]
        }
        guard draft.sends("value"), let series = draft.merged["value"]?.objectValue else { return }
        let old = draft.merged["history"]?.objectValue ?? JSONObject()
        var history = JSONObject()
        for (name, value) in series where value.doubleValue != nil {
            let points = (old[name]?.arrayValue ?? []) + [["timestamp": .int(draft.now), "value": value]]
            history[name] = .array(Array(points.suffix(maxPoints)))
        }
        draft.merged["history"] = .object(history)
    }

    private static func checkSeed(_ draft: Draft) throws(Failure) {
        guard let schema = own.first(where: { $0.name == "history" })?.schema,
            let seed = draft.patch["history"]
        else { return }
        if let first = schema.violations(of: seed, at: "content.history").first {
            throw .content("\(first.location): \(first.message)")
        }
        for (name, points) in seed.objectValue ?? JSONObject() {
            for point in points.arrayValue ?? []
            where (point.objectValue?.integer("timestamp") ?? 0) > draft.now {
                throw .content("content.history.\(name): a timestamp is in the future")
            }
        }
    }

    static func check(_ draft: Draft) throws(Failure) {
        let series = draft.merged["value"]?.objectValue ?? JSONObject()
        guard (1...maxSeries).contains(series.count) else {
            throw .content("content.value must have 1 to \(maxSeries) series, has \(series.count)")
        }
        for name in series.keys where !(1...32).contains(name.codePoints) {
            throw .content("content.value: the series name \"\(name)\" must have 1 to 32 characters")
        }
        for name in draft.merged["units"]?.objectValue?.keys ?? [] where series[name] == nil {
            throw .content("content.units: \"\(name)\" is no series of value")
        }
    }
}
