/// A macro, compiled.
final class MacroCode: Sendable {
    struct Parameter: Sendable {
        let name: String
        let slot: Int
        let fallback: (any Node)?
    }

    let name: String
    let parameters: [Parameter]
    let callerSlot: Int?
    let restSlot: Int?
    let namesSlot: Int?
    let frameSize: Int
    /// How many levels a call may nest.
    let weight: Int
    let start: ScopeStart
    let body: StepList

    init(
        name: String,
        parameters: [Parameter],
        callerSlot: Int?,
        restSlot: Int?,
        namesSlot: Int?,
        frameSize: Int,
        weight: Int,
        start: ScopeStart,
        body: StepList
    ) {
        self.name = name
        self.parameters = parameters
        self.callerSlot = callerSlot
        self.restSlot = restSlot
        self.namesSlot = namesSlot
        self.frameSize = frameSize
        self.weight = weight
        self.start = start
        self.body = body
    }

    var usesCaller: Bool { callerSlot != nil }
    var usesNames: Bool { namesSlot != nil }
    var usesRest: Bool { restSlot != nil }
}

/// A macro with the frame that it sees.
final class MacroObject {
    let code: MacroCode
    private let outer: Frame

    init(_ code: MacroCode, _ outer: Frame) {
        self.code = code
        self.outer = outer
    }

    func call(_ arguments: GatheredArguments, _ run: Run) throws(TemplateError) -> String {
        try run.enter(code.weight)
        defer { run.leave(code.weight) }
        let frame = Frame(run: run, outer: outer, count: code.frameSize)
        try bind(arguments, frame)
        code.start.apply(frame)
        var output = Output()
        _ = try code.body.run(frame, &output)
        return output.text
    }

    private func bind(_ arguments: GatheredArguments, _ frame: Frame) throws(TemplateError) {
        var named = arguments.named
        var missing: [MacroCode.Parameter] = []
        for (place, parameter) in code.parameters.enumerated() {
            if place < arguments.positional.count {
                frame.slots[parameter.slot] = arguments.positional[place]
            } else if let found = named.firstIndex(where: { $0.name == parameter.name }) {
                frame.slots[parameter.slot] = named.remove(at: found).value
            } else {
                missing.append(parameter)
            }
        }
        if let slot = code.callerSlot {
            let found = named.firstIndex { $0.name == "caller" }
            frame.slots[slot] =
                found.map { named.remove(at: $0).value } ?? .undefined(.message("no caller is defined"))
        }
        if let slot = code.namesSlot {
            frame.slots[slot] = .dict(ValueDictionary(named.map { (Value.string($0.name), $0.value) }))
        } else if let extra = named.first {
            throw .failed("the macro '\(code.name)' has no argument '\(extra.name)'")
        }
        let rest = Array(arguments.positional.dropFirst(code.parameters.count))
        if let slot = code.restSlot {
            frame.slots[slot] = .tuple(rest)
        } else if !rest.isEmpty {
            throw .failed("the macro '\(code.name)' takes at most \(code.parameters.count) values")
        }
        for parameter in missing {
            frame.slots[parameter.slot] =
                try parameter.fallback?.value(frame)
                ?? .undefined(.message("the parameter '\(parameter.name)' was not given"))
        }
    }
}

final class MacroStep: Step {
    private let code: MacroCode
    private let slot: Int

    init(_ code: MacroCode, slot: Int) {
        self.code = code
        self.slot = slot
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        frame.slots[slot] = try frame.run.register(MacroObject(code, frame), .macro)
        return .next
    }
}

/// As in `{% call macro() %}…{% endcall %}`.
final class CallBlockStep: Step {
    private let call: any Node
    private let code: MacroCode

    init(_ call: any Node, _ code: MacroCode) {
        self.call = call
        self.code = code
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        let caller = try frame.run.register(MacroObject(code, frame), .macro)
        let value: Value
        if let call = call as? CallNode {
            value = try call.call(frame, caller: caller)
        } else if let call = call as? MethodCallNode {
            value = try call.call(frame, caller: caller)
        } else {
            value = try call.value(frame)
        }
        try output.append(try frame.run.text(value))
        return .next
    }
}
