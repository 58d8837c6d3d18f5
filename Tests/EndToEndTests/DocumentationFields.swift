import PushWardAPI

/// The reference of PushWard's fields, written from the tables that the decoder and `check` work by.
enum DocumentationFields {
    static var markdown: String {
        var text = """
            # PushWard's fields

            What can stand under `content` of an activity, in its `outcomes`, and in a notification. A test writes this page from
            the tables that the program itself works by (`UPDATE_DOCUMENTATION=1 scripts/test --filter DocumentationReferenceTests`).

            Every value may be a template. Text that is too long is cut, a number out of range is moved to the nearest one in
            range, and a value that cannot be used is left out and logged once; the rest of the card goes on. Nothing is made up
            of what does not fit: a short text is not cut within a number, and a length beyond the longest is none.

            "App" is the oldest version of the PushWard app that shows a field; empty means all.

            The daemon sends only what changed, as a merge patch. "Patch" says what that means for a field: `whole` fields are sent
            anew when anything in them changed; of those `by member` only the members that changed are sent, and those that are
            gone are taken away. PushWard pushes a change at once, unless it is said to be of low priority: those it may hold back
            and send together. A widget's changes wait for its `push_throttle`, whatever they are.

            ## Templates of cards

            | `template` | What it shows | Required | App |
            | --- | --- | --- | --- |

            """
        for template in ContentFields.templates {
            let names = ([template.name] + template.aliases).map { "`\($0)`" }.joined(separator: ", ")
            let required = template.required.map { "`\($0)`" }.joined(separator: ", ")
            text += row([names, template.summary, required, template.minApp ?? ""])
        }
        text += "\n## Fields of nearly every card\n\n" + commonText + table(common, isPatched: true)
        for template in ContentFields.templates {
            let own = template.fields.filter { field in !common.contains { $0.name == field.name } }
            let lacking = common.filter { template.field($0.name) == nil }.map { "`\($0.name)`" }
            text += "\n## \(template.name)\n\n"
            if !template.coalescing.isEmpty {
                let names = template.coalescing.map { "`\($0)`" }.joined(separator: " and ")
                text += "A change of \(names) alone is of low priority.\n\n"
            }
            text += own.isEmpty ? "It has no fields of its own.\n" : table(own, isPatched: true)
            if !lacking.isEmpty { text += "\nIt has not: \(lacking.joined(separator: ", ")).\n" }
        }
        text += widgets
        text += "\n## Cards beside their content\n\n" + settingsText + table(ActivitySettings.fields)
        text += "\n## Notifications\n\n" + notificationsText + table(NotificationFields.fields)
        text += "\n## Notifications that PushWard sends later\n\n" + table(NotificationFields.schedule)
        text += "\n## Actions of notifications\n\n" + table(NotificationFields.actionFields)
        text += "\n## Options of an approval card\n\n" + table(ActionFields.members(of: .approvalOption))
        text += "\n## Buttons and tap targets of cards\n\n" + actionsText
        text += table(ActionFields.members(of: .cardButton))
        text += "\n## Buttons and tap targets of widgets\n\n" + table(ActionFields.members(of: .widget))
        text += "\n## What each place takes\n\n| Place | Members | Required |\n| --- | --- | --- |\n"
        for place in FieldSpec.ActionPlace.allCases {
            let members = ActionFields.members(of: place).map { "`\($0.name)`" }.joined(separator: ", ")
            let required = ActionFields.required(at: place).map { "`\($0)`" }.joined(separator: ", ")
            text += row([placeNames[place] ?? "\(place)", members, required])
        }
        text += "\n## Icons by default\n\n" + iconsText
        text += "| Domain | Icon |\n| --- | --- |\n"
        for (name, icon) in DefaultIcons.domains { text += row(["`\(name)`", "`\(icon)`"]) }
        text += "\n| Device class | Icon |\n| --- | --- |\n"
        for (name, icon) in DefaultIcons.classes { text += row(["`\(name)`", "`\(icon)`"]) }
        return text
    }

    private static var widgets: String {
        let all = WidgetFields.templates
        let shared = (all.first?.fields ?? []).filter { field in
            all.allSatisfy { $0.field(field.name)?.summary == field.summary }
        }
        var text =
            "\n## Widgets\n\n| `template` | What it shows | Required | App |\n| --- | --- | --- | --- |\n"
        for template in all {
            let required = template.required.map { "`\($0)`" }.joined(separator: ", ")
            text += row(["`\(template.name)`", template.summary, required, template.minApp ?? ""])
        }
        text += "\nBeside the content:\n\n" + table(WidgetSettings.fields)
        text += "\n## Fields of every widget\n\n" + table(shared, isPatched: true)
        for template in all {
            let own = template.fields.filter { field in !shared.contains { $0.name == field.name } }
            text += "\n## Widget: \(template.name)\n\n"
            text += own.isEmpty ? "It has no fields of its own.\n" : table(own, isPatched: true)
        }
        return text
    }

    private static let iconsText = """
        What a card without an `icon` gets that follows an entity of Home Assistant's statestream: by device class where an
        input reads it (a topic that ends in `/device_class`, or an input of that name), else by domain. A player keeps
        PushWard's note, an alert its badge.


        """

    private static let settingsText = """
        What PushWard keeps of a card. The mapping has [keys of its own](mapping.md#activities) for them.


        """

    private static let notificationsText = """
        Required: \(NotificationFields.required.map { "`\($0)`" }.joined(separator: ", ")). At most \(NotificationFields.maxActions) actions. A push has \(grouped(PayloadBudget.limit)) bytes in all, also a card's: `check` estimates them.


        """

    private static let actionsText = """
        A button with `publish` gets its `url`, `method` and `headers` from the daemon. Patched by member; a list of buttons is
        sent whole.


        """

    private static let placeNames: [FieldSpec.ActionPlace: String] = [
        .cardBackground: "`tap_action` of a card",
        .cardButton: "`url_action`, `secondary_url_action`, `url_action` of a tile",
        .mediaControl: "`controls` of a player", .mediaExtra: "`extra` of a player's `controls`",
        .approvalOption: "`options` of a question", .notification: "`actions` of a notification",
        .widgetBackground: "`tap_action` of a widget",
        .widget: "`url_action` and `secondary_url_action` of a widget",
    ]

    private static let commonText = """
        A template that lacks one of them says so below.


        """

    /// The fields of all templates but two at most.
    private static let common: [FieldSpec] = {
        let all = ContentFields.templates
        guard let first = all.first else { return [] }
        return first.fields.filter { field in
            all.filter { $0.field(field.name) != nil }.count >= all.count - 2
        }
    }()

    private static func table(_ fields: [FieldSpec], isPatched: Bool = false) -> String {
        let heads = ["Field", "Value"] + (isPatched ? ["Patch"] : []) + ["Meaning", "App"]
        var text = row(heads) + row(heads.map { _ in "---" })
        for field in fields {
            let patch = field.kind.mergesDeep ? "by member" : "whole"
            text += row(
                ["`\(field.name)`", value(field.kind)] + (isPatched ? [patch] : [])
                    + [meaning(field), field.minApp ?? ""]
            )
        }
        return text
    }

    private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

    /// A field's sentence, and the members of a structure.
    private static func meaning(_ field: FieldSpec) -> String {
        var kind = field.kind
        if let elements = kind.elements { kind = elements.kind }
        guard case .object(let members, let required) = kind else { return field.summary }
        let parts = members.map { member in
            let mark = required.contains(member.name) ? " (required)" : ""
            return "`\(member.name)`\(mark): \(value(member.kind)). \(member.summary)"
        }
        return ([field.summary] + parts).joined(separator: "<br>")
    }

    private static func value(_ kind: FieldSpec.Kind) -> String {
        switch kind {
        case .text(let max): "text, at most \(grouped(max)) characters"
        case .number(let range), .length(let range):
            "number, \(number(range.lowerBound)) to \(number(range.upperBound))"
        case .integer(let range): "whole number, \(grouped(range.lowerBound)) to \(grouped(range.upperBound))"
        case .bool: "true or false"
        case .color: "colour: a name or `#RRGGBB`"
        case .icon(_, let allowsMDI): allowsMDI ? "SF Symbol or `mdi:…`" : "SF Symbol"
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .time: "time: ISO 8601 text or Unix seconds"
        case .instant: "time: ISO 8601 text or Unix seconds"
        case .pool(let inner, let count, let from) where from > count.upperBound:
            "list of \(count.lowerBound) to \(count.upperBound), chosen out of at most \(grouped(from)): \(value(inner))"
        case .pool(let inner, let count, _):
            "list of \(count.lowerBound) to \(count.upperBound): \(value(inner))"
        case .duration: "seconds, or such as `1h30m`"
        case .url(_, let schemes): schemes == .https ? "https URL" : schemes == .web ? "web URL" : "URL"
        case .action: "[action](../README.md#actions)"
        case .list(let inner, let count):
            "list of \(count.lowerBound) to \(count.upperBound): \(value(inner))"
        case .object: "map"
        case .map(_, let inner, let count): "map of at most \(count.upperBound): \(value(inner))"
        case .thumbHash: "base64 of a ThumbHash"
        case .cron: "cron line: five fields, or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`"
        case .zone: "a zone's IANA name, or `UTC`"
        }
    }

    private static func number(_ number: Double) -> String {
        abs(number) >= 1e15
            ? (number < 0 ? "-10^15" : "10^15")
            : number == number.rounded() ? grouped(Int(number)) : "\(number)"
    }

    /// `86400` as `86,400`.
    private static func grouped(_ number: Int) -> String {
        var digits = Array(String(abs(number)))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return (number < 0 ? "-" : "") + String(digits)
    }
}
