/// The values of a call, compiled.
struct ArgumentNodes: Sendable {
    let positional: [any Node]
    let named: [(name: String, value: any Node)]
    let list: (any Node)?
    let dictionary: (any Node)?

    var isEmpty: Bool { positional.isEmpty && named.isEmpty && list == nil && dictionary == nil }
    var isFixed: Bool { list == nil && dictionary == nil }

    func gather(_ frame: Frame, leading: Value? = nil) throws(TemplateError) -> GatheredArguments {
        var result = GatheredArguments()
        result.positional.reserveCapacity(positional.count + (leading == nil ? 0 : 1))
        if let leading { result.positional.append(leading) }
        for node in positional { result.positional.append(try node.value(frame)) }
        if let list {
            for item in try frame.run.items(try list.value(frame)) {
                try frame.run.step()
                result.positional.append(item)
            }
        }
        for argument in named { result.named.append((argument.name, try argument.value.value(frame))) }
        if let dictionary {
            let value = try dictionary.value(frame)
            guard case .dict(let pairs) = value else {
                throw value.unusable ?? .failed("'**' wants a mapping, not a \(value.typeName)")
            }
            for (key, value) in pairs {
                guard let name = key.text else { throw .failed("'**' wants texts as keys") }
                guard !result.named.contains(where: { $0.name == name }) else {
                    throw .failed("'\(name)' is given twice")
                }
                try frame.run.step()
                result.named.append((name, try value.known()))
            }
        }
        return result
    }
}

/// A call of a builtin whose arguments' places are known when the template is compiled.
struct BuiltinCall: Sendable {
    let builtin: Builtin
    private let arguments: ArgumentNodes
    /// For each parameter the node that gives its value; nil where the call must be bound while it runs.
    private let plan: [(any Node)?]?

    /// `leads` says whether the first parameter is the value that a filter or test works on.
    init(_ builtin: Builtin, _ arguments: ArgumentNodes) {
        self.builtin = builtin
        self.arguments = arguments
        self.plan = Self.plan(builtin, arguments)
    }

    private static func plan(_ builtin: Builtin, _ arguments: ArgumentNodes) -> [(any Node)?]? {
        guard arguments.isFixed, arguments.positional.count < builtin.positional else { return nil }
        var plan = [(any Node)?](repeating: nil, count: builtin.parameters.count)
        for (place, node) in arguments.positional.enumerated() { plan[place + 1] = node }
        for (name, node) in arguments.named {
            guard let place = builtin.parameters.firstIndex(of: name), place > 0, plan[place] == nil else {
                return nil
            }
            plan[place] = node
        }
        for place in 1..<max(1, builtin.required) where plan[place] == nil { return nil }
        return plan
    }

    func run(_ input: Value, _ frame: Frame) throws(TemplateError) -> Value {
        let run = frame.run
        try run.step()
        guard let plan else {
            let gathered = try arguments.gather(frame, leading: input)
            return try builtin.body(try builtin.bind(gathered), run)
        }
        var values = [Value?](repeating: nil, count: plan.count)
        values[0] = input
        for place in 1..<plan.count {
            if let node = plan[place] { values[place] = try node.value(frame) }
        }
        return try builtin.body(Arguments(values), run)
    }
}
