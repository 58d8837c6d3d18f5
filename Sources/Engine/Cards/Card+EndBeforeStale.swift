import Values

extension Card {
    /// How long before it goes stale a card that shows an end must have ended by itself.
    private static let endMargin: Duration = .seconds(60)

    /// Where what it shows ends shortly before it would go stale: until when it needs no keep-alive.
    ///
    /// That is half-way between the two, so that a run that goes on after that end is kept alive all the same.
    func endsBefore(_ stale: Timestamp) -> Timestamp? {
        guard let seconds = slot.believed.content["end_date"]?.doubleValue,
            let end = Timestamp(unixSeconds: seconds), stale - end >= Self.endMargin
        else { return nil }
        return end + (stale - end) * 0.5
    }
}
