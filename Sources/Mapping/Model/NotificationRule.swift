package import Values

/// A notification that an event fires.
package struct NotificationRule: Sendable {
    /// The key in the mapping file.
    package var name: String
    package var trigger: Trigger
    package var inputs: [Input]
    package var holdFor: Duration
    package var cooldown: Duration
    /// Equal payloads within this time are one event.
    package var dedupe: Duration
    package var quietHours: QuietHours?
    package var maxAge: Duration
    /// PushWard's fields by their names, but for the actions.
    package var fields: [ContentField]
    package var actions: [TapAction]
    /// When PushWard sends it, where that is later: `send_at`, `recurrence`.
    package var schedule: [ContentField] = []
    /// What shows that its cause is gone: its repeats are stopped, and it is not sent any more.
    package var resolveWhen: LocatedTemplate?
    /// The accounts that its notifications go to, as places in the mapping's; at least one.
    package var accounts: [Int]
    package var mark: SourceMark

    package enum Trigger: Sendable {
        /// Each message on the topic for which `when` holds.
        case topic(Input, when: LocatedTemplate?)
        /// A card's start, end, or outcome.
        case activity(rule: String, event: ActivityEvent)
        /// `when` becomes true.
        case becomesTrue(LocatedTemplate)
        /// No message on the topic for so long.
        case silence(TopicFilter, Duration)
    }

    package enum ActivityEvent: String, Sendable, Hashable, CaseIterable {
        case start, end, outcome
    }

    /// From one time of day to another, in the machine's zone; may span midnight.
    package struct QuietHours: Sendable, Hashable {
        /// Minutes after midnight, 0 to 1439.
        package var from: Int
        /// Minutes after midnight, 0 to 1439.
        package var to: Int

        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    package init(
        name: String,
        trigger: Trigger,
        inputs: [Input] = [],
        holdFor: Duration = .zero,
        cooldown: Duration = .zero,
        dedupe: Duration = .milliseconds(500),
        quietHours: QuietHours? = nil,
        maxAge: Duration = .seconds(600),
        fields: [ContentField],
        actions: [TapAction] = [],
        accounts: [Int] = [0],
        mark: SourceMark
    ) {
        self.name = name
        self.trigger = trigger
        self.inputs = inputs
        self.holdFor = holdFor
        self.cooldown = cooldown
        self.dedupe = dedupe
        self.quietHours = quietHours
        self.maxAge = maxAge
        self.fields = fields
        self.actions = actions
        self.accounts = accounts
        self.mark = mark
    }
}
