package import Templates
package import Values

/// A Home Screen widget kept true to its inputs; with `each`, one for every combination of captured names.
package struct WidgetRule: Sendable {
    /// The key in the mapping file.
    package var name: String
    /// The topic whose captures make one widget each; nil: one widget.
    package var each: TopicFilter?
    /// What the slug is made from; nil: the rule's name.
    package var slug: Template?
    /// What the phone's widget gallery calls it; nil: the slug.
    package var title: Template?
    package var inputs: [Input]
    package var content: Content
    package var options: WidgetOptions
    /// The accounts that its widgets go to, as places in the mapping's; at least one.
    package var accounts: [Int]
    package var mark: SourceMark

    package init(
        name: String,
        each: TopicFilter? = nil,
        slug: Template? = nil,
        title: Template? = nil,
        inputs: [Input] = [],
        content: Content,
        options: WidgetOptions = WidgetOptions(),
        accounts: [Int] = [0],
        mark: SourceMark
    ) {
        self.name = name
        self.each = each
        self.slug = slug
        self.title = title
        self.inputs = inputs
        self.content = content
        self.options = options
        self.accounts = accounts
        self.mark = mark
    }
}

/// The options of a widget, with their defaults (`pushward-api.md` section 12.1).
package struct WidgetOptions: Sendable, Hashable {
    /// Seconds between two pushes to the phone, 1 to 3,600; nil: PushWard's own.
    package var pushThrottle: Int?
    /// How long the widget counts as true without an update, a minute to a week; nil: for ever.
    package var staleAfter: Duration?
    /// Between two updates; nil: `pushThrottle`.
    package var minInterval: Duration?
    /// nil: 100 ms where the rule reads several topics, else none.
    package var settle: Duration?
    /// How long nothing may be heard before the widget says so; nil: it does not.
    package var unavailableAfter: Duration?

    /// Over how long a `trend` draws what its number was; nil: its `points` say.
    package var history: Duration?

    package init() {}
}
