/// What a loop does with each item.
struct LoopCode: Sendable {
    let target: CompiledTarget
    let test: (any Node)?
    let start: ScopeStart
    let body: StepList
    /// Where `loop` is kept; nil where nothing reads it.
    let loopSlot: Int?
    /// The number of variables of a recursive loop's own frame; nil for any other loop.
    let frameSize: Int?
    let offset: Int
    let source: SourceText

    init(
        target: CompiledTarget,
        test: (any Node)?,
        start: ScopeStart,
        body: StepList,
        loopSlot: Int?,
        frameSize: CompileScope.Function?,
        offset: Int,
        source: SourceText
    ) {
        self.target = target
        self.test = test
        self.start = start
        self.body = body
        self.loopSlot = loopSlot
        self.frameSize = frameSize?.slotCount
        self.offset = offset
        self.source = source
    }
}

final class LoopStep: Step {
    private let items: any Node
    private let code: LoopCode
    private let otherwise: StepList
    private let otherStart: ScopeStart
    /// How many levels one round may nest.
    private static let weight = 40

    init(_ items: any Node, _ code: LoopCode, _ otherwise: StepList, _ otherStart: ScopeStart) {
        self.items = items
        self.code = code
        self.otherwise = otherwise
        self.otherStart = otherStart
    }

    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow {
        try frame.run.step()
        try loop(try items.value(frame), frame, depth0: 0, &output)
        return .next
    }

    private func loop(_ value: Value, _ outer: Frame, depth0: Int, _ output: inout Output)
        throws(TemplateError)
    {
        let run = outer.run
        var iterator: ValueIterator
        do throws(TemplateError) {
            iterator = try run.iterate(value)
        } catch {
            throw error.located(at: code.offset, in: code.source)
        }
        let frame = code.frameSize.map { Frame(run: run, outer: outer, count: $0) } ?? outer
        if code.test != nil { iterator = filtered(iterator, frame) }
        let state = try loopState(iterator, value, outer, depth0)
        if let slot = code.loopSlot, let state { frame.slots[slot] = try run.register(state, .loop) }
        let loopValue = code.loopSlot.flatMap { frame.slots[$0] }
        var isEmpty = true
        while let item = state == nil ? try iterator.next() : try state?.next() {
            try run.step()
            code.start.apply(frame)
            // An inner loop in the same frame has a `loop` of its own; the test of this one may have moved variables.
            if let slot = code.loopSlot { frame.slots[slot] = loopValue }
            try code.target.assign(item, frame)
            let flow = try code.body.run(frame, &output)
            if flow == .breakLoop { break }
            // As in Jinja, `else` also runs where every round was left early.
            if flow == .next { isEmpty = false }
        }
        if isEmpty {
            otherStart.apply(outer)
            _ = try otherwise.run(outer, &output)
        }
    }

    /// The items that pass the loop's test.
    private func filtered(_ iterator: ValueIterator, _ frame: Frame) -> ValueIterator {
        let code = code
        return ValueIterator { () throws(TemplateError) -> Value? in
            while let item = try iterator.next() {
                try frame.run.step()
                let saved = frame.slots
                code.start.apply(frame)
                try code.target.assign(item, frame)
                guard let test = code.test else { return item }
                let holds = try frame.run.isTrue(try test.value(frame))
                frame.slots = saved
                if holds { return item }
            }
            return nil
        }
    }

    private func loopState(
        _ iterator: ValueIterator,
        _ value: Value,
        _ outer: Frame,
        _ depth0: Int
    ) throws(TemplateError) -> LoopState? {
        guard code.loopSlot != nil else { return nil }
        var recurse: ((Value, Int) throws(TemplateError) -> String)?
        if code.frameSize != nil {
            recurse = { [self] (items: Value, depth: Int) throws(TemplateError) -> String in
                try outer.run.enter(Self.weight)
                defer { outer.run.leave(Self.weight) }
                var inner = Output()
                try loop(items, outer, depth0: depth, &inner)
                return inner.text
            }
        }
        let length: Int? =
            if code.test == nil, !value.isGenerator { try outer.run.length(value) } else { nil }
        return LoopState(iterator, length: length, depth0: depth0, recurse: recurse)
    }
}

extension Value {
    var isGenerator: Bool {
        if case .reference(let reference) = self {
            reference.kind == .generator || reference.kind == .loop
        } else {
            false
        }
    }
}
