/// Filters that apply a filter or a test to each element.
enum SelectionFilters {
    static let all: [Builtin] = [
        map, selection("select", keeps: true, byAttribute: false),
        selection("reject", keeps: false, byAttribute: false),
        selection("selectattr", keeps: true, byAttribute: true),
        selection("rejectattr", keeps: false, byAttribute: true),
    ]

    static let map = Builtin("map", "value, *args, **kwargs") { a, run throws(TemplateError) in
        let value = a.value(0)
        guard try run.isTrue(value) else {
            return try run.generator { () throws(TemplateError) -> Value? in nil }
        }
        let transform = a
        var apply: ((Value) throws(TemplateError) -> Value)?
        var iterator: ValueIterator?
        return try run.generator { () throws(TemplateError) -> Value? in
            // As in Python, nothing is looked at before the first element is asked for.
            if iterator == nil {
                apply = try mapping(transform, run)
                iterator = try run.iterate(value)
            }
            guard let item = try iterator?.next() else { return nil }
            try run.step()
            return try apply?(item)
        }
    }

    private static func mapping(_ a: Arguments, _ run: Run) throws(TemplateError) -> (Value)
        throws(TemplateError) -> Value
    {
        if a.rest.isEmpty, let attribute = a.named.first(where: { $0.name == "attribute" })?.value {
            let fallback = a.named.first { $0.name == "default" }?.value
            if let extra = a.named.first(where: { $0.name != "attribute" && $0.name != "default" }) {
                throw .failed("'map' has no argument '\(extra.name)'")
            }
            let path = AttributePath(attribute, fallback: fallback)
            return { (item) throws(TemplateError) in try path.value(of: item, run) }
        }
        guard let first = a.rest.first else { throw .failed("'map' needs a filter or attribute=") }
        guard let name = first.text, let builtin = run.library.filters[name] else {
            throw missing("filter", first, run, run.library.filters)
        }
        let arguments = GatheredArguments(Array(a.rest.dropFirst()), named: a.named)
        return { (item) throws(TemplateError) in
            // `default` is the one filter that a missing element may reach; an unknown input fails in any.
            try builtin.call(arguments.led(by: try item.known()), run)
        }
    }

    private static func missing(_ kind: String, _ name: Value, _ run: Run, _ known: [String: Builtin])
        -> TemplateError
    {
        let text = name.text ?? name.typeName
        return TemplateError(
            .unknownName,
            line: 0,
            column: 0,
            message: "there is no \(kind) '\(text)'",
            hint: NearestFinder.hint(text, known)
        )
    }

    private static func selection(_ name: String, keeps: Bool, byAttribute: Bool) -> Builtin {
        Builtin(name, "value, *args, **kwargs") { a, run throws(TemplateError) in
            let value = a.value(0)
            guard try run.isTrue(value) else {
                return try run.generator { () throws(TemplateError) -> Value? in nil }
            }
            let arguments = a
            var holds: ((Value) throws(TemplateError) -> Bool)?
            var iterator: ValueIterator?
            return try run.generator { () throws(TemplateError) -> Value? in
                if iterator == nil {
                    holds = try condition(name, arguments, byAttribute, run)
                    iterator = try run.iterate(value)
                }
                while let item = try iterator?.next() {
                    try run.step()
                    if try holds?(item) == keeps { return item }
                }
                return nil
            }
        }
    }

    private static func condition(
        _ name: String,
        _ a: Arguments,
        _ byAttribute: Bool,
        _ run: Run
    ) throws(TemplateError) -> (Value) throws(TemplateError) -> Bool {
        var rest = a.rest[...]
        var path = AttributePath(nil)
        if byAttribute {
            guard let attribute = rest.popFirst() else { throw .failed("'\(name)' needs an attribute") }
            path = AttributePath(attribute)
        }
        guard let test = rest.popFirst() else {
            return { (item) throws(TemplateError) in try run.isTrue(try path.value(of: item, run)) }
        }
        guard let testName = test.text, let builtin = run.library.tests[testName] else {
            throw missing("test", test, run, run.library.tests)
        }
        let arguments = GatheredArguments(Array(rest), named: a.named)
        return { (item) throws(TemplateError) in
            try run.isTrue(try builtin.call(arguments.led(by: try path.value(of: item, run)), run))
        }
    }
}
