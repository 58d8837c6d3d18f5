/// A subscription's topic filter, whose single-level wildcards may carry names: `sonos/{zone}`, `+/state`, `home/#`.
///
/// Source: MQTT 5.0 section 4.7. A name in braces must fill its level.
package struct TopicFilter: Sendable, Hashable {
    package enum Level: Sendable, Hashable {
        case text(String)
        /// `+`, or a named capture.
        case any(name: String?)
    }

    package let levels: [Level]
    /// Whether it ends in `#`: that level and everything below match.
    package let matchesRest: Bool

    /// - Throws: `TopicFilterError` for a text that is no valid filter.
    package init(_ text: String) throws(TopicFilterError) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= 65_535 else { throw .tooLong }
        guard !text.unicodeScalars.contains("\0") else { throw .nul }
        var levels: [Level] = []
        var matchesRest = false
        var names: Set<String> = []
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() {
            if part == "#" {
                guard place == parts.count - 1 else { throw .hashNotLast }
                matchesRest = true
            } else if part == "+" {
                levels.append(.any(name: nil))
            } else if part.hasPrefix("{"), part.hasSuffix("}"), part.count > 2 {
                let name = String(part.dropFirst().dropLast())
                guard Self.isName(name) else { throw .badCapture(name) }
                guard names.insert(name).inserted else { throw .repeatedCapture(name) }
                levels.append(.any(name: name))
            } else if part.contains("{") || part.contains("}") {
                throw .partialCapture(String(part))
            } else if part.contains("+") || part.contains("#") {
                throw .partialWildcard(String(part))
            } else {
                levels.append(.text(String(part)))
            }
        }
        self.levels = levels
        self.matchesRest = matchesRest
    }

    /// The names captured, in the order of their levels.
    package var captureNames: [String] {
        levels.compactMap { if case .any(let name) = $0 { name } else { nil } }
    }

    /// Whether a publisher could publish to it: it has no wildcard and no capture.
    package var isTopic: Bool {
        !matchesRest && levels.allSatisfy { if case .text = $0 { true } else { false } }
    }

    /// The filter as it is sent to a broker, captures as `+`.
    package var subscription: String {
        var parts = levels.map { if case .text(let text) = $0 { text } else { "+" } }
        if matchesRest { parts.append("#") }
        return parts.joined(separator: "/")
    }

    /// The filter with the captures that have a value replaced by it.
    package func filling(_ captures: [String: String]) -> TopicFilter {
        TopicFilter(
            levels: levels.map { level in
                if case .any(let name?) = level, let value = captures[name] { .text(value) } else { level }
            },
            matchesRest: matchesRest
        )
    }

    private init(levels: [Level], matchesRest: Bool) {
        self.levels = levels
        self.matchesRest = matchesRest
    }

    /// The captured values, or nil where the topic does not match.
    ///
    /// A first level that starts with `$` is matched by no wildcard (MQTT 5.0 section 4.7.2).
    package func match(_ topic: String) -> [String: String]? {
        let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= levels.count, matchesRest || parts.count == levels.count else { return nil }
        if topic.hasPrefix("$") {
            guard case .text? = levels.first else { return nil }
        }
        var captures: [String: String] = [:]
        for (level, part) in zip(levels, parts) {
            switch level {
            case .text(let text): if text != part { return nil }
            case .any(let name?): captures[name] = String(part)
            case .any(nil): break
            }
        }
        return captures
    }

    /// Whether every topic that `other` matches is matched by this one, too.
    package func covers(_ other: TopicFilter) -> Bool {
        if other.matchesRest, !matchesRest { return false }
        guard matchesRest ? other.levels.count >= levels.count : other.levels.count == levels.count else {
            return false
        }
        if case .text(let first)? = other.levels.first, first.hasPrefix("$") {
            guard case .text? = levels.first else { return false }
        }
        return zip(levels, other.levels).allSatisfy { own, theirs in
            switch (own, theirs) {
            case (.any, _): true
            case (.text(let left), .text(let right)): left == right
            case (.text, .any): false
            }
        }
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic else {
            return false
        }
        return name.unicodeScalars.allSatisfy {
            $0 == "_" || ($0.isASCII && $0.properties.isAlphabetic) || ("0"..."9").contains($0)
        }
    }
}

/// Why a text is no topic filter.
package enum TopicFilterError: Error, Sendable, Hashable, CustomStringConvertible {
    case empty
    case tooLong
    case nul
    case hashNotLast
    case partialWildcard(String)
    case partialCapture(String)
    case badCapture(String)
    case repeatedCapture(String)

    package var description: String {
        switch self {
        case .empty: "a topic cannot be empty"
        case .tooLong: "a topic cannot be longer than 65,535 bytes"
        case .nul: "a topic cannot hold a NUL character"
        case .hashNotLast: "`#` can only be the last level of a topic"
        case .partialWildcard(let level): "a wildcard must fill its level, unlike in `\(level)`"
        case .partialCapture(let level): "a {name} must fill its level, unlike in `\(level)`"
        case .badCapture(let name):
            "`{\(name)}` is no name: use letters, digits and `_`, not starting with a digit"
        case .repeatedCapture(let name): "`{\(name)}` stands twice in the topic"
        }
    }
}
