import PushWardAPI
import Values

/// Decodes what a card gathers by itself: `line` of a log, `tile` of a board, a time as `history` of a timeline.
struct GatheringDecoder {
    let context: RuleContext
    let scope: NameScope
    private var findings: Findings { context.findings }

    init(context: RuleContext, scope: NameScope) {
        self.context = context
        self.scope = scope
    }

    /// The most expressions that one card may gather from.
    private static let mostParts = 20
    /// Points of a series that make a chart: a phone draws no more of them apart.
    private static let historyPoints = 100

    /// The key of ours at each template.
    private static let keys: [(template: String, key: String, kind: Gathering.Kind)] = [
        ("log", "line", .lines), ("board", "tile", .tiles),
    ]

    /// What is gathered, or nil where the content says nothing about it.
    func read(_ reader: MapReader, _ spec: TemplateSpec) -> Gathering? {
        if spec.name == "timeline" { return history(reader) }
        guard let own = Self.keys.first(where: { $0.template == spec.name }),
            let (element, count) = spec.field(own.kind.field)?.kind.elements
        else { return nil }
        reader.know([own.key, "keep"])
        guard let entry = reader.take(own.key) else {
            if let keep = reader.take("keep") {
                findings.error(keep.keyMark, "`keep` says how many are gathered, so it needs `\(own.key)`")
            }
            return nil
        }
        let keep = reader.integer("keep", in: 1...count.upperBound) ?? count.upperBound
        if let other = reader.take(own.kind.field) {
            findings.error(
                other.keyMark,
                "`\(other.key)` cannot stand beside `\(own.key)`, which makes it",
                hint: "keep one of them"
            )
        }
        let parts = nodes(of: entry).compactMap { part($0, element, entry) }
        return Gathering(kind: own.kind, parts: parts, keep: keep)
    }

    /// Why a key of ours has no place on the template.
    static func explain(_ key: String, _ template: String) -> (message: String, hint: String?)? {
        guard let own = keys.first(where: { $0.key == key }), own.template != template else { return nil }
        return (
            "`\(key)` belongs to `\(own.template)`, not to `\(template)`", "change `template`, or remove it"
        )
    }

    private func nodes(of entry: MarkedNode.Entry) -> [MarkedNode] {
        guard case .sequence(let nodes, let mark) = entry.value else { return [entry.value] }
        if !(1...Self.mostParts).contains(nodes.count) {
            findings.error(mark, "`\(entry.key)` takes 1 to \(Self.mostParts) entries, not \(nodes.count)")
        }
        return nodes
    }

    private func part(_ node: MarkedNode, _ element: FieldSpec.Kind, _ entry: MarkedNode.Entry)
        -> Gathering.Part?
    {
        var node = node
        var repeats = false
        if case .mapping(let entries, let mark) = node {
            let own = MapReader(
                entries.filter { $0.key == "repeat" },
                mark: mark,
                "`\(entry.key)`",
                findings: findings
            )
            repeats = own.bool("repeat") ?? false
            node = .mapping(entries.filter { $0.key != "repeat" }, mark)
        } else if case .scalar = node, entry.key == "line" {
            // A text alone is the line's text.
            let text = MarkedNode.Entry(key: "text", keyMark: entry.keyMark, value: node)
            node = .mapping([text], node.mark)
        }
        let nodes = ContentNodeDecoder(context: context, scope: scope, mayBeLeftOff: true)
        let whole = MarkedNode.Entry(key: entry.key, keyMark: entry.keyMark, value: node)
        guard let value = nodes.node(whole, element, path: entry.key) else { return nil }
        if case .map(let fields) = value, let button = fields.first(where: { $0.name == "url_action" }) {
            findings.error(
                button.mark,
                "a tile that is gathered cannot have a button",
                hint: "write the tiles out under `tiles`, or use `tap_action`"
            )
            return nil
        }
        return Gathering.Part(node: value, repeats: repeats)
    }

    /// `history: 6h`; anything else is PushWard's own field.
    private func history(_ reader: MapReader) -> Gathering? {
        reader.know(["history"])
        guard let entry = reader.take("history"), case .scalar(let scalar) = entry.value, !scalar.hasBraces,
            !scalar.isNull, !scalar.isUnresolved
        else { return nil }
        let week = Duration.seconds(7 * 86_400)
        // Where it cannot be read, that was told: the key must not be taken for PushWard's own as well.
        let span = reader.duration(scalar, "history", in: .seconds(60)...week) ?? .zero
        return Gathering(kind: .history, keep: Self.historyPoints, span: span)
    }
}
