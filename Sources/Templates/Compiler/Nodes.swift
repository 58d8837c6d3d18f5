/// A value that is in the source.
final class ConstantNode: Node {
    private let constant: Value

    init(_ constant: Value) {
        self.constant = constant
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value { constant }
}

/// What always fails, such as a filter that does not exist.
final class FailingNode: Node {
    private let error: TemplateError

    init(_ error: TemplateError) {
        self.error = error
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value { throw error }
}

/// A variable of the same frame.
final class LocalNode: Node {
    private let name: String
    private let slot: Int
    private let offset: Int
    private let source: SourceText

    init(_ name: String, _ slot: Int, at offset: Int, _ source: SourceText) {
        self.name = name
        self.slot = slot
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        guard let value = frame.slots[slot] else { return .undefined(.name(name)) }
        switch value {
        case .unset(let input), .lost(let input):
            throw TemplateError.unknown(input).located(at: offset, in: source)
        default: return value
        }
    }

    func peek(_ frame: Frame) throws(TemplateError) -> Value {
        frame.slots[slot] ?? .undefined(.name(name))
    }
}

/// A variable of a frame further out.
final class OuterNode: Node {
    private let name: String
    private let address: SlotAddress
    private let offset: Int
    private let source: SourceText

    init(_ name: String, _ address: SlotAddress, at offset: Int, _ source: SourceText) {
        self.name = name
        self.address = address
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        do throws(TemplateError) {
            return try peek(frame).known()
        } catch {
            throw error.located(at: offset, in: source)
        }
    }

    func peek(_ frame: Frame) throws(TemplateError) -> Value {
        frame.slot(address) ?? .undefined(.name(name))
    }
}

final class ListNode: Node {
    private let parts: [any Node]
    private let isTuple: Bool

    init(_ parts: [any Node], isTuple: Bool) {
        self.parts = parts
        self.isTuple = isTuple
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        var items: [Value] = []
        items.reserveCapacity(parts.count)
        for part in parts { items.append(try part.value(frame)) }
        try frame.run.noteNesting(items)
        return isTuple ? .tuple(items) : .list(items)
    }
}

final class DictionaryNode: Node {
    private let pairs: [(key: any Node, value: any Node)]
    private let offset: Int
    private let source: SourceText

    init(_ pairs: [(key: any Node, value: any Node)], at offset: Int, _ source: SourceText) {
        self.pairs = pairs
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        do throws(TemplateError) {
            var result = ValueDictionary()
            for pair in pairs {
                let key = try pair.key.value(frame)
                try frame.run.checkHashable(key)
                let value = try pair.value.value(frame)
                if value.isContainer { try frame.run.noteNesting([value]) }
                result[key] = value
            }
            return .dict(result)
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

final class AttributeNode: Node {
    private let owner: any Node
    private let name: AttributeName
    private let offset: Int
    private let source: SourceText

    init(_ owner: any Node, _ name: AttributeName, at offset: Int, _ source: SourceText) {
        self.owner = owner
        self.name = name
        self.offset = offset
        self.source = source
    }

    func peek(_ frame: Frame) throws(TemplateError) -> Value {
        let owner = try owner.value(frame)
        do throws(TemplateError) {
            return try frame.run.attribute(name, of: owner)
        } catch {
            throw error.located(at: offset, in: source)
        }
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        do throws(TemplateError) {
            return try peek(frame).known()
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

final class ItemNode: Node {
    private let owner: any Node
    private let key: any Node
    private let offset: Int
    private let source: SourceText

    init(_ owner: any Node, _ key: any Node, at offset: Int, _ source: SourceText) {
        self.owner = owner
        self.key = key
        self.offset = offset
        self.source = source
    }

    func peek(_ frame: Frame) throws(TemplateError) -> Value {
        let owner = try owner.value(frame)
        let key = try key.value(frame)
        do throws(TemplateError) {
            return try frame.run.item(key, of: owner)
        } catch {
            throw error.located(at: offset, in: source)
        }
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        do throws(TemplateError) {
            return try peek(frame).known()
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

final class SliceNode: Node {
    private let owner: any Node
    private let start: any Node
    private let stop: any Node
    private let step: any Node
    private let isConstant: Bool
    private let offset: Int
    private let source: SourceText

    init(
        _ owner: any Node,
        _ start: any Node,
        _ stop: any Node,
        _ step: any Node,
        isConstant: Bool,
        at offset: Int,
        _ source: SourceText
    ) {
        self.owner = owner
        self.start = start
        self.stop = stop
        self.step = step
        self.isConstant = isConstant
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        let owner = try owner.value(frame)
        let (start, stop, step) = (try start.value(frame), try stop.value(frame), try step.value(frame))
        do throws(TemplateError) {
            return try frame.run.slice(owner, start, stop, step)
        } catch {
            // A step of 0 is no failed look-up: it fails in any case, where there is something to cut.
            let isCut = step.int == 0 && (owner.items != nil || owner.text != nil)
            if isConstant, error.code == .failed, !isCut { return .undefined(.message(error.message)) }
            throw error.located(at: offset, in: source)
        }
    }
}
