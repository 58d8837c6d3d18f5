import PushWardAPI
import Templates
import Values

/// Decodes the value of one field by its kind.
struct ContentNodeDecoder {
    let context: RuleContext
    let scope: NameScope
    /// Whether buttons that publish are left off where no tap comes home over a URL.
    let mayBeLeftOff: Bool
    private var findings: Findings { context.findings }

    init(context: RuleContext, scope: NameScope, mayBeLeftOff: Bool) {
        self.context = context
        self.scope = scope
        self.mayBeLeftOff = mayBeLeftOff
    }

    /// The value of an entry, or nil with what is wrong reported.
    ///
    /// `path` says where it stands in the content, such as `controls.next`: it is the identity of an action.
    func node(_ entry: MarkedNode.Entry, _ kind: FieldSpec.Kind, path: String) -> ContentNode? {
        if case .scalar(let scalar) = entry.value, scalar.isUnresolved { return nil }
        if case .scalar(let scalar) = entry.value, scalar.isNull {
            warnOfComment(entry, scalar, kind)
            return .null
        }
        return node(entry.value, kind, name: entry.key, path: path)
    }

    private func node(_ node: MarkedNode, _ kind: FieldSpec.Kind, name: String, path: String) -> ContentNode?
    {
        switch (kind, node) {
        case (.action(let place), _):
            return ActionDecoder(context: context, scope: scope, mayBeLeftOff: mayBeLeftOff)
                .action(node, place, name: name, path: path).map { .action($0) }
        case (.list(let inner, let count), .sequence(let nodes, _)):
            return list(nodes, inner, count, name: name, path: path, mark: node.mark)
        case (.pool(let inner, let count, let most), .sequence(let nodes, _)):
            return list(nodes, inner, count.lowerBound...most, name: name, path: path, mark: node.mark)
        case (.object(let fields, let required), .mapping(let entries, let mark)):
            let reader = MapReader(entries, mark: mark, "`\(name)`", findings: findings)
            return object(reader, fields, required, path: path)
        case (.map(let keyMax, let inner, let count), .mapping(let entries, let mark)):
            let reader = MapReader(entries, mark: mark, "`\(name)`", findings: findings)
            return map(reader, keyMax, inner, count, path: path)
        case (.list, .scalar(let scalar)) where scalar.hasBraces,
            (.object, .scalar(let scalar)) where scalar.hasBraces,
            (.pool, .scalar(let scalar)) where scalar.hasBraces,
            (.map, .scalar(let scalar)) where scalar.hasBraces:
            return context.templates.compile(scalar, scope).map { .template($0) }
        case (.list, _), (.pool, _), (.object, _), (.map, _):
            findings.error(
                node.mark,
                "`\(name)` must be \(Self.wants(kind)), not \(node.kindName)",
                hint: Self.hint(kind, name)
            )
            return nil
        case (_, .scalar(let scalar)):
            return self.scalar(scalar, kind, name: name)
        default:
            findings.error(node.mark, "`\(name)` must be \(Self.wants(kind)), not \(node.kindName)")
            return nil
        }
    }

    private func scalar(_ scalar: MarkedScalar, _ kind: FieldSpec.Kind, name: String) -> ContentNode? {
        guard let located = context.templates.compile(scalar, scope) else { return nil }
        if name == "eta" { return checkFinish(scalar) ? .template(located) : nil }
        if !scalar.hasBraces {
            guard LiteralCheck(findings: findings).check(scalar, kind, name) else { return nil }
        }
        return .template(located)
    }

    /// A finish that is written down is a duration from now or a time.
    private func checkFinish(_ scalar: MarkedScalar) -> Bool {
        guard !scalar.hasBraces, case .wrong = DurationText.read(scalar.text),
            case .invalid = FieldSpec.Kind.time.coerce(.string(scalar.text))
        else { return true }
        findings.error(
            scalar.mark,
            "`eta` must be seconds, a duration or a time, not \(scalar.shown)",
            hint: "read it from an input: \"{{ left }}\""
        )
        return false
    }

    private func list(
        _ nodes: [MarkedNode],
        _ inner: FieldSpec.Kind,
        _ count: ClosedRange<Int>,
        name: String,
        path: String,
        mark: SourceMark
    ) -> ContentNode? {
        if !count.contains(nodes.count) {
            let range =
                count.lowerBound == 0
                ? "at most \(count.upperBound)" : "\(count.lowerBound) to \(count.upperBound)"
            findings.error(mark, "`\(name)` takes \(range) entries, not \(nodes.count)")
        }
        // A tile's button is `tiles.0`, whatever its own key is called.
        let values = nodes.enumerated().compactMap { place, node -> ContentNode? in
            self.node(node, inner, name: "\(name)[\(place)]", path: "\(path).\(place)")
        }
        checkIdentities(values)
        return .list(values)
    }

    /// Two options or actions cannot have one id.
    private func checkIdentities(_ values: [ContentNode]) {
        var seen: Set<String> = []
        for case .action(let action) in values where !seen.insert(action.id).inserted {
            findings.error(action.mark, "the id `\(action.id)` is used twice", hint: "each needs its own")
        }
    }

    private func object(
        _ reader: MapReader,
        _ specs: [FieldSpec],
        _ required: [String],
        path: String
    ) -> ContentNode? {
        var fields: [ContentField] = []
        reader.know(specs.map(\.name))
        for entry in reader.keys.compactMap({ key in specs.first { $0.name == key } }) {
            guard let written = reader.take(entry.name) else { continue }
            context.checkApp(entry, written.keyMark)
            let isTile = path.hasPrefix("tiles.")
            let inner = isTile ? path : "\(path).\(entry.name)"
            if let value = node(written, entry.kind, path: inner) {
                fields.append(ContentField(name: entry.name, value: value, mark: written.keyMark))
            }
        }
        for name in required where !reader.has(name) {
            reader.miss(name, "\(reader.what) needs `\(name)`")
        }
        reader.finish()
        return .map(fields)
    }

    private func map(
        _ reader: MapReader,
        _ keyMax: Int,
        _ inner: FieldSpec.Kind,
        _ count: ClosedRange<Int>,
        path: String
    ) -> ContentNode? {
        var fields: [ContentField] = []
        for entry in reader.takeAll() {
            if entry.key.isEmpty || entry.key.unicodeScalars.count > keyMax {
                findings.error(entry.keyMark, "a name in \(reader.what) has 1 to \(keyMax) characters")
                continue
            }
            if let value = node(entry, inner, path: "\(path).\(entry.key)") {
                fields.append(ContentField(name: entry.key, value: value, mark: entry.keyMark))
            }
        }
        if !count.contains(reader.keys.count) {
            findings.error(
                reader.mark,
                "\(reader.what) takes \(count.lowerBound) to \(count.upperBound) names, not \(reader.keys.count)"
            )
        }
        return .map(fields)
    }

    /// A colour such as `#FF0000` without quotes is a comment.
    private func warnOfComment(_ entry: MarkedNode.Entry, _ scalar: MarkedScalar, _ kind: FieldSpec.Kind) {
        guard scalar.text.isEmpty else { return }
        if case .color = kind {
            findings.warning(
                entry.keyMark,
                "`\(entry.key)` is written as nothing, which clears it",
                hint: "a colour that starts with `#` needs quotes; write `null` to clear it"
            )
        }
    }

    private static func wants(_ kind: FieldSpec.Kind) -> String {
        switch kind {
        case .list, .pool: "a list"
        case .object, .map: "a map of keys"
        case .number, .length, .integer: "a number"
        case .bool: "`true` or `false`"
        case .choice(let words): "one of \(MapReader.list(words))"
        case .time, .instant: "a time"
        case .duration: "a duration"
        case .url: "a URL"
        default: "a text"
        }
    }

    private static func hint(_ kind: FieldSpec.Kind, _ name: String) -> String? {
        switch (kind, name) {
        case (.map, "value"): "name each series: `value: {indoor: \"{{ indoor }}\"}`"
        case (.list, _), (.pool, _): "start each entry with `- `, or build the list in a template"
        default: nil
        }
    }
}
