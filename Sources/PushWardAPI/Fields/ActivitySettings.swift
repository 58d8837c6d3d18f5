/// The sounds of PushWard (`pushward-api.md` section 9.4).
package enum Sounds {
    /// What a card's update may play; ignored on the one that ends it.
    package static let activity = [
        "default", "chime", "alert", "success", "warning", "bell", "ding", "buzz", "notification",
    ]
}

/// What an activity has beside its content (`pushward-api.md` sections 6.1 and 6.4).
package enum ActivitySettings {
    /// The longest name in characters.
    package static let nameMax = 256
    /// Higher ones stay when a sixth card appears.
    package static let priority = 0...10
    /// Seconds without an update after which the server ends a card.
    package static let staleTTL = 1...2_592_000
    /// Seconds after its end when the server deletes a card.
    package static let endedTTL = 1...2_592_000
    /// Seconds for which an ended card stays on the Lock Screen.
    package static let dismissalTTL = 0...14_400
    /// The cards that a phone shows at once; a further one drives one of them out.
    package static let maxOngoing = 5
    /// The cards that an account may have in any state.
    package static let maxActivities = 50

    /// The settings as fields, for the schema and the reference.
    package static let fields: [FieldSpec] = [
        FieldSpec("name", .text(max: nameMax), "The card's heading and the alarm's title."),
        FieldSpec("priority", .integer(priority), "Which cards stay and stand on top when there are many."),
        FieldSpec(
            "stale_ttl",
            .integer(staleTTL),
            "Seconds without an update after which the server ends the card."
        ),
        FieldSpec("ended_ttl", .integer(endedTTL), "Seconds after its end when the server forgets the card."),
        FieldSpec("dismissal_ttl", .integer(dismissalTTL), "Seconds for which the ended card stays visible."),
        FieldSpec("sound", .choice(Sounds.activity), "What this update plays; it also passes Focus."),
    ]
}
