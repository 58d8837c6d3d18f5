import Mapping
import PushWardAPI
import Templates
import Values

/// What became of a field's expression.
enum FieldOutcome: Sendable {
    case value(JSON)
    /// The source says that there is none: the field is to be cleared.
    case clear
    /// It reads an input that nobody knows: the card keeps what it shows.
    case keep
    /// What is wrong, and where in the mapping's file, if that is known more precisely than the field's own place.
    case invalid(reason: String, at: SourceMark? = nil)
}

/// Evaluates the expressions of a card's or a notification's fields to what the API takes.
struct FieldEvaluator {
    let scope: TemplateScope
    /// Builds an action's JSON, or says why the chosen way home cannot carry it.
    let action: (TapAction, FieldSpec.ActionPlace, FieldEvaluator) -> FieldOutcome
    /// What was left out of fields that go on without it.
    let leftOut = LeftOut()

    /// The value of a field of that kind; nil: a field of which only the text matters.
    ///
    /// `shown` is what the card shows there: what reads an input that nobody knows stays as it is.
    func evaluate(_ node: ContentNode, kind: FieldSpec.Kind?, shown: JSON? = nil) -> FieldOutcome {
        switch node {
        case .null: .clear
        case .template(let located): evaluate(located, kind: kind)
        case .list(let nodes): list(nodes, kind: kind, shown: shown)
        case .map(let fields): map(fields, kind: kind, shown: shown)
        case .action(let action): self.action(action, Self.place(of: kind), self)
        }
    }

    /// The text that a template renders to, with `none` printing nothing.
    func text(_ template: Template) throws(TemplateError) -> String {
        var scope = scope
        scope.printsNoneAsNothing = true
        return try template.render(in: scope)
    }

    private func evaluate(_ located: LocatedTemplate, kind: FieldSpec.Kind?) -> FieldOutcome {
        do throws(TemplateError) {
            if Self.isText(kind) {
                let rendered = try text(located.template)
                if rendered.isEmpty || rendered == "None" { return .clear }
                // A number that is none, as reckoning makes one, says that nobody knows.
                if InputReader.isNoNumber(rendered), !located.isPlain { return .keep }
                return kind.map { outcome($0.coerce(.string(rendered))).at(located.mark) }
                    ?? .value(.string(rendered))
            }
            let native = try located.template.evaluate(in: scope)
            if case .none = native { return .clear }
            return coerce(native, kind ?? .bool).at(located.mark)
        } catch {
            let isUnknown = scope.missingIsUnknown && error.code == .undefined
            return isUnknown ? .keep : .failed(error)
        }
    }

    /// Whether a field of that kind holds a text, in which `none` prints nothing.
    private static func isText(_ kind: FieldSpec.Kind?) -> Bool {
        switch kind {
        case nil, .text?, .url?, .icon?: true
        default: false
        }
    }

    private func coerce(_ native: Value, _ kind: FieldSpec.Kind) -> FieldOutcome {
        if case .string("") = native { return .clear }
        if case .time = kind, let time = TimeReading.time(of: native, zone: nil, scope: scope) {
            return .value(.int(time.wholeSeconds))
        }
        if case .instant = kind, let time = TimeReading.time(of: native, zone: nil, scope: scope) {
            return outcome(kind.coerce(.double(time.unixSeconds)))
        }
        guard let json = native.json else { return .invalid(reason: "is nothing that the field can hold") }
        return outcome(kind.coerce(json))
    }

    private func list(_ nodes: [ContentNode], kind: FieldSpec.Kind?, shown: JSON?) -> FieldOutcome {
        let elementKind = kind?.elements?.kind
        // Of a pool what cannot be used is left out; a list keeps its places.
        let isPool = if case .pool? = kind { true } else { false }
        // Elements that are objects do not belong to anything by their place, so that one can be missing.
        let areParts = if case .object? = elementKind { true } else { false }
        var elements: [JSON] = []
        for node in nodes {
            let element = evaluate(node, kind: elementKind)
            switch element {
            case .value(let value): elements.append(value)
            // What goes with something by its place, such as a step's colour, stays where it is.
            case .clear: if elementKind != nil { elements.append(.null) }
            case .keep where areParts: if let old = counterpart(of: node, in: shown) { elements.append(old) }
            case .invalid(let reason, let place) where elementKind != nil:
                leftOut.note("", reason, place)
                if areParts, let old = counterpart(of: node, in: shown) {
                    elements.append(old)
                } else if !areParts, !isPool {
                    // What has its place in a list leaves it empty.
                    elements.append(.null)
                }
            case .keep, .invalid:
                if isPool { continue }
                return element
            }
        }
        if isPool, elements.isEmpty { return .keep }
        return kind.map { outcome($0.coerce(.array(elements))) } ?? .value(.array(elements))
    }

    /// What the card shows for an element whose value nobody knows: the one of the same label.
    private func counterpart(of node: ContentNode, in shown: JSON?) -> JSON? {
        guard case .map(let fields) = node,
            let label = fields.first(where: { ["label", "name"].contains($0.name) }),
            case .value(let name) = evaluate(label.value, kind: .text(max: 64))
        else { return nil }
        return shown?.arrayValue?.first { $0[label.name] == name }
    }

    private func map(_ fields: [ContentField], kind: FieldSpec.Kind?, shown: JSON?) -> FieldOutcome {
        var members = JSONObject()
        // Series and buttons stand for themselves: one that nobody knows does not hold the others up.
        let areParts = Self.holdsActions(fields) || Self.isMap(kind)
        var isKept = false
        for field in fields {
            switch evaluate(
                field.value,
                kind: Self.memberKind(field.name, of: kind),
                shown: shown?[field.name]
            ) {
            case .value(let value): members[field.name] = value
            case .clear: continue
            case .keep where areParts:
                isKept = true
                members[field.name] = shown?[field.name]
            case .keep: return .keep
            case .invalid(let reason, let place):
                guard areParts || Self.isOptional(field.name, in: kind) else {
                    return .invalid(reason: "\(field.name): \(reason)", at: place ?? field.mark)
                }
                leftOut.note(field.name, reason, place ?? field.mark)
                // A button that cannot be made is left off: the old one would do what is not meant now.
                if case .action = field.value { continue }
                members[field.name] = shown?[field.name]
            }
        }
        if members.isEmpty, isKept { return .keep }
        if case .object? = kind, Self.holdsActions(fields) { return .value(.object(members)) }
        return kind.map { outcome($0.coerce(.object(members))) } ?? .value(.object(members))
    }

    /// Whether a part of that kind is whole without the member.
    private static func isOptional(_ name: String, in kind: FieldSpec.Kind?) -> Bool {
        if case .object(_, let required)? = kind { !required.contains(name) } else { false }
    }

    private static func isMap(_ kind: FieldSpec.Kind?) -> Bool {
        if case .map? = kind { true } else { false }
    }

    private static func holdsActions(_ fields: [ContentField]) -> Bool {
        fields.contains { if case .action = $0.value { true } else { false } }
    }

    private static func memberKind(_ name: String, of kind: FieldSpec.Kind?) -> FieldSpec.Kind? {
        switch kind {
        case .object(let members, _)?: members.first { $0.name == name }?.kind
        case .map(_, let inner, _)?: inner
        default: nil
        }
    }

    private static func place(of kind: FieldSpec.Kind?) -> FieldSpec.ActionPlace {
        if case .action(let place)? = kind { place } else { .cardButton }
    }

    private func outcome(_ coercion: Coercion) -> FieldOutcome {
        switch coercion {
        case .value(let value): .value(value)
        case .clear: .clear
        case .invalid(let reason): .invalid(reason: reason)
        }
    }
}

extension FieldOutcome {
    /// What a template's failure makes of a field: nothing is wrong where it only reads what nobody knows.
    static func failed(_ error: TemplateError) -> FieldOutcome {
        error.code == .unknownInput ? .keep : .invalid(reason: error.description, at: error.place)
    }

    /// The same with the place of what is wrong, where none is known yet.
    func at(_ mark: SourceMark) -> FieldOutcome {
        guard case .invalid(let reason, nil) = self else { return self }
        return .invalid(reason: reason, at: mark)
    }
}
