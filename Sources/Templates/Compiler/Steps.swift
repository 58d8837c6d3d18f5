/// Statements one after the other.
final class StepList: Sendable {
    let steps: [any Step]

    init(_ steps: [any Step]) {
        self.steps = steps
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        for step in steps {
            let flow = try step.run(frame, &output)
            if flow != .next { return flow }
        }
        return .next
    }
}

final class TextStep: Step {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        try frame.run.step()
        try output.append(text)
        return .next
    }
}

/// As in `{{ … }}`.
final class OutputStep: Step {
    let node: any Node
    private let offset: Int
    private let source: SourceText

    init(_ node: any Node, at offset: Int, _ source: SourceText) {
        self.node = node
        self.offset = offset
        self.source = source
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        let value = try node.value(frame)
        do throws(TemplateError) {
            try frame.run.step()
            try output.append(try frame.run.text(value))
        } catch {
            throw error.located(at: offset, in: source)
        }
        return .next
    }
}

final class BranchStep: Step {
    private let branches: [(test: any Node, body: StepList)]
    private let otherwise: StepList
    private let offset: Int
    private let source: SourceText

    init(
        _ branches: [(test: any Node, body: StepList)],
        _ otherwise: StepList,
        at offset: Int,
        _ source: SourceText
    ) {
        self.branches = branches
        self.otherwise = otherwise
        self.offset = offset
        self.source = source
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        try frame.run.step()
        for branch in branches {
            let value = try branch.test.value(frame)
            let holds: Bool
            do throws(TemplateError) {
                holds = try frame.run.isTrue(value)
            } catch {
                throw error.located(at: offset, in: source)
            }
            if holds { return try branch.body.run(frame, &output) }
        }
        return try otherwise.run(frame, &output)
    }
}

/// What a value is assigned to, compiled.
indirect enum CompiledTarget: Sendable {
    case slot(Int)
    case namespace(SlotAddress, name: String, attribute: String, offset: Int, SourceText)
    case tuple([CompiledTarget], offset: Int, SourceText)

    func assign(_ value: Value, _ frame: Frame) throws(TemplateError) {
        switch self {
        case .slot(let slot): frame.slots[slot] = value
        case .namespace(let address, let name, let attribute, let offset, let source):
            guard case .reference(let reference)? = frame.slot(address), reference.kind == .namespace else {
                throw source.error(
                    .undefined,
                    at: offset,
                    "'\(name)' is no namespace",
                    hint: "make it with namespace()"
                )
            }
            try frame.run.object(reference, as: Namespace.self).attributes[.string(attribute)] = value
        case .tuple(let targets, let offset, let source):
            do throws(TemplateError) {
                let items = try frame.run.items(value)
                guard items.count == targets.count else {
                    throw .failed("\(targets.count) values are needed here, not \(items.count)")
                }
                for (target, item) in zip(targets, items) { try target.assign(item, frame) }
            } catch {
                throw error.located(at: offset, in: source)
            }
        }
    }
}

final class AssignStep: Step {
    private let target: CompiledTarget
    private let node: any Node

    init(_ target: CompiledTarget, _ node: any Node) {
        self.target = target
        self.node = node
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        try frame.run.step()
        try target.assign(try node.value(frame), frame)
        return .next
    }
}

/// As in `{% set name %}…{% endset %}`.
final class AssignBlockStep: Step {
    private let target: CompiledTarget
    private let chain: [any Node]
    private let start: ScopeStart
    private let body: StepList

    init(_ target: CompiledTarget, _ chain: [any Node], _ start: ScopeStart, _ body: StepList) {
        self.target = target
        self.chain = chain
        self.start = start
        self.body = body
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        try frame.run.step()
        start.apply(frame)
        var inner = Output()
        let flow = try body.run(frame, &inner)
        try target.assign(try applyChain(chain, .string(inner.text), frame), frame)
        return flow
    }
}

func applyChain(_ chain: [any Node], _ value: Value, _ frame: Frame) throws(TemplateError) -> Value {
    var value = value
    for filter in chain {
        if let filter = filter as? FilterNode {
            value = try filter.apply(value, frame)
        } else if !(filter is DefaultNode) {
            // A filter that does not exist fails; `default` leaves a text as it is.
            value = try filter.value(frame)
        }
    }
    return value
}

final class FilterBlockStep: Step {
    private let chain: [any Node]
    private let start: ScopeStart
    private let body: StepList
    private let offset: Int
    private let source: SourceText

    init(_ chain: [any Node], _ start: ScopeStart, _ body: StepList, at offset: Int, _ source: SourceText) {
        self.chain = chain
        self.start = start
        self.body = body
        self.offset = offset
        self.source = source
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        try frame.run.step()
        start.apply(frame)
        var inner = Output()
        let flow = try body.run(frame, &inner)
        let value = try applyChain(chain, .string(inner.text), frame)
        do throws(TemplateError) {
            try output.append(try frame.run.text(value))
        } catch {
            throw error.located(at: offset, in: source)
        }
        return flow
    }
}

final class WithStep: Step {
    private let targets: [CompiledTarget]
    private let values: [any Node]
    private let start: ScopeStart
    private let body: StepList

    init(_ targets: [CompiledTarget], _ values: [any Node], _ start: ScopeStart, _ body: StepList) {
        self.targets = targets
        self.values = values
        self.start = start
        self.body = body
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        try frame.run.step()
        var items: [Value] = []
        for node in values { items.append(try node.value(frame)) }
        start.apply(frame)
        for (target, item) in zip(targets, items) { try target.assign(item, frame) }
        return try body.run(frame, &output)
    }
}

final class ScopeStep: Step {
    private let start: ScopeStart
    private let body: StepList

    init(_ start: ScopeStart, _ body: StepList) {
        self.start = start
        self.body = body
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        start.apply(frame)
        return try body.run(frame, &output)
    }
}

/// As in `{% do … %}`.
final class EvaluateStep: Step {
    private let node: any Node

    init(_ node: any Node) {
        self.node = node
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        try frame.run.step()
        _ = try node.value(frame)
        return .next
    }
}

final class JumpStep: Step {
    private let flow: Flow

    init(_ flow: Flow) {
        self.flow = flow
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow { flow }
}

/// `{% include … %}` and its kin.
final class MissingTemplateStep: Step {
    private let name: any Node
    private let ignores: Bool
    private let offset: Int
    private let source: SourceText

    init(_ name: any Node, ignores: Bool, at offset: Int, _ source: SourceText) {
        self.name = name
        self.ignores = ignores
        self.offset = offset
        self.source = source
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        let text = try frame.run.text(try name.value(frame))
        if ignores { return .next }
        throw source.error(
            .undefined,
            at: offset,
            "there is no template '\(text)': other templates cannot be loaded",
            hint: "write the macro into this template"
        )
    }
}
