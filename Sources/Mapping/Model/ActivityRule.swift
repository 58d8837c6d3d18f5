package import Templates
package import Values

/// A Live Activity kept true to its inputs; with `each`, one for every combination of captured names.
package struct ActivityRule: Sendable {
    /// The key in the mapping file.
    package var name: String
    /// The topic whose captures make one card each; nil: one card.
    package var each: TopicFilter?
    /// What the slug is made from; nil: the rule's name.
    package var slug: Template?
    /// The card's heading; nil: the slug.
    package var title: Template?
    package var inputs: [Input]
    package var start: Condition
    /// nil: the card ends when `start` no longer holds.
    package var end: Condition?
    package var content: Content
    package var outcomes: [Outcome]
    package var options: ActivityOptions
    /// The accounts that its cards go to, as places in the mapping's; at least one.
    package var accounts: [Int]
    package var mark: SourceMark

    package init(
        name: String,
        each: TopicFilter? = nil,
        slug: Template? = nil,
        title: Template? = nil,
        inputs: [Input] = [],
        start: Condition,
        end: Condition? = nil,
        content: Content,
        outcomes: [Outcome] = [],
        options: ActivityOptions = ActivityOptions(),
        accounts: [Int] = [0],
        mark: SourceMark
    ) {
        self.name = name
        self.each = each
        self.slug = slug
        self.title = title
        self.inputs = inputs
        self.start = start
        self.end = end
        self.content = content
        self.outcomes = outcomes
        self.options = options
        self.accounts = accounts
        self.mark = mark
    }
}

/// A template that must hold, for how long.
package struct Condition: Sendable {
    package var when: LocatedTemplate
    /// How long it must hold without a break.
    package var holdFor: Duration

    package init(when: LocatedTemplate, holdFor: Duration = .zero) {
        self.when = when
        self.holdFor = holdFor
    }
}

/// A template and its place in the mapping file.
package struct LocatedTemplate: Sendable {
    package let template: Template
    package var mark: SourceMark
    /// The names that it reads, those of inputs whose age alone it reads (`since('door')`) included.
    package let namesRead: Set<String>

    package init(_ template: Template, mark: SourceMark) {
        self.template = template
        self.mark = mark
        var names = template.freeNames
        if names.contains("since") {
            let calls = TemplateNames(template.source).names.filter { $0.text == "since" && !$0.isAttribute }
            names.formUnion(calls.compactMap(\.firstText))
        }
        namesRead = names
    }

    /// Whether it is a text as it stands, with no template in it.
    package var isPlain: Bool { !MarkedScalar.hasBraces(template.source) }
}

/// A card's final frame, the first whose `when` holds.
package struct Outcome: Sendable {
    /// nil: always.
    package var when: LocatedTemplate?
    /// The fields that differ from the card's content.
    package var fields: [ContentField]
    /// Whether the row is deleted instead, so that the card goes at once and shows no final frame.
    package var removes: Bool

    package init(when: LocatedTemplate? = nil, fields: [ContentField], removes: Bool = false) {
        self.when = when
        self.fields = fields
        self.removes = removes
    }
}

/// The options of an activity, with their defaults (design sections 4 to 7).
package struct ActivityOptions: Sendable, Hashable {
    /// 0 to 10.
    package var priority = 0
    package var staleTTL: Duration = .seconds(7200)
    /// nil: 30 days for a fixed slug, an hour for a captured one.
    package var endedTTL: Duration?
    /// How long the ended card stays on the Lock Screen, 0 s to 4 h.
    package var dismissAfter: Duration = .seconds(1800)
    package var minInterval: Duration = .seconds(10)
    /// nil: 100 ms where the rule reads several topics, else none.
    package var settle: Duration?
    package var finalFor: Duration = .seconds(4)
    package var maxStartsPerHour = 6
    package var rollOver = true
    package var onDismiss: DismissPolicy = .stayAway
    package var unavailableAfter: Duration?
    /// Whether a run's end deletes the row, so that the card goes at once (`pushward-api.md` section 6.2).
    package var removes = false
    package var startSound: String?
    package var endSound: String?
    /// How far a finish must move before it is sent again; nil: 60 s or 2 % of the run, whichever is more.
    package var etaTolerance: Duration?
    /// What stands before an `image_url` that begins with `/`, without a `/` at its end.
    package var imageBase: String?

    package enum DismissPolicy: String, Sendable, Hashable, CaseIterable {
        /// A card that was dismissed stays away until the next run.
        case stayAway = "stay_away"
        case restart
    }

    package init() {}
}
