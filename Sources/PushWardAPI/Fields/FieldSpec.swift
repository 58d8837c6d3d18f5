package import Values

/// One field of PushWard's API: its name, what it holds and within which limits.
///
/// The mapping's decoder, clamping, `check`, the JSON Schema and the reference are derived from these.
package struct FieldSpec: Sendable {
    /// PushWard's name.
    package var name: String
    package var kind: Kind
    /// What it is for, one sentence for the reference.
    package var summary: String
    /// The oldest app that knows it, such as `1.14.0`; nil: all.
    package var minApp: String?
    /// What PushWard takes where it is left out; nil: nothing, or what its sentence says.
    package var defaultValue: JSON?
    /// The field that took its place; nil: it is not out of date.
    package var replacement: String?

    /// What a field holds, with its limits.
    package indirect enum Kind: Sendable {
        /// At most `max` characters (Unicode code points); longer text is cut.
        case text(max: Int)
        case number(ClosedRange<Double>)
        case integer(ClosedRange<Int>)
        case bool
        /// One of PushWard's names, or `#RRGGBB[AA]`; more forms are taken and turned into these.
        case color
        /// An SF Symbol, or `mdi:name` where `allowsMDI`.
        case icon(max: Int, allowsMDI: Bool)
        case choice([String])
        /// Unix seconds.
        case time
        /// A moment as RFC 3339 text, in UTC: how widgets have their times.
        case instant
        /// Seconds of what plays: more than there can be is no length.
        case length(ClosedRange<Double>)
        /// Seconds or `1h30m`.
        case duration(ClosedRange<Int>)
        case url(max: Int, schemes: URLSchemes)
        /// A button or tap target.
        case action(ActionPlace)
        case list(Kind, count: ClosedRange<Int>)
        /// A list of which a rule chooses as many as `count` says, out of at most `from` that may be written.
        ///
        /// What cannot be used is left out; nothing stands for it.
        case pool(Kind, count: ClosedRange<Int>, from: Int)
        case object([FieldSpec], required: [String])
        /// An object with names of the person's own.
        case map(keyMax: Int, Kind, count: ClosedRange<Int>)
        /// Base64 of a ThumbHash.
        case thumbHash
        /// A cron line: five fields or a word such as `@daily`, at least 15 minutes apart.
        case cron
        /// A zone's name in the IANA database.
        case zone
    }

    /// The schemes that a URL may have.
    package enum URLSchemes: Sendable, Hashable {
        case https
        /// `http` or `https`.
        case web
        /// Any but the four that are refused (`javascript`, `data`, `file`, `vbscript`).
        case any
    }

    /// Where an action stands: what a bare URL means, and which members count, differ from place to place.
    package enum ActionPlace: Sendable, Hashable, CaseIterable {
        /// The card's background.
        case cardBackground
        /// `url_action`, `secondary_url_action`, a tile.
        case cardButton
        /// `controls.*`: always silent.
        case mediaControl
        /// `controls.extra[]`: always silent, the icon required.
        case mediaExtra
        /// `options[]` of an approval card.
        case approvalOption
        /// `actions[]` of a notification.
        case notification
        /// A widget's button.
        case widget
        /// A widget's background.
        case widgetBackground
    }

    package init(
        _ name: String,
        _ kind: Kind,
        _ summary: String,
        minApp: String? = nil,
        default defaultValue: JSON? = nil,
        replacement: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.minApp = minApp
        self.defaultValue = defaultValue
        self.replacement = replacement
    }
}

extension FieldSpec.Kind {
    /// What a list is made of, and how many PushWard takes; nil: it is no list.
    package var elements: (kind: FieldSpec.Kind, count: ClosedRange<Int>)? {
        switch self {
        case .list(let element, let count), .pool(let element, let count, _): (element, count)
        default: nil
        }
    }
}
