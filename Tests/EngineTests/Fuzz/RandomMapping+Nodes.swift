import Mapping
import PushWardAPI
import TestSupport
import Values

/// Values of fields: written down, templates, or structures of these.
extension RandomMapping {
    /// A value for a field; `isWhole` says that a structure is written out.
    mutating func node(
        _ kind: FieldSpec.Kind,
        path: String,
        mayBeNull: Bool = true,
        isWhole: Bool = false
    ) -> JSON {
        if mayBeNull, values.chance(0.02) { return .null }
        // `check` adds up what is written down.
        if case .text(let max) = kind, path.hasSuffix("headers"), max > 60 {
            return node(.text(max: 60), path: path, mayBeNull: mayBeNull)
        }
        switch kind {
        case .action(let place): return action(place, path: path) ?? .null
        case .list(.action(let place), let count):
            let length = Int.random(in: count, using: &values.generator)
            return .array(
                (0..<length).compactMap { number in
                    var action = action(place, path: "\(path).\(number)")?.objectValue
                    if place == .approvalOption {
                        action?["id"] = .string("o\(number)")
                        buttons.append((scope.name, "o\(number)"))
                    }
                    return action.map { .object($0) }
                }
            )
        case .object(let members, let required):
            let holdsActions = members.contains { if case .action = $0.kind { true } else { false } }
            if !holdsActions, !isWhole, values.chance(0.3) { break }
            return object(members, required, path: path)
        case .list(let inner, let count), .pool(let inner, let count, _):
            if values.chance(0.4) { break }
            let length = Int.random(
                in: count.lowerBound...min(count.upperBound, count.lowerBound + 4),
                using: &values.generator
            )
            return .array(
                (0..<length).map { node(inner, path: "\(path).\($0)", mayBeNull: false, isWhole: true) }
            )
        case .map(_, let inner, let count):
            if values.chance(0.4) { break }
            let length = Int.random(in: max(1, count.lowerBound)...3, using: &values.generator)
            return .object(
                JSONObject(
                    (0..<length).map {
                        (path.hasSuffix("headers") ? "X-Key-\($0)" : "key \($0)", node(inner, path: path))
                    }
                )
            )
        default: break
        }
        return .string(expression(kind, literals: 0.3))
    }

    private mutating func object(_ members: [FieldSpec], _ required: [String], path: String) -> JSON {
        var object = JSONObject()
        for member in members where required.contains(member.name) || values.chance(0.5) {
            object[member.name] = node(member.kind, path: "\(path).\(member.name)")
        }
        if object.isEmpty, let one = members.randomElement(using: &values.generator) {
            object[one.name] = node(one.kind, path: "\(path).\(one.name)")
        }
        return .object(object)
    }

    /// Something that can be read here.
    mutating func reading() -> String? {
        scope.readable.isEmpty ? nil : values.pick(scope.readable.map(\.name), else: "")
    }

    /// A text that a scalar field can hold: a literal, or a template that reads something.
    mutating func expression(_ kind: FieldSpec.Kind, literals: Double) -> String {
        if values.chance(literals), let literal = literal(kind) { return literal }
        guard let read = scope.readable.randomElement(using: &values.generator) else {
            return "{{ as_timestamp(now()) }}"
        }
        if let feed = read.feed { feeds[feed].kinds.append(kind) }
        let name = read.name
        let other = values.pick(scope.readable.map(\.name), else: name)
        let forms = [
            "{{ \(name) }}", "{{ \(name) }}", "{{ \(name) }}", "{{ \(name) | default(none) }}",
            "{{ \(name) | float(0) * 1.7 }}", "{{ \(name) ~ \(other) }}", "a {{ \(name) }} b",
            "{{ as_timestamp(now()) + (\(name) | float(60)) }}", "{{ [\(name), \(other)] }}",
            "{{ {'a': \(name), 'value': \(other)} }}", "{{ \(name) | upper }}",
            "{{ 1 / (\(name) | int(0)) }}",
            "{% if \(name) %}{{ \(other) }}{% endif %}", "{{ \(name) if \(name) is number else 'unknown' }}",
            isList(kind) ? "{{ [\(name)] * 60 }}" : "{{ \(name) }}",
            scope.inputs.contains { $0.name == name } ? "{{ previous.\(name) }}" : "{{ \(name) }}",
        ]
        return values.pick(forms, else: "{{ \(name) }}")
    }

    private func isList(_ kind: FieldSpec.Kind) -> Bool {
        switch kind {
        case .list, .pool: true
        default: false
        }
    }

    /// A value that the field can take, written down.
    mutating func literal(_ kind: FieldSpec.Kind) -> String? {
        guard case .value(let value) = kind.coerce(values.value(for: kind, junkShare: 0)) else { return nil }
        switch value {
        case .string(let text):
            let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "{" && $0.value != 0x7F }
            return isPlain ? text : nil
        case .array, .object, .null: return nil
        default: return value.text
        }
    }

    // MARK: Actions

    /// Where a button may be left off while its condition does not hold.
    private static let conditional: Set<FieldSpec.ActionPlace> = [
        .cardBackground, .cardButton, .mediaControl, .mediaExtra,
    ]

    mutating func action(_ place: FieldSpec.ActionPlace, path: String, mayPublish: Bool = true) -> JSON? {
        let isShort = ![.notification, .approvalOption, .mediaExtra].contains(place) && values.chance(0.1)
        if isShort {
            return values.chance(0.7)
                ? "https://example.org/hook"
                : .string(expression(.url(max: 2048, schemes: .any), literals: 0))
        }
        var action = JSONObject()
        for member in ActionFields.members(of: place)
        where !ActionFields.effectNames.contains(member.name) && member.name != "id" {
            let isRequired =
                ActionFields.required(at: place).contains(member.name) || place == .approvalOption
            if isRequired || values.chance(0.4) {
                action[member.name] = node(member.kind, path: path, mayBeNull: !isRequired)
            }
        }
        if action["text_input"] == nil {
            for name in ["text_input_placeholder", "text_input_button_title"] { action[name] = nil }
        }
        if place == .notification {
            action["id"] = .string("a\(Int.random(in: 0..<30, using: &values.generator))")
        }
        let isOnWidget = place == .widget || place == .widgetBackground
        let own = make(.action, share: 0.25)
        if Self.conditional.contains(place) { action["when"] = own["when"] }
        if !isOnWidget { action["expires"] = own["expires"] }
        switch values.pick(mayPublish ? [0, 0, 1, 1, 2] : [1, 2], else: 1) {
        case 0:
            action["publish"] = .object(publish())
            action["once"] = own["once"]
            if !isOnWidget, place != .notification { action["confirm"] = own["confirm"] }
            if place != .notification { buttons.append((scope.name, path)) }
        case 2 where place == .notification || place == .approvalOption:
            if place == .notification, values.chance(0.3) { action["foreground"] = "true" }
        default:
            for member in ActionFields.members(of: place)
            where ActionFields.effectNames.contains(member.name)
                && (member.name == "url" || values.chance(0.3))
            {
                action[member.name] = node(
                    member.kind,
                    path: "\(path).\(member.name)",
                    mayBeNull: member.name != "url"
                )
            }
            if action["url"]?.stringValue?.contains("{") == false {
                action["url"] = "https://example.org/hook"
            }
        }
        return .object(action)
    }

    private mutating func publish() -> JSONObject {
        var publish = make(.publish, share: 0.3)
        if let name = scope.captures.first, values.chance(0.3) { publish["topic"] = .string("out/{\(name)}") }
        return publish
    }
}
