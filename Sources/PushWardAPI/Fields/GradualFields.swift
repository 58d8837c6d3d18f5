package import Values

extension ContentFields {
    /// Fields that creep: a value between two others says little that the next one does not say as well.
    private static let gradual: Set<String> = [
        "progress", "live_progress", "value", "history", "position_seconds", "position_at", "volume",
    ]
    /// Fields that creep, too, but where they are what the card is about.
    private static let times: Set<String> = ["start_date", "end_date"]

    /// Whether a patch of a card's content changes nothing but what creeps.
    ///
    /// It is the least that a capped plan is spent on (design section 7).
    package static func isGradual(_ patch: JSONObject, template: String) -> Bool {
        patch.keys.allSatisfy { gradual.contains($0) || template != "countdown" && times.contains($0) }
    }
}
