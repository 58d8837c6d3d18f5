import Mapping
import Templates
import Values

/// What a payload says about an input.
enum InputReading: Sendable {
    /// A value, `none` included.
    case value(Value)
    /// Nobody knows: the reason is one of the words of the metric `messages_dropped_total`, or empty where the source
    /// itself says so.
    case unknown(reason: UnknownReason)
}

enum UnknownReason: Sendable, Hashable {
    /// The source said nothing (empty), `unknown`, `unavailable`, or did not mention it.
    case notSaid
    case undecodable
    case implausible
    case templateFailed(TemplateError)

    /// The reason in the metric `messages_dropped_total`; nil where the source merely did not say.
    var metric: String? {
        switch self {
        case .notSaid: nil
        case .implausible: "implausible"
        case .undecodable, .templateFailed: "undecodable"
        }
    }
}

/// Turns payloads into the values of inputs (design section 4, Inputs).
enum InputReader {
    /// What `payload` says about `input`.
    static func read(
        _ input: Input,
        from payload: inout Payload,
        scope: () -> TemplateScope,
        now: Timestamp
    ) -> InputReading {
        if payload.bytes.isEmpty {
            // No bytes are no picture: that is said, and not merely unknown.
            return input.emptyIsNone || input.encoding == .binary ? .value(.none) : .unknown(reason: .notSaid)
        }
        let raw: InputReading
        if let template = input.value {
            raw = evaluate(template, payload: &payload, scope: scope(), isBinary: input.encoding == .binary)
        } else if input.encoding == .binary {
            raw = .value(picture(&payload, scope().services))
        } else {
            raw = plain(&payload)
        }
        guard case .value(let value) = raw else { return raw }
        let converted = UnitReader.convert(
            value,
            unit: input.unit,
            timeZone: input.timeZone,
            now: now,
            scope: scope
        )
        guard case .value(let result) = converted, let valid = input.valid else { return converted }
        return isValid(result, valid, payload: &payload, scope: scope())
            ? converted : .unknown(reason: .implausible)
    }

    /// The words with which sources say that they do not know.
    static func saysUnknown(_ text: String) -> Bool {
        ["", "unknown", "unavailable"].contains(text.lowercased()) || isNoNumber(text)
    }

    /// Whether a text is a number that is none: what reckoning with nothing leaves behind is no reading.
    static func isNoNumber(_ text: String) -> Bool {
        switch text.lowercased() {
        case "nan", "+nan", "-nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity": true
        default: false
        }
    }

    /// The word with which a payload says that its source does not know; nil: it says something.
    static func unknownWord(_ payload: inout Payload) -> String? {
        guard let text = payload.text else { return nil }
        let said = (payload.json?.stringValue ?? text).trimmed
        return saysUnknown(said) ? said : nil
    }

    private static func plain(_ payload: inout Payload) -> InputReading {
        guard let text = payload.text else { return .unknown(reason: .undecodable) }
        if let json = payload.json {
            switch json {
            case .null: return .value(.none)
            case .string(let inner): return self.text(inner)
            default: return .value(Value(json))
            }
        }
        return self.text(text)
    }

    private static func text(_ text: String) -> InputReading {
        let trimmed = text.trimmed
        if saysUnknown(trimmed) { return .unknown(reason: .notSaid) }
        return .value(trimmed == "None" ? .none : .string(trimmed))
    }

    private static func evaluate(
        _ template: Template,
        payload: inout Payload,
        scope: TemplateScope,
        isBinary: Bool
    ) -> InputReading {
        var scope = scope
        if isBinary {
            scope.variables["value"] = picture(&payload, scope.services)
        } else {
            guard let text = payload.text else { return .unknown(reason: .undecodable) }
            scope.variables["value"] = .string(text)
        }
        if !isBinary, template.freeNames.contains("value_json"), let json = payload.json {
            scope.variables["value_json"] = Value(json)
        }
        do {
            let rendered = try template.render(in: scope)
            if saysUnknown(rendered) { return .unknown(reason: .notSaid) }
            return .value(Template.literalValue(of: rendered))
        } catch {
            return .unknown(reason: .templateFailed(error))
        }
    }

    /// The ThumbHash of a picture; none where the payload is no picture, so that an earlier one does not stay.
    private static func picture(_ payload: inout Payload, _ services: TemplateServices) -> Value {
        payload.thumbHash(services.decodePicture).map { .string($0) } ?? .none
    }

    private static func isValid(
        _ value: Value,
        _ template: Template,
        payload: inout Payload,
        scope: TemplateScope
    ) -> Bool {
        var scope = scope
        scope.variables["value"] = value
        if let json = payload.json { scope.variables["value_json"] = Value(json) }
        // A check that cannot be made is not passed.
        return (try? template.evaluate(in: scope).isTrueAsCondition) ?? false
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(unicodeScalars[first...last])
    }
}
