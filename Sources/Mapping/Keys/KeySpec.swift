/// One key of the mapping file: what it takes and what it is for.
///
/// The hints for misplaced keys, the JSON Schema and the reference are derived from these.
package struct KeySpec: Sendable {
    package var name: String
    package var value: KeyValue
    /// What it is for, as Markdown without a full stop at its end; links are relative to `docs`.
    package var summary: String
    /// An example of its value, as YAML.
    package var example: String
    /// What holds where the key is left out, as Markdown; nil: nothing worth saying.
    package var defaultText: String?
    /// Whether its section is refused without it.
    package var isRequired: Bool

    init(
        _ name: String,
        _ value: KeyValue,
        _ summary: String,
        example: String,
        default defaultText: String? = nil,
        isRequired: Bool = false
    ) {
        self.name = name
        self.value = value
        self.summary = summary
        self.example = example
        self.defaultText = defaultText
        self.isRequired = isRequired
    }
}

/// What a key of the mapping file takes.
package indirect enum KeyValue: Sendable {
    /// A text without templates.
    case text
    /// A template; a text without braces is one, too.
    case template
    /// A topic, with wildcards or captured names where its place allows them.
    case topic
    /// A text or a list of texts.
    case texts
    case bool
    case integer(ClosedRange<Int>)
    /// `1h30m`, or seconds.
    case duration
    /// Bytes, or such as `256k`.
    case size
    case choice([String])
    /// A map of the section's keys.
    case section(KeySection)
    /// A map from names of the person's own.
    case names(KeyValue)
    case list(KeyValue)
    case anyOf([KeyValue])
    /// The fields of PushWard's templates beside the section `content`.
    case content
    /// The fields of PushWard's templates of widgets beside the section `widgetContent`.
    case widgetContent
    /// Fields of the card's template beside the section `outcome`.
    case outcome
    /// What makes elements of that list of that template; a text, a map, or a list of these.
    case gathered(String, of: String)
    /// Anything: texts stay, structures become JSON.
    case payload
    /// The buttons of a notification.
    case actions
}

/// A map of the mapping file whose keys have fixed names; the raw value names it in the reference.
package enum KeySection: String, Sendable, Hashable, CaseIterable {
    case top, mqtt
    case mqttTLS = "mqtt.tls"
    case pushward, taps, http, log, defaults
    case activity, condition, each, sound, input, availability
    case content, outcome, action, publish, confirm
    case notification, on
    case quietHours = "quiet_hours"
    case widget
    case widgetContent = "widget_content"

    /// Where a key of it belongs, in words; nil where its keys say too little to guess by.
    var home: String? {
        switch self {
        case .top: "at the top of the file"
        case .mqtt, .pushward, .taps, .publish, .confirm: "under `\(rawValue)`"
        case .activity, .input, .action: "in an \(rawValue)"
        case .notification, .widget: "in a \(rawValue)"
        default: nil
        }
    }
}
