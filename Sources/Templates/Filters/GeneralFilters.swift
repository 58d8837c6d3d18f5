/// Filters on any value.
enum GeneralFilters {
    static let all: [Builtin] = [
        fallback("default"), fallback("d"), iif, typeof, isDefined, contains, version, attr, pprint, apply,
        asFunction,
    ]

    private static func fallback(_ name: String) -> Builtin {
        Builtin(name, "value, default_value=, boolean=") { a, run throws(TemplateError) in
            let value = a.value(0)
            if value.isUndefined { return a[1] ?? .string("") }
            if try a.flag(2, run), try !run.isTrue(value) { return a[1] ?? .string("") }
            return value
        }
    }

    static let iif = Builtin("iif", "value, if_true=, if_false=, if_none=") { a, run throws(TemplateError) in
        if case .none = a.value(0), let ifNone = a[3] { return ifNone }
        return try run.isTrue(a.value(0)) ? a[1] ?? .bool(true) : a[2] ?? .bool(false)
    }

    static let typeof = Builtin("typeof", "value") { a, run throws(TemplateError) in
        .string(a.value(0).typeName)
    }

    static let isDefined = Builtin("is_defined", "value") { a, run throws(TemplateError) in
        if case .undefined(let undefined) = a.value(0) { throw .undefined(undefined) }
        return a.value(0)
    }

    static let contains = Builtin("contains", "value, item") { a, run throws(TemplateError) in
        .bool(try run.contains(a.value(0), a.value(1)))
    }

    static let version = Builtin("version", "value") { a, run throws(TemplateError) in
        .version(Version(text: TextClass.strip(try run.text(a.value(0)))))
    }

    static let attr = Builtin("attr", "obj, name") { a, run throws(TemplateError) in
        let name = AttributeName(try a.text(1, or: ""))
        if case .dict = a.value(0), !name.isDictionaryMethod {
            return .undefined(.attribute(name.text, owner: "dict"))
        }
        return try run.attribute(name, of: a.value(0))
    }

    static let pprint = Builtin("pprint", "value") { a, run throws(TemplateError) in
        .string(try PrettyPrinter(run: run).text(a.value(0)))
    }

    static let apply = Builtin("apply", "value, fn, *args, **kwargs") { a, run throws(TemplateError) in
        try run.call(a.value(1), GatheredArguments([a.value(0)] + a.rest, named: a.named))
    }

    static let asFunction = Builtin("as_function", "macro") { a, run throws(TemplateError) in
        guard case .reference(let reference) = a.value(0), reference.kind == .macro else {
            throw a.value(0).unusable ?? .failed("'as_function' wants a macro, not a \(a.value(0).typeName)")
        }
        let macro = try run.object(reference, as: MacroObject.self)
        let function = FunctionObject(macro.code.name) { (arguments) throws(TemplateError) -> Value in
            var result = Value.none
            let returns = FunctionObject("returns") { (given) throws(TemplateError) -> Value in
                guard let value = given.positional.first ?? given.named.first?.value else {
                    throw .failed("'returns' needs a value")
                }
                result = value
                return value
            }
            var arguments = arguments
            arguments.named.append(("returns", try run.register(returns, .function)))
            _ = try macro.call(arguments, run)
            return result
        }
        return try run.register(function, .function)
    }

    /// The function that goes through several lists at once.
    static let combineZip = Builtin("zip", "*iterables, strict=") { a, run throws(TemplateError) in
        var iterators: [ValueIterator] = []
        for value in a.rest { iterators.append(try run.iterate(value)) }
        let isStrict = try a.flag(0, run)
        return try run.generator { () throws(TemplateError) -> Value? in
            guard !iterators.isEmpty else { return nil }
            try run.step()
            var items: [Value] = []
            for (place, iterator) in iterators.enumerated() {
                guard let item = try iterator.next() else {
                    guard isStrict else { return nil }
                    var areEqual = place == 0
                    for other in iterators.dropFirst() where areEqual { areEqual = try other.next() == nil }
                    guard areEqual else { throw .failed("the lists of 'zip' are not equally long") }
                    return nil
                }
                items.append(item)
            }
            try run.noteNesting(items)
            return .tuple(items)
        }
    }
}

/// Python's `pprint`: as `repr`, with sorted keys, and over several lines where one is too long.
struct PrettyPrinter {
    let run: Run
    private let width = 80

    init(run: Run) {
        self.run = run
    }

    func text(_ value: Value) throws(TemplateError) -> String {
        try layout(try sorted(value), indent: 0, allowance: 0)
    }

    /// The value with the keys of dictionaries in order.
    private func sorted(_ value: Value) throws(TemplateError) -> Value {
        try run.enter()
        defer { run.leave() }
        switch value {
        case .dict(let dictionary):
            let pairs = dictionary.map { Value.tuple([$0.key, $0.value]) }
            let isText =
                dictionary.keys.allSatisfy { $0.text != nil }
                || dictionary.keys.allSatisfy { Number($0) != nil }
            let ordered = isText ? try Sorting.sorted(pairs, run) { $0.items?.first ?? .none } : pairs
            var result = ValueDictionary()
            for pair in ordered {
                guard let parts = pair.items else { continue }
                result[parts[0]] = try sorted(parts[1])
            }
            return .dict(result)
        case .list(let items): return .list(try all(items))
        case .tuple(let items): return .tuple(try all(items))
        default: return value
        }
    }

    private func all(_ items: [Value]) throws(TemplateError) -> [Value] {
        var result: [Value] = []
        for item in items { result.append(try sorted(item)) }
        return result
    }

    private func layout(_ value: Value, indent: Int, allowance: Int, level: Int = 1) throws(TemplateError)
        -> String
    {
        let line = try run.repr(value)
        if line.unicodeScalars.count <= width - indent - allowance { return line }
        if case .string(let text) = value { return layout(text, indent, allowance, level) }
        try run.enter()
        defer { run.leave() }
        switch value {
        case .dict(let dictionary) where !dictionary.isEmpty:
            var lines: [String] = []
            for (place, pair) in dictionary.enumerated() {
                let key = try run.repr(pair.key)
                let isLast = place == dictionary.count - 1
                let inner = indent + 1 + key.unicodeScalars.count + 2
                lines.append(
                    "\(key): "
                        + (try layout(
                            pair.value,
                            indent: inner,
                            allowance: isLast ? allowance + 1 : 1,
                            level: 2
                        ))
                )
            }
            return "{" + lines.joined(separator: ",\n" + pad(indent + 1)) + "}"
        case .list(let items) where !items.isEmpty: return try layout(items, "[", "]", indent, allowance)
        case .tuple(let items) where !items.isEmpty:
            return try layout(items, "(", items.count == 1 ? ",)" : ")", indent, allowance)
        default: return line
        }
    }

    private func layout(_ items: [Value], _ open: String, _ close: String, _ indent: Int, _ allowance: Int)
        throws(TemplateError) -> String
    {
        var lines: [String] = []
        for (place, item) in items.enumerated() {
            let isLast = place == items.count - 1
            lines.append(
                try layout(item, indent: indent + 1, allowance: isLast ? allowance + 1 : 1, level: 2)
            )
        }
        return open + lines.joined(separator: ",\n" + pad(indent + 1)) + close
    }

    private func pad(_ width: Int) -> String { String(repeating: " ", count: width) }

    /// A long text as several literals, cut between words; in parentheses where it stands alone.
    private func layout(_ text: String, _ indent: Int, _ allowance: Int, _ level: Int) -> String {
        let indent = level == 1 ? indent + 1 : indent
        let allowance = level == 1 ? allowance + 1 : allowance
        let room = width - indent
        func size(_ text: String) -> Int { TextRepr.quoted(text).unicodeScalars.count }
        var chunks: [String] = []
        let lines = TextMethods.lines(text, keepsEnds: true)
        for (place, line) in lines.enumerated() {
            let isLast = place == lines.count - 1
            if size(line) <= (isLast ? room - allowance : room) {
                chunks.append(line)
                continue
            }
            var current = ""
            let words = Self.words(line)
            for (number, word) in words.enumerated() {
                let most = isLast && number == words.count - 1 ? room - allowance : room
                if size(current + word) > most {
                    if !current.isEmpty { chunks.append(current) }
                    current = word
                } else {
                    current += word
                }
            }
            if !current.isEmpty { chunks.append(current) }
        }
        guard chunks.count > 1 else { return TextRepr.quoted(text) }
        let body = chunks.map { TextRepr.quoted($0) }.joined(separator: "\n" + pad(indent))
        return level == 1 ? "(\(body))" : body
    }

    /// Words, each with the white space that follows it.
    private static func words(_ line: String) -> [String] {
        var result: [String] = []
        var word = String.UnicodeScalarView()
        var wasSpace = false
        for scalar in line.unicodeScalars {
            let isSpace = TextClass.isSpace(scalar)
            if wasSpace, !isSpace {
                result.append(String(word))
                word = String.UnicodeScalarView()
            }
            wasSpace = isSpace
            word.append(scalar)
        }
        return word.isEmpty ? result : result + [String(word)]
    }
}
