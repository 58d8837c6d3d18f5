internal import Values

/// Builds the tree of one file from its events.
struct Composer {
    /// Reading cannot go on: it was reported.
    private struct Abort: Error {}

    private let file: String
    private let source: SourceText
    private let session: ReadingSession
    private let resolvesTags: Bool
    private let reader: YAMLEventReader?
    private var anchors: [String: (node: MarkedNode, size: Int)] = [:]
    private var openAnchors: Set<String> = []

    init(_ bytes: [UInt8], file: String, session: ReadingSession, resolvesTags: Bool) {
        self.file = file
        self.source = SourceText(bytes)
        self.session = session
        self.resolvesTags = resolvesTags
        self.reader = YAMLEventReader(bytes)
    }

    /// The file's tree, an empty scalar for an empty file, or nil after a mistake that hides the rest.
    mutating func document() -> MarkedNode? {
        do {
            return try wholeStream()
        } catch {
            return nil
        }
    }

    private mutating func wholeStream() throws(Abort) -> MarkedNode {
        var root: MarkedNode?
        while true {
            let event = try next()
            switch event.kind {
            case .streamStart, .documentEnd: continue
            case .streamEnd:
                return root ?? .scalar(MarkedScalar(text: "", isPlain: true, mark: mark(event.start)))
            case .documentStart:
                if root != nil {
                    try fail("a second document starts here", hint: "remove the `---`", at: event.start)
                }
            default: root = try node(event, depth: 0).node
            }
        }
    }

    private func next() throws(Abort) -> YAMLEvent {
        guard let reader else { try fail("out of memory", at: YAMLEvent.Place(line: 0, column: 0)) }
        do {
            return try reader.next()
        } catch {
            let finding = SyntaxMessages.finding(error, in: source)
            try fail(finding.message, hint: finding.hint, at: finding.place)
        }
    }

    private func fail(_ message: String, hint: String? = nil, at place: YAMLEvent.Place) throws(Abort)
        -> Never
    {
        session.report(message, hint: hint, at: mark(place))
        throw Abort()
    }

    private func mark(_ place: YAMLEvent.Place) -> SourceMark {
        SourceMark(file: file, line: place.line + 1, column: place.column + 1)
    }

    /// The node that starts with an event, and how many nodes it has.
    private mutating func node(_ event: YAMLEvent, depth: Int) throws(Abort) -> (node: MarkedNode, size: Int)
    {
        if let anchor = event.anchor { openAnchors.insert(anchor) }
        let result: (node: MarkedNode, size: Int)
        switch event.kind {
        case .alias(let name): return try alias(name, at: event.start)
        case .sequenceStart: result = try sequence(event, depth: depth)
        case .mappingStart: result = try mapping(event, depth: depth)
        case .scalar(let text, let style):
            result = (Tags.resolving(scalar(text, style, event), event.tag, in: context), 1)
        default: try fail("unexpected structure", at: event.start)
        }
        if let anchor = event.anchor {
            openAnchors.remove(anchor)
            anchors[anchor] = result
        }
        return result
    }

    private var context: Tags.Context { Tags.Context(session: session, file: file, isActive: resolvesTags) }

    private func scalar(_ text: String, _ style: YAMLEvent.Style, _ event: YAMLEvent) -> MarkedScalar {
        let isPlain = if case .plain = style { true } else { false }
        return MarkedScalar(
            text: text,
            isPlain: isPlain,
            hasTrailingComment: isPlain && source.isFollowedByComment(event.end),
            mark: mark(event.start),
            stretches: ScalarPlaces.stretches(text, style, event, file: file, in: source)
        )
    }

    private mutating func alias(
        _ name: String,
        at place: YAMLEvent.Place
    ) throws(Abort) -> (node: MarkedNode, size: Int) {
        if openAnchors.contains(name) {
            try fail("`*\(name)` stands inside its own anchor `&\(name)`", at: place)
        }
        guard let target = anchors[name] else {
            let nearest = NearestName.find(name, in: anchors.keys.sorted()).map { "did you mean `*\($0)`?" }
            let hint = nearest ?? "put the text into quotes where no alias is meant"
            session.report("`*\(name)` refers to no `&\(name)` above it", hint: hint, at: mark(place))
            return (.scalar(Tags.unresolved(at: mark(place))), 1)
        }
        try spend(target.size, at: place)
        return target
    }

    private func spend(_ count: Int, at place: YAMLEvent.Place) throws(Abort) {
        session.expansionBudget -= count
        if session.expansionBudget < 0 {
            let limit = session.limits.expandedNodes
            try fail("aliases and merge keys would add more than \(limit) values", at: place)
        }
    }

    private func checkDepth(_ depth: Int, _ event: YAMLEvent) throws(Abort) {
        if depth >= session.limits.depth {
            try fail("nested deeper than \(session.limits.depth) levels", at: event.start)
        }
        if let tag = event.tag, !Tags.isCoreCollection(tag) {
            let hint = "`\(tag)` can stand before a text only"
            session.report("unexpected tag before a list or mapping", hint: hint, at: mark(event.start))
        }
    }

    private mutating func sequence(
        _ start: YAMLEvent,
        depth: Int
    ) throws(Abort) -> (node: MarkedNode, size: Int) {
        try checkDepth(depth, start)
        var elements: [MarkedNode] = []
        var size = 1
        while true {
            let event = try next()
            if case .sequenceEnd = event.kind { return (.sequence(elements, mark(start.start)), size) }
            let element = try node(event, depth: depth + 1)
            elements.append(element.node)
            size += element.size
        }
    }

    private mutating func mapping(
        _ start: YAMLEvent,
        depth: Int
    ) throws(Abort) -> (node: MarkedNode, size: Int) {
        try checkDepth(depth, start)
        var builder = MappingBuilder()
        var size = 1
        while true {
            let event = try next()
            if case .mappingEnd = event.kind {
                return (.mapping(builder.entries(), mark(start.start)), size)
            }
            let key = try key(event, depth: depth)
            let value = try node(try next(), depth: depth + 1)
            size += 1 + value.size
            if key.text == "<<", key.isPlain {
                if !builder.merge(value.node) {
                    let hint = "write `<<: *name`, or a list of them"
                    session.report("`<<` can only merge mappings", hint: hint, at: key.mark)
                }
            } else {
                builder.add(MarkedNode.Entry(key: key.text, keyMark: key.mark, value: value.node))
            }
        }
    }

    private mutating func key(_ event: YAMLEvent, depth: Int) throws(Abort) -> MarkedScalar {
        if case .mappingStart = event.kind, source.rest(from: event.start).first == "{" {
            let hint = "a template goes into quotes: \"{{ … }}\""
            try fail("a key must be a text, not a mapping", hint: hint, at: event.start)
        }
        guard case .scalar(let key) = try node(event, depth: depth + 1).node else {
            try fail("a key must be a text", at: event.start)
        }
        return key
    }
}
