import Templates
import Values

/// Decodes what a tap publishes: topic and payload are fixed by the mapping (design section 8).
struct PublishDecoder {
    let context: RuleContext
    let scope: NameScope
    private var findings: Findings { context.findings }

    init(context: RuleContext, scope: NameScope) {
        self.context = context
        self.scope = scope
    }

    func publish(_ reader: MapReader) -> PublishTemplate? {
        guard let entry = reader.take("publish") else { return nil }
        if case .scalar(let scalar) = entry.value, !scalar.isNull, !scalar.isUnresolved {
            findings.error(
                scalar.mark,
                "`publish` needs a topic and a payload",
                hint: "write `publish: {topic: \(scalar.isSecret ? "…" : scalar.text), payload: …}`"
            )
            return nil
        }
        guard let keys = MapReader(entry.value, "`publish`", findings: findings) else { return nil }
        let topic = keys.require("topic").flatMap { topicTemplate($0) }
        let hint = "for an empty message write `payload: \"\"`"
        let payload = keys.require("payload", hint: hint).flatMap { payloadTemplate($0) }
        let qos = keys.integer("qos", in: 0...2) ?? 1
        let isRetained = keys.bool("retain") ?? false
        if isRetained, let mark = keys.take("retain")?.keyMark {
            findings.warning(
                mark,
                "a retained command acts again whenever its reader reconnects",
                hint: "remove `retain` unless the topic holds a setting"
            )
        }
        keys.finish()
        guard let topic, let payload else { return nil }
        return PublishTemplate(topic: topic, payload: payload, qos: qos, isRetained: isRetained)
    }

    private func topicTemplate(_ entry: MarkedNode.Entry) -> LocatedTemplate? {
        guard case .scalar(let scalar) = entry.value else {
            findings.error(entry.value.mark, "`topic` must be a topic, not \(entry.value.kindName)")
            return nil
        }
        if scalar.isUnresolved { return nil }
        if scalar.hasBraces {
            return context.templates.compile(scalar, scope)
        }
        if !scalar.isNull, scalar.text.contains("{") || scalar.text.contains("}") {
            return capturing(scalar)
        }
        let reader = MapReader([], mark: scalar.mark, "", findings: findings)
        guard let filter = reader.topicFilter(scalar, "topic") else { return nil }
        guard filter.isTopic else {
            findings.error(
                scalar.mark,
                "nothing can be published to a wildcard",
                hint: "name each level; what `each` or `on` captured is written `{name}`"
            )
            return nil
        }
        return context.templates.compile(scalar, scope)
    }

    /// `sonos/{zone}/set` as a template of the captured names.
    private func capturing(_ scalar: MarkedScalar) -> LocatedTemplate? {
        var source = ""
        var plain = ""
        var rest = Substring(scalar.text)
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            let name = rest[open...].dropFirst().prefix { $0 != "}" && $0 != "{" }
            let close = name.endIndex
            guard rest[open] == "{", close < rest.endIndex, rest[close] == "}", NameScope.isName(String(name))
            else {
                findings.error(
                    scalar.mark,
                    "`topic`: braces hold the name of what a topic captured, such as `{zone}`"
                )
                return nil
            }
            guard scope.contains(String(name)) else {
                findings.error(
                    scalar.mark,
                    "nothing here is called `\(name)`",
                    hint: scope.hint(for: String(name))
                )
                return nil
            }
            source += rest[..<open] + "{{ \(name) }}"
            plain += rest[..<open] + "x"
            rest = rest[close...].dropFirst()
        }
        plain += rest
        source += rest
        let reader = MapReader([], mark: scalar.mark, "", findings: findings)
        let stand = MarkedScalar(text: plain, isPlain: false, isSecret: scalar.isSecret, mark: scalar.mark)
        guard let filter = reader.topicFilter(stand, "topic") else { return nil }
        guard filter.isTopic else {
            findings.error(scalar.mark, "nothing can be published to a wildcard")
            return nil
        }
        return compile(source, at: scalar)
    }

    private func compile(_ source: String, at scalar: MarkedScalar) -> LocatedTemplate? {
        let own = MarkedScalar(text: source, isPlain: true, isSecret: scalar.isSecret, mark: scalar.mark)
        return context.templates.compile(own, scope)
    }

    /// Text, a template, or a structure that becomes JSON text.
    private func payloadTemplate(_ entry: MarkedNode.Entry) -> LocatedTemplate? {
        let scope = scope.adding(["text"])
        switch entry.value {
        case .scalar(let scalar) where scalar.isNull:
            findings.error(
                entry.keyMark,
                "`payload` has no value",
                hint: "for an empty message write `payload: \"\"`"
            )
            return nil
        case .scalar(let scalar):
            return context.templates.compile(scalar, scope)
        case .sequence, .mapping:
            let builder = JSONPayload(templates: context.templates, scope: scope)
            guard let source = builder.source(entry.value) else { return nil }
            let own = MarkedScalar(text: source, isPlain: true, mark: entry.value.mark)
            return context.templates.compile(own, scope)
        }
    }
}

/// Writes the template whose text is the JSON of a structure with templates inside.
struct JSONPayload {
    let templates: TemplateReader
    let scope: NameScope

    /// The template's source, or nil with what is wrong reported.
    func source(_ node: MarkedNode) -> String? {
        switch node {
        case .scalar(let scalar): return self.scalar(scalar)
        case .sequence(let nodes, _):
            let parts = nodes.map { source($0) }
            return parts.contains(nil) ? nil : "[" + parts.compactMap { $0 }.joined(separator: ",") + "]"
        case .mapping(let entries, let mark):
            let reader = MapReader(entries, mark: mark, "the payload", findings: templates.findings)
            var parts: [String] = []
            for entry in reader.takeAll() {
                guard let value = source(entry.value) else { return nil }
                parts.append(Self.literal(JSON.string(entry.key).text + ":") + value)
            }
            // Braces that would open or close an expression beside another are texts in one of their own.
            let open = parts.first?.hasPrefix("{") == true ? "{{ '{' }}" : "{"
            let close = parts.last?.hasSuffix("}") == true ? "{{ '}' }}" : "}"
            return open + parts.joined(separator: ",") + close
        }
    }

    private func scalar(_ scalar: MarkedScalar) -> String? {
        guard scalar.hasBraces else { return Self.literal(Self.json(scalar).text) }
        guard templates.compile(scalar, scope) != nil else { return nil }
        let pieces = Self.pieces(scalar.text)
        if pieces.count == 1, case .expression(let only)? = pieces.first { return "{{ (\(only)) | tojson }}" }
        guard !pieces.isEmpty else {
            return "{% set payload_text %}\(scalar.text){% endset %}{{ payload_text | tojson }}"
        }
        let terms = pieces.map { piece in
            switch piece {
            case .text(let text): Self.quoted(text)
            case .expression(let expression): "(\(expression))"
            }
        }
        return "{{ (\(terms.joined(separator: " ~ "))) | tojson }}"
    }

    private enum Piece {
        case text(String)
        case expression(String)
    }

    /// The text and the expressions of a template that has nothing else; empty for one with statements or comments.
    private static func pieces(_ source: String) -> [Piece] {
        guard !source.contains("{%"), !source.contains("{#"), !source.contains("{{-"), !source.contains("-}}")
        else {
            return []
        }
        var pieces: [Piece] = []
        var rest = Substring(source)
        while let open = firstRange(of: "{{", in: rest) {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            rest = rest[open...].dropFirst(2)
            guard let close = end(of: rest) else { return [] }
            let expression = rest[..<close].trimmed
            pieces.append(.expression(expression))
            rest = rest[close...].dropFirst(2)
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }

    private static func firstRange(of two: String, in text: Substring) -> String.Index? {
        var place = text.startIndex
        while place < text.endIndex {
            if text[place...].hasPrefix(two) { return place }
            place = text.index(after: place)
        }
        return nil
    }

    /// Where `}}` ends an expression, outside of its texts and braces.
    private static func end(of text: Substring) -> String.Index? {
        var quote: Character?
        var depth = 0
        var place = text.startIndex
        while place < text.endIndex {
            let character = text[place]
            if let open = quote {
                if character == "\\" {
                    place = text.index(after: place)
                    guard place < text.endIndex else { return nil }
                } else if character == open {
                    quote = nil
                }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "{" {
                depth += 1
            } else if character == "}" {
                if depth == 0 { return text[place...].hasPrefix("}}") ? place : nil }
                depth -= 1
            }
            place = text.index(after: place)
        }
        return nil
    }

    /// What a plain scalar is in YAML's core schema; a quoted one is a text.
    private static func json(_ scalar: MarkedScalar) -> JSON {
        guard scalar.isPlain, !scalar.isSecret else { return .string(scalar.text) }
        if scalar.isNull { return .null }
        switch scalar.text {
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        if let number = ScalarText.integer(scalar.text) { return .int(number) }
        let isDecimal = scalar.text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
        }
        let hasZero =
            scalar.text.dropPrefix("-").hasPrefix("0") && !scalar.text.dropPrefix("-").hasPrefix("0.")
        if isDecimal, !hasZero, let number = Double(scalar.text), number.isFinite { return .double(number) }
        return .string(scalar.text)
    }

    /// A text of JSON as it stands in a template: braces that would open something are kept apart.
    private static func literal(_ json: String) -> String {
        MarkedScalar.hasBraces(json) || json.contains("}}") ? "{{ \(quoted(json)) }}" : json
    }

    /// A text as a template's string.
    private static func quoted(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": quoted += "\\'"
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }
}

extension Substring {
    /// Without spaces and line breaks at its ends.
    fileprivate var trimmed: String {
        var text = self
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
