import Templates
import Values

/// Decodes inputs: named values that rules read from topics.
struct InputDecoder {
    let findings: Findings
    let templates: TemplateReader

    /// The keys of an input, beside `topic`.
    static let optionKeys = [
        "value", "unit", "timezone", "qos", "encoding", "retained", "expire_after", "availability", "valid",
        "empty",
    ]

    /// The inputs under a rule's `inputs`; `captures` are the names that its `each` captures, nil means any.
    func inputs(_ reader: MapReader, captures: [String]?) -> [Input] {
        guard let entry = reader.take("inputs") else { return [] }
        let hint = "name each input: `inputs: {power: zigbee2mqtt/plug}`"
        let what = "the inputs of \(reader.what)"
        guard let names = MapReader(entry.value, what, findings: findings, hint: hint) else { return [] }
        var inputs: [Input] = []
        for entry in names.takeAll() {
            guard checkName(entry, captures ?? []), let input = input(entry, captures: captures) else {
                continue
            }
            inputs.append(input)
        }
        return inputs
    }

    /// The names of a rule's inputs, those with faults included.
    static func names(_ reader: MapReader) -> [String] {
        guard case .mapping(let entries, _)? = reader.take("inputs")?.value else { return [] }
        return entries.map { NameScope.isName($0.key) ? $0.key : NameScope.name(from: $0.key) }
    }

    /// Whether a rule's inputs cannot be told, because `inputs` is no map.
    static func areUnclear(_ reader: MapReader) -> Bool {
        guard let node = reader.take("inputs")?.value else { return false }
        if case .mapping = node { return false }
        return !node.isNull
    }

    private func checkName(_ entry: MarkedNode.Entry, _ captures: [String]) -> Bool {
        if NameScope.reserved.contains(entry.key) {
            findings.error(
                entry.keyMark,
                "an input cannot be called `\(entry.key)`",
                hint: "that name has a meaning of its own in templates"
            )
            return false
        }
        if entry.key == "text" {
            findings.warning(
                entry.keyMark,
                "in what an action publishes, `text` is the reply and not this input",
                hint: "call the input something else where an action publishes it"
            )
        }
        guard NameScope.isName(entry.key) else {
            findings.error(
                entry.keyMark,
                "`\(entry.key)` is no name that a template can use",
                hint: "call it `\(NameScope.name(from: entry.key))`"
            )
            return false
        }
        if TemplateReader.isFunction(entry.key) {
            findings.error(
                entry.keyMark,
                "an input cannot be called `\(entry.key)`: that is a function of templates",
                hint: "call it something like `\(entry.key)_now`"
            )
            return false
        }
        if captures.contains(entry.key) {
            findings.error(
                entry.keyMark,
                "`\(entry.key)` is also a name that `each` captures",
                hint: "rename one"
            )
            return false
        }
        return true
    }

    private func input(_ entry: MarkedNode.Entry, captures: [String]?) -> Input? {
        if case .scalar(let scalar) = entry.value {
            guard let topic = topic(scalar, entry.key, captures) else { return nil }
            return Input(name: entry.key, topic: topic, mark: entry.keyMark)
        }
        let what = "the input `\(entry.key)`"
        guard let reader = MapReader(entry.value, at: entry.keyMark, what, findings: findings) else {
            return nil
        }
        let input = input(reader, name: entry.key, mark: entry.keyMark, captures: captures)
        reader.finish()
        return input
    }

    /// An input of a mapping's keys; the caller finishes the reader.
    func input(_ reader: MapReader, name: String, mark: SourceMark, captures: [String]?) -> Input? {
        let entry = reader.require("topic")
        let filter: TopicFilter? = entry.flatMap { entry in
            if case .scalar(let scalar) = entry.value { return topic(scalar, "topic", captures) }
            return reader.topicFilter(entry)
        }
        guard let standIn = filter ?? Self.placeholder else { return nil }
        var input = Input(name: name, topic: standIn, mark: mark)
        let own = (captures ?? []) + (filter?.captureNames ?? [])
        let scope = NameScope(captures: own, others: NameScope.message + ["previous", "since"])
        if let scalar = reader.scalar("value", wants: "a template") { input.value = value(scalar, scope) }
        input.unit = unit(reader)
        if let scalar = reader.scalar("timezone") { input.timeZone = timeZone(scalar) }
        if let qos = reader.integer("qos", in: 0...2) { input.qos = qos }
        if let encoding = reader.choice("encoding", Input.Encoding.self) { input.encoding = encoding }
        if let retained = reader.choice("retained", Input.RetainedPolicy.self) { input.retained = retained }
        input.expireAfter = reader.duration("expire_after", in: .seconds(1)...Limits.month)
        input.availability = availability(reader, scope)
        if let scalar = reader.scalar("valid", wants: "a template") {
            input.valid = templates.condition(scalar, "valid", scope)?.template
        }
        if let empty = reader.choice("empty", of: ["none", "unknown"]) {
            input.emptyIsNone = empty == "none"
        }
        return filter == nil ? nil : input
    }

    /// Stands for a topic that could not be read while the other keys are checked.
    private static let placeholder = try? TopicFilter("_")

    /// A topic of an input; what it captures must be captured by the rule, too.
    private func topic(_ scalar: MarkedScalar, _ key: String, _ captures: [String]?) -> TopicFilter? {
        let reader = MapReader([], mark: scalar.mark, "", findings: findings)
        guard let filter = reader.topicFilter(scalar, key) else { return nil }
        guard let captures else { return filter }
        for name in filter.captureNames where !captures.contains(name) {
            let near = NearestName.find(name, in: captures)
            findings.error(
                scalar.mark,
                "`{\(name)}` is not captured by `each`",
                hint: near.map { "did you mean `{\($0)}`?" }
                    ?? "write `each: \(scalar.isSecret ? "…" : scalar.text)` for a card each, or `+` for any"
            )
            return nil
        }
        return filter
    }

    private func value(_ scalar: MarkedScalar, _ scope: NameScope) -> Template? {
        if !scalar.hasBraces, !scalar.isSecret, scalar.text.hasPrefix("value") || scalar.text.hasPrefix("$.")
        {
            let path = scalar.text.hasPrefix("$.") ? "value_json." + scalar.text.dropFirst(2) : scalar.text
            findings.error(
                scalar.mark,
                "`value` is plain text, not a template",
                hint: "write \"{{ \(path) }}\""
            )
            return nil
        }
        return templates.compile(scalar, scope)?.template
    }

    private func unit(_ reader: MapReader) -> Input.Unit? {
        guard let scalar = reader.scalar("unit") else { return nil }
        let words = Input.Unit.allCases.map(\.rawValue)
        if let unit = Input.Unit(rawValue: scalar.text) { return unit }
        let meant: [String: String] = [
            "sec": "s", "seconds": "s", "second": "s", "m": "min", "minutes": "min", "minute": "min",
            "mins": "min",
            "hours": "h", "hour": "h", "milliseconds": "ms", "iso8601": "iso", "timestamp": "iso",
            "hh:mm:ss": "clock",
            "h:mm:ss": "clock", "hh:mm": "clock", "m:ss": "mm:ss", "min:s": "mm:ss",
        ]
        let meantUnit = scalar.isSecret ? nil : meant[scalar.text.lowercased()]
        findings.error(
            scalar.mark,
            "`unit` cannot be \(scalar.shown)",
            hint: meantUnit.map { "write `\($0)`" }
                ?? "it says how a time is written: one of \(MapReader.list(words))"
        )
        return nil
    }

    private func timeZone(_ scalar: MarkedScalar) -> String? {
        let isName =
            !scalar.text.isEmpty && scalar.text.utf8.count <= 64
            && scalar.text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || [0x2B, 0x2D, 0x2F, 0x5F].contains($0)
            }
            && !scalar.text.hasPrefix("/")
        if isName { return scalar.text }
        findings.error(
            scalar.mark,
            "`timezone` cannot be \(scalar.shown)",
            hint: "a name such as `Europe/Berlin` or `UTC`"
        )
        return nil
    }
}

/// Limits that several keys share.
enum Limits {
    static let day = Duration.seconds(86_400)
    static let month = Duration.seconds(2_592_000)
}

extension String {
    /// The text without `prefix` at its start.
    func dropPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
