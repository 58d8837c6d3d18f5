import Mapping
import PushWardAPI
import TestSupport
import Values

/// Makes mappings at random from the tables of keys and fields, and remembers what each topic should carry.
struct RandomMapping {
    /// A topic that a rule reads, and the kinds of the fields that show it.
    struct Feed {
        enum Role {
            case value
            /// It makes cards start and end.
            case toggle
            /// Each message is an event.
            case event
            case picture
            case availability
        }

        /// With captured names in braces.
        var topic: String
        var kinds: [FieldSpec.Kind] = []
        var role = Role.value
    }

    /// What the rule that is being made may read.
    struct RuleScope {
        var name = ""
        /// Captured names.
        var captures: [String] = []
        /// Names of inputs, with the places of their feeds.
        var inputs: [(name: String, feed: Int)] = []
        /// Names of the message, with the place of its feed.
        var message: [(name: String, feed: Int)] = []
        var isWidget = false

        var readable: [(name: String, feed: Int?)] {
            inputs.map { ($0.name, $0.feed) } + message.map { ($0.name, $0.feed) }
                + captures.map { ($0, nil) }
        }
    }

    var values: RandomValues
    var feeds: [Feed] = []
    /// The actions of the rules, as a tap names them.
    var buttons: [(rule: String, action: String)] = []
    var scope = RuleScope()
    /// The names of the accounts; none: there is one without a name.
    var accounts: [String] = []
    /// The names that the activity `card` captures.
    var cardCaptures: [String] = []

    init(values: RandomValues) {
        self.values = values
    }

    /// A mapping of a card of that template, and often more beside it.
    mutating func mapping(of template: TemplateSpec) -> JSON {
        file(cards: [template], widgets: [], notes: values.pick([0, 0, 1], else: 0))
    }

    /// A mapping of one widget of that template, and often of a second one.
    mutating func mapping(ofWidget template: TemplateSpec) -> JSON {
        var widgets = [template]
        if values.chance(0.5), let other = WidgetFields.templates.randomElement(using: &values.generator) {
            widgets.append(other)
        }
        return file(cards: [], widgets: widgets, notes: 0)
    }

    /// A mapping of notifications.
    mutating func notifications() -> JSON {
        file(cards: [ContentFields.templates[0]], widgets: [], notes: values.pick([1, 2, 3], else: 1))
    }

    private mutating func file(cards: [TemplateSpec], widgets: [TemplateSpec], notes: Int) -> JSON {
        var file: JSONObject = ["version": "1"]
        file["mqtt"] = mqtt()
        file["pushward"] = pushward()
        if values.chance(0.6) { file["taps"] = taps() }
        for key in ["http", "log", "state"] where values.chance(0.2) { file[key] = table(key) }
        if values.chance(0.2) { file["defaults"] = .object(defaults()) }
        var templates = cards
        if !cards.isEmpty, values.chance(0.4),
            let other = ContentFields.templates.randomElement(using: &values.generator)
        {
            templates.append(other)
        }
        if !templates.isEmpty {
            file["activities"] = .object(
                JSONObject(
                    zip(["card", "other"], templates).map { name, template in
                        (name, activity(name, of: template))
                    }
                )
            )
        }
        var shown = widgets
        if !cards.isEmpty, values.chance(0.1),
            let other = WidgetFields.templates.randomElement(using: &values.generator)
        {
            shown.append(other)
        }
        if !shown.isEmpty {
            file["widgets"] = .object(
                JSONObject(
                    zip(["tile", "dial"], shown).map { name, template in (name, widget(name, of: template)) }
                )
            )
        }
        if notes > 0 {
            file["notifications"] = .object(
                JSONObject((0..<notes).map { ("note\($0)", notification("note\($0)")) })
            )
        }
        return .object(file)
    }

    private mutating func table(_ name: String) -> JSON? {
        KeyTable.keys(of: .top).first { $0.name == name }.flatMap { value(of: $0, in: .top) }
    }

    private mutating func mqtt() -> JSON {
        var settings = make(.mqtt, share: 0.08)
        if values.chance(0.1) {
            settings["host"] = "localhost"
            settings["url"] = nil
        } else {
            settings["url"] = settings["url"] ?? "mqtt://localhost"
            for key in ["host", "port"] { settings[key] = nil }
        }
        if var files = settings["tls"]?.objectValue, (files["certificate"] == nil) != (files["key"] == nil) {
            for key in ["certificate", "key"] { files[key] = nil }
            settings["tls"] = .object(files)
        }
        return .object(settings)
    }

    private mutating func pushward() -> JSON {
        accounts = values.chance(0.2) ? ["anna", "ben"] : values.chance(0.1) ? ["anna"] : []
        guard accounts.count > 1 else { return .object(account(accounts.first, 0)) }
        return .array(accounts.enumerated().map { .object(account($0.element, $0.offset)) })
    }

    private mutating func account(_ name: String?, _ place: Int) -> JSONObject {
        var settings = make(.pushward, share: 0.12)
        settings["name"] = name.map(JSON.string)
        if settings["token_file"] == nil {
            settings["token"] = .string("hlk_test\(place)")
        } else {
            settings["token"] = nil
        }
        return settings
    }

    private mutating func taps() -> JSON {
        var settings = make(.taps, share: 0.2)
        settings["listen"] = "127.0.0.1:0"
        if values.chance(0.9) { settings["public_url"] = "https://taps.example.net" }
        return .object(settings)
    }

    private mutating func defaults() -> JSONObject {
        make(.defaults, share: 0.15)
    }
}
