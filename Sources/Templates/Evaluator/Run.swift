import Values

/// One rendering: what it sees, what it has made, and how much work is left to it.
final class Run {
    let scope: TemplateScope
    let source: SourceText
    /// Steps that are left; each loop round, call and some characters or elements cost one.
    private(set) var fuel = Limits.steps
    private var depth = 0
    /// Characters and elements made so far.
    private var made = 0
    private var objects: [AnyObject] = []
    /// The filters and tests by name, for those that take a name as a value.
    let library = Library.standard

    init(scope: TemplateScope, source: SourceText) {
        self.scope = scope
        self.source = source
    }

    var services: TemplateServices { scope.services }
    var local: Zone { scope.services.localZone }

    /// The time now on the local wall.
    func now() throws(TemplateError) -> DateTime {
        guard let now = DateTime(utc: Int(scope.now.microseconds), zone: local) else {
            throw .failed("the clock is beyond the year 9999")
        }
        return now
    }

    // MARK: Limits

    @inline(__always)
    func step(_ count: Int = 1) throws(TemplateError) {
        fuel &-= count
        if fuel < 0 { throw Self.exhausted }
    }

    private static let exhausted = TemplateError.limit("the template does too much work")

    /// Accounts for characters or elements that are about to be made.
    func make(_ count: Int) throws(TemplateError) {
        guard count <= Limits.made else { throw .limit("the template builds something too large") }
        made &+= count
        if made > Limits.made { throw .limit("the template builds too much") }
        try step(count / 16)
    }

    /// Goes deeper by as many levels as the work inside may nest.
    func enter(_ weight: Int = 1) throws(TemplateError) {
        guard depth + weight <= Limits.depth else { throw .limit("the template is nested too deep") }
        depth += weight
    }

    func leave(_ weight: Int = 1) { depth -= weight }

    /// Makes deep nesting of values dear, so that no value can become too deep to be freed.
    func noteNesting(_ items: [Value]) throws(TemplateError) {
        for item in items where item.isContainer {
            var budget = 256
            let depth = item.depth(budget: &budget, limit: 64)
            if depth >= 64 || budget <= 0 { try step(Limits.nestingCost) }
        }
    }

    // MARK: Objects with a state

    func register(_ object: AnyObject, _ kind: Reference.Kind) throws(TemplateError) -> Value {
        try step()
        objects.append(object)
        return .reference(Reference(kind: kind, id: objects.count - 1))
    }

    func object<T: AnyObject>(_ reference: Reference, as type: T.Type) throws(TemplateError) -> T {
        guard objects.indices.contains(reference.id), let object = objects[reference.id] as? T else {
            throw .failed("this \(reference.kind.rawValue) belongs to another rendering")
        }
        return object
    }
}

/// How much one rendering may do.
enum Limits {
    static let steps = 1_000_000
    static let depth = 1_500
    /// Characters and elements.
    static let made = 16_000_000
    static let output = 262_144
    /// Bits of a whole number: more than Python would print.
    static let integerBits = 16_384
    static let nestingCost = 2_000
    static let range = 100_000
    /// Bytes of a template's source.
    static let source = 1_048_576
}

extension Value {
    var isContainer: Bool {
        switch self {
        case .list, .tuple, .dict, .record, .set, .view: true
        default: false
        }
    }

    /// How deep containers are nested, as far as the budget of visits lets it see.
    fileprivate func depth(budget: inout Int, limit: Int) -> Int {
        budget -= 1
        guard limit > 0, budget > 0 else { return limit > 0 ? 1 : 0 }
        let inner: [Value]
        switch self {
        case .list(let items), .tuple(let items): inner = items
        case .record(let record): inner = record.items
        case .set(let set): inner = set.items
        case .dict(let dictionary): inner = dictionary.values
        case .view(let view): inner = view.dictionary.values
        default: return 0
        }
        budget -= inner.count / 8
        var deepest = 0
        for item in inner where item.isContainer {
            deepest = max(deepest, item.depth(budget: &budget, limit: limit - 1))
            if budget <= 0 { break }
        }
        return deepest + 1
    }
}

extension TemplateError {
    /// An operation failed on its values; the place is filled in by the expression that ran it.
    static func failed(_ message: String, hint: String? = nil) -> TemplateError {
        TemplateError(.failed, line: 0, column: 0, message: message, hint: hint)
    }

    static func limit(_ message: String) -> TemplateError {
        TemplateError(.limit, line: 0, column: 0, message: message)
    }

    static func undefined(_ value: Undefined) -> TemplateError {
        TemplateError(.undefined, line: 0, column: 0, message: value.message)
    }

    static func unknown(_ name: String) -> TemplateError {
        TemplateError(
            .unknownInput,
            line: 0,
            column: 0,
            message: "the input '\(name)' is not known now",
            hint: "ask `\(name) is none`, or give it a default"
        )
    }

    /// A part that a message does not say, where that is to be as if nobody knew it.
    static func missing(_ value: Undefined) -> TemplateError {
        TemplateError(
            .unknownInput,
            line: 0,
            column: 0,
            message: "nothing says what it is: \(value.message)",
            hint: "give it a default"
        )
    }

    /// The error with its place, unless it has one.
    func located(at offset: Int, in source: SourceText) -> TemplateError {
        line > 0 ? self : source.error(code, at: offset, message, hint: hint)
    }
}
