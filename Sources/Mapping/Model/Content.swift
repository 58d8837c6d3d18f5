package import Values

/// What a card shows: its PushWard template and its fields.
package struct Content: Sendable {
    /// PushWard's name of the template: `generic`, `countdown`, `media` … (`timer` is stored as `countdown`).
    package var template: String
    package var fields: [ContentField]
    /// What the card gathers by itself; nil: nothing.
    package var gathering: Gathering?
    package var mark: SourceMark

    package init(
        template: String,
        fields: [ContentField],
        gathering: Gathering? = nil,
        mark: SourceMark
    ) {
        self.template = template
        self.fields = fields
        self.gathering = gathering
        self.mark = mark
    }
}

/// A field of a card or a notification with the expression of its value.
package struct ContentField: Sendable {
    /// PushWard's name, or one of ours (`eta`).
    package var name: String
    package var value: ContentNode
    package var mark: SourceMark

    package init(name: String, value: ContentNode, mark: SourceMark) {
        self.name = name
        self.value = value
        self.mark = mark
    }
}

/// The expression of a value: text, a template, a structure of these, or an action.
package indirect enum ContentNode: Sendable {
    /// A text without braces, or a template.
    case template(LocatedTemplate)
    case list([ContentNode])
    case map([ContentField])
    case action(TapAction)
    /// Written as nothing (`null`): the field is to be cleared.
    case null

    /// All actions in it, wherever they stand.
    package var actions: [TapAction] {
        switch self {
        case .action(let action): [action]
        case .list(let nodes): nodes.flatMap(\.actions)
        case .map(let fields): fields.flatMap { $0.value.actions }
        case .template, .null: []
        }
    }
}

/// A button or a tap target: what it looks like and what it does.
package struct TapAction: Sendable {
    /// Unique in its rule: the slot's path (`url_action`, `controls.next`, `tiles.0`) or a notification action's `id`.
    package var id: String
    /// Its look and flags by PushWard's names (`title`, `icon`, `style`, `destructive`, `authentication_required`,
    /// `text_input` …).
    package var fields: [ContentField]
    package var effect: Effect
    /// Whether there is such a button now: a player may lack what it needs; nil: always.
    package var when: LocatedTemplate?
    package var once: Bool
    /// nil: with the card, or an hour for a notification.
    package var expires: Duration?
    package var confirm: Confirmation?
    package var mark: SourceMark

    /// Whether a tap on it is to be published.
    package var publishes: Bool { if case .publish = effect { true } else { false } }

    package enum Effect: Sendable {
        /// Publish to the broker when it is tapped.
        case publish(PublishTemplate)
        /// Open a web page or an app, or call a URL that is not ours; the fields are `url`, `foreground`, `method` ….
        case open([ContentField])
        /// Nothing of ours: PushWard records the tap.
        case none
    }

    package init(
        id: String,
        fields: [ContentField],
        effect: Effect,
        when: LocatedTemplate? = nil,
        once: Bool = false,
        expires: Duration? = nil,
        confirm: Confirmation? = nil,
        mark: SourceMark
    ) {
        self.id = id
        self.fields = fields
        self.effect = effect
        self.when = when
        self.once = once
        self.expires = expires
        self.confirm = confirm
        self.mark = mark
    }
}

/// A publication whose topic and payload are fixed by the mapping.
package struct PublishTemplate: Sendable {
    package var topic: LocatedTemplate
    package var payload: LocatedTemplate
    /// 0, 1 or 2.
    package var qos: Int
    package var isRetained: Bool

    package init(topic: LocatedTemplate, payload: LocatedTemplate, qos: Int = 1, isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.isRetained = isRetained
    }
}

/// What shows that a tap had its effect.
package struct Confirmation: Sendable {
    package var when: LocatedTemplate
    package var within: Duration

    package init(when: LocatedTemplate, within: Duration) {
        self.when = when
        self.within = within
    }
}
