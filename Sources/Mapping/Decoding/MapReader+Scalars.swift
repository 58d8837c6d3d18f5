import Values

/// Typed reading of one key; each method reports what is wrong and then returns nil.
extension MapReader {
    /// The scalar of a key; a key without a value is told and left out.
    func scalar(_ key: String, wants: String = "a text") -> MarkedScalar? {
        guard let entry = take(key) else { return nil }
        return scalar(of: entry, wants: wants)
    }

    /// The scalar of an entry; a key without a value is told and left out.
    func scalar(of entry: MarkedNode.Entry, wants: String = "a text") -> MarkedScalar? {
        guard case .scalar(let scalar) = entry.value else {
            findings.error(
                entry.value.mark,
                "`\(entry.key)` must be \(wants), not \(entry.value.kindName)"
            )
            return nil
        }
        if scalar.isUnresolved { return nil }
        if scalar.isNull, let hint = required[entry.key] {
            findings.error(entry.keyMark, "`\(entry.key)` has no value", hint: hint)
            return nil
        }
        if scalar.isNull {
            findings.warning(
                entry.keyMark,
                "`\(entry.key)` has no value, so it is left out",
                hint: scalar.text.isEmpty
                    ? "give it one or remove the key; a text that starts with `#` needs quotes"
                    : "remove the key"
            )
            return nil
        }
        return scalar
    }

    /// A text that is not empty.
    func text(_ key: String) -> String? {
        guard let scalar = scalar(key) else { return nil }
        guard !scalar.text.isEmpty else {
            findings.error(scalar.mark, "`\(key)` cannot be empty")
            return nil
        }
        return scalar.text
    }

    /// One of the cases of an enumeration by its name in the file.
    func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, _ type: Choice.Type) -> Choice?
    where Choice.RawValue == String {
        guard let text = choice(key, of: type.allCases.map(\.rawValue)) else { return nil }
        return type.init(rawValue: text)
    }

    /// One of some words, in any case.
    func choice(_ key: String, of words: [String], aliases: [String] = []) -> String? {
        guard let scalar = scalar(key, wants: "one of \(Self.list(words))") else { return nil }
        if let match = (words + aliases).first(where: { $0 == scalar.text.lowercased() }) { return match }
        let near = scalar.isSecret ? nil : NearestName.find(scalar.text, in: words)
        findings.error(
            scalar.mark,
            "`\(key)` cannot be \(scalar.shown)",
            hint: near.map { "did you mean `\($0)`?" } ?? "one of \(Self.list(words))"
        )
        return nil
    }

    /// `true`, `false`, `yes`, `no`, `on` or `off`.
    func bool(_ key: String) -> Bool? {
        guard let scalar = scalar(key, wants: "`true` or `false`") else { return nil }
        if let flag = ScalarText.bool(scalar.text) { return flag }
        findings.error(scalar.mark, "`\(key)` cannot be \(scalar.shown)", hint: "write `true` or `false`")
        return nil
    }

    /// A whole number within a range.
    func integer(_ key: String, in range: ClosedRange<Int>, hint: String? = nil) -> Int? {
        let wants = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard let scalar = scalar(key, wants: wants) else { return nil }
        guard let number = ScalarText.integer(scalar.text) else {
            let zeros = scalar.text.drop { $0 == "0" }
            let plain = Int(zeros) != nil ? "write it without the leading zero: `\(zeros)`" : nil
            findings.error(scalar.mark, "`\(key)` must be \(wants), not \(scalar.shown)", hint: plain ?? hint)
            return nil
        }
        guard range.contains(number) else {
            let message = "`\(key)` must be from \(range.lowerBound) to \(range.upperBound)"
            findings.error(scalar.mark, message, hint: hint)
            return nil
        }
        return number
    }

    /// A duration within a range; plain numbers are seconds.
    func duration(_ key: String, in range: ClosedRange<Duration>, hint: String? = nil) -> Duration? {
        guard let scalar = scalar(key, wants: "a duration such as `5m`") else { return nil }
        return duration(scalar, key, in: range, hint: hint)
    }

    func duration(
        _ scalar: MarkedScalar,
        _ key: String,
        in range: ClosedRange<Duration>,
        hint: String? = nil
    ) -> Duration? {
        switch DurationText.read(scalar.text) {
        case .wrong(let how):
            findings.error(
                scalar.mark,
                "`\(key)` must be a duration, not \(scalar.shown)",
                hint: scalar.isSecret ? DurationText.forms : how
            )
            return nil
        case .duration(let duration):
            guard range.contains(duration) else {
                let low = DurationText.text(range.lowerBound)
                let high = DurationText.text(range.upperBound)
                findings.error(scalar.mark, "`\(key)` must be from \(low) to \(high)", hint: hint)
                return nil
            }
            return duration
        }
    }

    /// A list of texts, or one text.
    func texts(_ key: String) -> [MarkedScalar]? {
        guard let entry = take(key) else { return nil }
        guard case .sequence(let nodes, _) = entry.value else {
            return scalar(of: entry, wants: "a text or a list of texts").map { [$0] }
        }
        return nodes.compactMap { node in
            if case .scalar(let scalar) = node { return scalar.isUnresolved ? nil : scalar }
            findings.error(node.mark, "`\(key)` must hold texts, not \(node.kindName)")
            return nil
        }
    }

    /// A mapping under a key.
    func map(_ key: String, _ what: String, hint: String? = nil) -> MapReader? {
        guard let entry = take(key) else { return nil }
        return MapReader(entry.value, what, findings: findings, hint: hint)
    }

    /// A topic to publish to: without wildcards.
    func publishTopic(_ key: String) -> String? {
        guard let entry = take(key), let filter = topicFilter(entry) else { return nil }
        guard filter.isTopic else {
            findings.error(entry.value.mark, "`\(key)` cannot have wildcards")
            return nil
        }
        return filter.subscription
    }

    /// A topic filter, or what is wrong with it; a topic that came out empty is told with its likely reason.
    func topicFilter(_ entry: MarkedNode.Entry) -> TopicFilter? {
        guard case .scalar(let scalar) = entry.value else {
            findings.error(entry.value.mark, "`\(entry.key)` must be a topic, not \(entry.value.kindName)")
            return nil
        }
        return topicFilter(scalar, entry.key)
    }

    func topicFilter(_ scalar: MarkedScalar, _ key: String) -> TopicFilter? {
        if scalar.isUnresolved { return nil }
        if scalar.isNull || scalar.text.isEmpty {
            findings.error(
                scalar.mark,
                "`\(key)` is no topic: it is empty",
                hint: scalar.isPlain && scalar.text.isEmpty
                    ? "`#` after a space starts a comment; a topic that starts with it needs quotes: \"#\""
                    : nil
            )
            return nil
        }
        if scalar.text.hasPrefix("mqtt://") || scalar.text.hasPrefix("mqtts://") {
            findings.error(
                scalar.mark,
                "`\(key)` is no topic but an address",
                hint: "the broker's address is `mqtt.url`"
            )
            return nil
        }
        do throws(TopicFilterError) {
            let filter = try TopicFilter(scalar.text)
            warnOfTopic(scalar, key)
            return checkCaptures(filter, scalar, key) ? filter : nil
        } catch {
            let message = scalar.isSecret ? "the secret of `\(key)` is no topic" : "`\(key)`: \(error)"
            findings.error(scalar.mark, message, hint: Self.hint(for: error, scalar))
            return nil
        }
    }

    private func checkCaptures(_ filter: TopicFilter, _ scalar: MarkedScalar, _ key: String) -> Bool {
        for name in filter.captureNames
        where NameScope.reserved.contains(name) || TemplateReader.isFunction(name) {
            findings.error(
                scalar.mark,
                "`\(key)`: `{\(scalar.isSecret ? "…" : name)}` has a meaning of its own in templates",
                hint: "choose another name for the level"
            )
            return false
        }
        return true
    }

    private func warnOfTopic(_ scalar: MarkedScalar, _ key: String) {
        if scalar.text.first == " " || scalar.text.last == " " {
            findings.warning(scalar.mark, "`\(key)` starts or ends with a space, which counts in a topic")
        } else if scalar.isPlain, !scalar.isSecret, scalar.text.hasSuffix("/") {
            findings.warning(
                scalar.mark,
                "`\(key)` ends in `/`, so its last level is empty",
                hint: scalar.hasTrailingComment
                    ? "`#` after a space starts a comment; for everything below write `\(scalar.text)#`"
                    : "remove the `/`; for everything below write `\(scalar.text)#`"
            )
        }
    }

    private static func hint(for error: TopicFilterError, _ scalar: MarkedScalar) -> String? {
        switch error {
        case .partialCapture where scalar.hasBraces, .badCapture where scalar.hasBraces:
            "a topic is fixed and takes no template; a wildcard `+` or a name `{room}` stands for a level"
        case .partialCapture: "put the name alone between slashes: `home/{room}/state`"
        case .partialWildcard: "use `+` for a whole level, or `#` for the rest"
        case .hashNotLast: "use `+` for a level in the middle"
        default: nil
        }
    }
}

/// Reads scalars whose type the field gives.
enum ScalarText {
    static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    /// A decimal whole number without leading zeros.
    static func integer(_ text: String) -> Int? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        guard digits.count == 1 || digits.first != "0" else { return nil }
        return Int(text)
    }
}
