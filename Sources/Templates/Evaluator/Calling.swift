extension Run {
    /// Calls a value.
    func call(_ function: Value, _ arguments: GatheredArguments) throws(TemplateError) -> Value {
        try step()
        switch function {
        case .function(let builtin): return try builtin.body(try builtin.bind(arguments), self)
        case .method(let method):
            let bound = try method.function.bind(arguments.led(by: method.receiver))
            return MarkupText.marked(try method.function.body(bound, self), like: method.receiver)
        case .reference(let reference): return try call(reference, arguments)
        case .undefined(let undefined): throw .undefined(undefined)
        case .unset(let name), .lost(let name): throw .unknown(name)
        default: throw .failed("a \(function.typeName) cannot be called")
        }
    }

    private func call(_ reference: Reference, _ arguments: GatheredArguments) throws(TemplateError) -> Value {
        switch reference.kind {
        case .macro: return .string(try object(reference, as: MacroObject.self).call(arguments, self))
        case .function: return try object(reference, as: FunctionObject.self).body(arguments)
        case .joiner:
            let joiner = try object(reference, as: Joiner.self)
            if joiner.isUsed { return joiner.separator }
            joiner.isUsed = true
            return .string("")
        case .loop:
            let state = try object(reference, as: LoopState.self)
            guard let recurse = state.recurse else {
                throw .failed(
                    "this loop cannot be called",
                    hint: "write 'recursive' at the end of the for tag"
                )
            }
            guard let items = arguments.positional.first else { throw .failed("'loop' needs items") }
            return .string(try recurse(items, state.depth0 + 1))
        default: throw .failed("a \(reference.kind.rawValue) cannot be called")
        }
    }

    func isCallable(_ value: Value) -> Bool {
        switch value {
        case .function, .method: true
        case .reference(let reference): [.macro, .function, .joiner, .loop].contains(reference.kind)
        case .undefined: true
        default: false
        }
    }
}
