import Values

/// Reads a mapping's keys by name and reports the keys that nobody asked for.
///
/// A key's name counts as known once it was asked for, whether it was there or not.
final class MapReader {
    /// What this mapping is, for messages: `the input \`power\``.
    let what: String
    let mark: SourceMark
    let findings: Findings
    private var entries: [String: MarkedNode.Entry] = [:]
    private var order: [String] = []
    private var asked: [String] = []
    /// Where a key is missing that a person should add: the key over this mapping, else its start.
    private let place: SourceMark
    /// The hints of keys that cannot be written as nothing.
    private(set) var required: [String: String] = [:]
    private var missing: [(key: String, message: String, hint: String?)] = []

    /// Reports equal keys; the first of them counts.
    init(
        _ entries: [MarkedNode.Entry],
        mark: SourceMark,
        place: SourceMark? = nil,
        _ what: String,
        findings: Findings
    ) {
        self.what = what
        self.place = place ?? mark
        self.mark = mark
        self.findings = findings
        for entry in entries {
            if let first = self.entries[entry.key] {
                findings.error(
                    entry.keyMark,
                    "`\(entry.key)` stands twice in \(what), first at \(Self.place(first.keyMark, from: entry.keyMark))",
                    hint: "keep one of the two"
                )
            } else {
                self.entries[entry.key] = entry
                order.append(entry.key)
            }
        }
    }

    /// Makes a reader of a node, or reports that it is no mapping.
    ///
    /// A plain `null` is read as a mapping without keys.
    convenience init?(
        _ node: MarkedNode,
        at place: SourceMark? = nil,
        _ what: String,
        findings: Findings,
        hint: String? = nil
    ) {
        switch node {
        case .mapping(let entries, let mark):
            self.init(entries, mark: mark, place: place, what, findings: findings)
        case .scalar(let scalar) where scalar.isUnresolved:
            return nil
        case .scalar(let scalar) where scalar.isNull:
            self.init([], mark: scalar.mark, place: place, what, findings: findings)
        default:
            findings.error(node.mark, "\(what) must be a map of keys, not \(node.kindName)", hint: hint)
            return nil
        }
    }

    /// The keys in the order in which they are written.
    var keys: [String] { order }

    func has(_ key: String) -> Bool { entries[key] != nil }

    /// The entry of that key, which is known from now on.
    func take(_ key: String) -> MarkedNode.Entry? {
        asked.append(key)
        return entries[key]
    }

    /// All entries in order, each known from now on.
    func takeAll() -> [MarkedNode.Entry] {
        order.compactMap { take($0) }
    }

    /// The entry of that key, or an error that it is missing.
    func require(_ key: String, hint: String? = nil) -> MarkedNode.Entry? {
        demand(key, hint: hint ?? "give it one")
        if let entry = take(key) { return entry }
        miss(key, "\(what) needs `\(key)`", hint: hint)
        return nil
    }

    /// Makes a key one that cannot be written as nothing.
    func demand(_ key: String, hint: String) {
        required[key] = hint
    }

    /// Reports at the end that a key is missing, unless it is there with a slip of the pen.
    func miss(_ key: String, _ message: String, hint: String? = nil) {
        missing.append((key, message, hint))
    }

    /// Makes names known that are read elsewhere.
    func know(_ keys: some Sequence<String>) {
        asked.append(contentsOf: keys)
    }

    /// Reports the keys that nobody asked for.
    ///
    /// - Parameter explain: what is known of a key that has no place here, or nil.
    func finish(explain: (String) -> (message: String, hint: String?)? = { _ in nil }) {
        let known = Set(asked)
        let slips = Set(
            order.filter { !known.contains($0) }.compactMap { NearestName.find($0, in: known.sorted()) }
        )
        for item in missing where !slips.contains(item.key) {
            findings.error(place, item.message, hint: item.hint)
        }
        missing = []
        for key in order where !known.contains(key) {
            guard let mark = entries[key]?.keyMark else { continue }
            if let special = explain(key) {
                findings.error(mark, special.message, hint: special.hint)
                continue
            }
            let home = KnownKeys.home(of: key, notIn: what)
            let hint: String =
                if let near = NearestName.find(key, in: known.sorted()) {
                    "did you mean `\(near)`?"
                } else if let home {
                    "`\(key)` belongs \(home)"
                } else {
                    "known here: \(Self.list(asked))"
                }
            findings.error(mark, "unknown key `\(key)` in \(what)", hint: hint)
        }
    }

    /// Names for a hint, each once, at most 12.
    static func list(_ names: some Sequence<String>) -> String {
        var seen: Set<String> = []
        let unique = names.filter { seen.insert($0).inserted }
        let shown = unique.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
        return unique.count > 12 ? shown + " …" : shown
    }

    /// A place in words, with the file only where it is another one.
    static func place(_ mark: SourceMark, from other: SourceMark) -> String {
        let place = "line \(mark.line), column \(mark.column)"
        return mark.file == other.file ? place : "\(place) of \(mark.file)"
    }
}

extension MarkedNode {
    /// What the node is, in words.
    var kindName: String {
        switch self {
        case .scalar(let scalar): scalar.isNull ? "nothing" : "a text"
        case .sequence: "a list"
        case .mapping: "a map of keys"
        }
    }

    /// Whether anything in it could not be resolved, which was told where it was read.
    var hasUnresolved: Bool {
        switch self {
        case .scalar(let scalar): scalar.isUnresolved
        case .sequence(let nodes, _): nodes.contains { $0.hasUnresolved }
        case .mapping(let entries, _): entries.contains { $0.value.hasUnresolved }
        }
    }

    /// Whether it is a plain scalar that says that there is no value.
    var isNull: Bool {
        if case .scalar(let scalar) = self { scalar.isNull } else { false }
    }
}

extension MarkedScalar {
    /// Whether it is plain and empty, `~` or `null` (YAML 1.2 core schema).
    var isNull: Bool {
        !isUnresolved && isPlain && !isSecret && ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The text for a message: shortened, in back-quotes, never a secret.
    var shown: String {
        if isSecret { return "<secret>" }
        let line = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        let short = line.count > 48 ? line.prefix(47) + "…" : line
        return "`\(short)`"
    }

    /// Whether a template's braces are in it.
    var hasBraces: Bool { Self.hasBraces(text) }

    /// Whether a template's braces are in a text.
    static func hasBraces(_ text: String) -> Bool {
        var last: UInt8 = 0
        for byte in text.utf8 {
            if last == UInt8(ascii: "{"),
                [UInt8(ascii: "{"), UInt8(ascii: "%"), UInt8(ascii: "#")].contains(byte)
            {
                return true
            }
            last = byte
        }
        return false
    }
}
