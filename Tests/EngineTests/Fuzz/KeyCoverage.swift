import Mapping
import PushWardAPI
import Values

/// Which keys of the mapping file, in which of their forms, and which fields were among the mappings that were tried.
///
/// What there is comes from the tables of keys and fields, so that nothing new is left out unseen.
struct KeyCoverage: Sendable {
    /// Keys as `section.key`, with a form or a word where there are several; fields as a path.
    private(set) var made: Set<String> = []

    mutating func formUnion(_ other: KeyCoverage) { made.formUnion(other.made) }

    /// Whether one of these is among what was made.
    func has(anyOf names: [String]) -> Bool { names.contains { made.contains($0) } }

    /// What no mapping had.
    var missing: [String] { Self.all.subtracting(made).sorted() }

    mutating func visit(_ file: JSON) {
        var walk = Walk()
        walk.section(.top, file)
        made.formUnion(walk.found)
    }

    /// All that there is.
    static let all: Set<String> = {
        var catalogue = Catalogue()
        catalogue.section(.top)
        return catalogue.found
    }()

    /// Where the fields of a section's own templates are counted.
    fileprivate static func place(_ template: String, isWidget: Bool) -> String {
        (isWidget ? "widget " : "card ") + template
    }
}

/// The names of forms of a value.
private enum Form {
    static func of(_ value: JSON) -> String {
        switch value {
        case .object: "map"
        case .array: "list"
        default: "text"
        }
    }

    static func of(_ kind: KeyValue) -> [String] {
        switch kind {
        case .section, .names, .content, .widgetContent, .outcome: ["map"]
        case .list, .actions: ["list"]
        case .texts: ["text", "list"]
        case .payload, .gathered: ["text", "map", "list"]
        case .anyOf(let kinds): kinds.flatMap(of)
        default: ["text"]
        }
    }
}

/// Notes what a mapping has.
private struct Walk {
    var found: Set<String> = []

    mutating func section(_ section: KeySection, _ value: JSON) {
        guard let object = value.objectValue else { return }
        let keys = KeyTable.keys(of: section)
        for (name, value) in object {
            guard let key = keys.first(where: { $0.name == name }) else { continue }
            let place = "\(section.rawValue).\(name)"
            if Form.of(key.value).count > 1 { found.insert("\(place) as \(Form.of(value))") }
            self.value(key.value, value, place)
        }
        if section == .notification {
            fields(NotificationFields.fields + NotificationFields.schedule, object, "notification")
        }
    }

    private mutating func value(_ kind: KeyValue, _ value: JSON, _ place: String) {
        found.insert(place)
        switch kind {
        case .choice(let words):
            if let word = value.stringValue, words.contains(word) { found.insert("\(place) = \(word)") }
        case .section(let inner): section(inner, value)
        case .names(let inner): for (_, value) in value.objectValue ?? [:] { self.value(inner, value, place) }
        case .list(let inner): for value in value.arrayValue ?? [] { self.value(inner, value, place) }
        case .anyOf(let kinds):
            for kind in kinds where Form.of(kind).contains(Form.of(value)) { self.value(kind, value, place) }
        case .content: content(.content, value, ContentFields.templates, isWidget: false)
        case .widgetContent: content(.widgetContent, value, WidgetFields.templates, isWidget: true)
        case .outcome: section(.outcome, value)
        case .actions:
            for action in value.arrayValue ?? [] { self.action(.notification, action) }
        default: break
        }
    }

    private mutating func content(
        _ own: KeySection,
        _ value: JSON,
        _ templates: [TemplateSpec],
        isWidget: Bool
    ) {
        section(own, value)
        guard let object = value.objectValue, let name = object["template"]?.stringValue,
            let spec = templates.first(where: { $0.name == name || $0.aliases.contains(name) })
        else { return }
        let place = KeyCoverage.place(spec.name, isWidget: isWidget)
        found.insert("\(place) as \(name)")
        fields(spec.fields, object, place)
    }

    private mutating func fields(_ specs: [FieldSpec], _ object: JSONObject, _ place: String) {
        for spec in specs {
            guard let value = object[spec.name] else { continue }
            field(spec.kind, value, "\(place).\(spec.name)")
        }
    }

    private mutating func field(_ kind: FieldSpec.Kind, _ value: JSON, _ place: String) {
        found.insert(place)
        switch kind {
        case .action(let home): action(home, value)
        case .list(let inner, _), .pool(let inner, _, _):
            for value in value.arrayValue ?? [] { field(inner, value, "\(place)[]") }
        case .object(let members, _): if let object = value.objectValue { fields(members, object, place) }
        case .map(_, let inner, _):
            for (_, value) in value.objectValue ?? [:] { field(inner, value, "\(place){}") }
        default: break
        }
    }

    private mutating func action(_ place: FieldSpec.ActionPlace, _ value: JSON) {
        let name = "action at \(place)"
        guard let object = value.objectValue else {
            found.insert("\(name) as text")
            return
        }
        section(.action, value)
        fields(ActionFields.members(of: place), object, name)
        for key in KeyTable.keys(of: .action) where object[key.name] != nil {
            found.insert("\(name).\(key.name)")
        }
    }
}

/// Notes what there is, in the same words.
private struct Catalogue {
    var found: Set<String> = []
    private var seen: Set<String> = []

    mutating func section(_ section: KeySection) {
        guard seen.insert(section.rawValue).inserted else { return }
        for key in KeyTable.keys(of: section) {
            let place = "\(section.rawValue).\(key.name)"
            let forms = Set(Form.of(key.value))
            if forms.count > 1 { for form in forms { found.insert("\(place) as \(form)") } }
            value(key.value, place)
        }
        if section == .notification {
            fields(NotificationFields.fields + NotificationFields.schedule, "notification")
        }
    }

    private mutating func value(_ kind: KeyValue, _ place: String) {
        found.insert(place)
        switch kind {
        case .choice(let words): for word in words { found.insert("\(place) = \(word)") }
        case .section(let inner): section(inner)
        case .names(let inner), .list(let inner): value(inner, place)
        case .anyOf(let kinds): for kind in kinds { value(kind, place) }
        case .content: content(.content, ContentFields.templates, isWidget: false)
        case .widgetContent: content(.widgetContent, WidgetFields.templates, isWidget: true)
        case .outcome: section(.outcome)
        case .actions: action(.notification)
        default: break
        }
    }

    private mutating func content(_ own: KeySection, _ templates: [TemplateSpec], isWidget: Bool) {
        section(own)
        for spec in templates {
            let place = KeyCoverage.place(spec.name, isWidget: isWidget)
            for name in [spec.name] + spec.aliases { found.insert("\(place) as \(name)") }
            fields(spec.fields, place)
        }
    }

    private mutating func fields(_ specs: [FieldSpec], _ place: String) {
        for spec in specs { field(spec.kind, "\(place).\(spec.name)") }
    }

    private mutating func field(_ kind: FieldSpec.Kind, _ place: String) {
        found.insert(place)
        switch kind {
        case .action(let home): action(home)
        case .list(let inner, _), .pool(let inner, _, _): field(inner, "\(place)[]")
        case .object(let members, _): fields(members, place)
        case .map(_, let inner, _): field(inner, "\(place){}")
        default: break
        }
    }

    private mutating func action(_ place: FieldSpec.ActionPlace) {
        let name = "action at \(place)"
        guard seen.insert(name).inserted else { return }
        section(.action)
        fields(ActionFields.members(of: place), name)
        if ![.notification, .approvalOption, .mediaExtra].contains(place) { found.insert("\(name) as text") }
        for key in KeyTable.keys(of: .action) where Self.takes(key.name, place) {
            found.insert("\(name).\(key.name)")
        }
    }

    /// Keys that have no place on some buttons: `check` says so.
    private static func takes(_ key: String, _ place: FieldSpec.ActionPlace) -> Bool {
        let isOnWidget = place == .widget || place == .widgetBackground
        return switch key {
        case "when": [.cardBackground, .cardButton, .mediaControl, .mediaExtra].contains(place)
        case "confirm": !isOnWidget && place != .notification
        case "expires": !isOnWidget
        default: true
        }
    }
}
