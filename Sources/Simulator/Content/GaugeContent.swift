import Values

/// `gauge` (pushward-api.md section 8.5).
enum GaugeContent: ContentTemplate {
    static let name = "gauge"
    static let own: [Schema.Field] = [
        .init("value", .finiteNumber),
        .init("min_value", .finiteNumber),
        .init("max_value", .finiteNumber),
        .init("unit", .text(max: 32)),
        .init("decimals", .integer(0...10)),
    ]
    static let required = ["value", "min_value", "max_value"]

    /// The server computes `progress`.
    static func settle(_ draft: inout Draft) throws(Failure) {
        draft.merged["progress"] = nil
        guard let value = draft.merged.number("value"), let low = draft.merged.number("min_value"),
            let high = draft.merged.number("max_value"), low < high, (low...high).contains(value),
            (high - low).isFinite
        else { return }
        draft.merged["progress"] = .double((value - low) / (high - low))
    }

    static func check(_ draft: Draft) throws(Failure) {
        guard let value = draft.merged.number("value"), let low = draft.merged.number("min_value"),
            let high = draft.merged.number("max_value")
        else { return }
        guard low < high else { throw .content("content.min_value must be less than max_value") }
        guard (low...high).contains(value) else {
            throw .content("content.value must be from min_value (\(low)) to max_value (\(high))")
        }
    }
}
