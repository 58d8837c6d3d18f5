/// A call of whatever an expression gives.
final class CallNode: Node {
    private let callee: any Node
    private let arguments: ArgumentNodes
    private let offset: Int
    private let source: SourceText

    init(_ callee: any Node, _ arguments: ArgumentNodes, at offset: Int, _ source: SourceText) {
        self.callee = callee
        self.arguments = arguments
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        do throws(TemplateError) {
            let function = try callee.value(frame)
            return try frame.run.call(function, try arguments.gather(frame))
        } catch {
            throw error.located(at: offset, in: source)
        }
    }

    /// The call with one more value by name.
    func call(_ frame: Frame, caller: Value) throws(TemplateError) -> Value {
        do throws(TemplateError) {
            let function = try callee.value(frame)
            var gathered = try arguments.gather(frame)
            gathered.named.append(("caller", caller))
            return try frame.run.call(function, gathered)
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

/// As in `value.name(…)`.
final class MethodCallNode: Node {
    private let owner: any Node
    private let name: AttributeName
    private let arguments: ArgumentNodes
    private let offset: Int
    private let source: SourceText

    init(
        _ owner: any Node,
        _ name: AttributeName,
        _ arguments: ArgumentNodes,
        at offset: Int,
        _ source: SourceText
    ) {
        self.owner = owner
        self.name = name
        self.arguments = arguments
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        let owner = try owner.value(frame)
        do throws(TemplateError) {
            if !name.isInternal, !name.isForbidden(on: owner), let method = name.method(of: owner) {
                let result = try method.call(try arguments.gather(frame, leading: owner), frame.run)
                return MarkupText.marked(result, like: owner)
            }
            let function = try frame.run.attribute(name, of: owner).known()
            return try frame.run.call(function, try arguments.gather(frame))
        } catch {
            throw error.located(at: offset, in: source)
        }
    }

    func call(_ frame: Frame, caller: Value) throws(TemplateError) -> Value {
        do throws(TemplateError) {
            let function = try frame.run.attribute(name, of: try owner.value(frame)).known()
            var gathered = try arguments.gather(frame)
            gathered.named.append(("caller", caller))
            return try frame.run.call(function, gathered)
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

/// A filter or a test.
final class FilterNode: Node {
    private let input: any Node
    private let call: BuiltinCall
    private let offset: Int
    private let source: SourceText

    init(_ input: any Node, _ call: BuiltinCall, at offset: Int, _ source: SourceText) {
        self.input = input
        self.call = call
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        let value = try input.value(frame)
        do throws(TemplateError) {
            return try call.run(value, frame)
        } catch {
            throw error.located(at: offset, in: source)
        }
    }

    /// The filter on a value that is there already.
    func apply(_ value: Value, _ frame: Frame) throws(TemplateError) -> Value {
        do throws(TemplateError) {
            return try call.run(value, frame)
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

/// The filter `default`, which may see an input that never had a value.
final class DefaultNode: Node {
    private let input: any Node
    private let call: BuiltinCall
    private let offset: Int
    private let source: SourceText

    init(_ input: any Node, _ call: BuiltinCall, at offset: Int, _ source: SourceText) {
        self.input = input
        self.call = call
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        let value = try input.peek(frame)
        do throws(TemplateError) {
            switch value {
            case .unset(let name): return try call.run(.undefined(.name(name)), frame)
            case .lost(let name): throw .unknown(name)
            default: return try call.run(value, frame)
            }
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

/// `is defined`, `is undefined` and `is none`, which may see an input that never had a value.
final class PresenceNode: Node {
    enum Kind: String {
        case defined, undefined, none
    }

    private let input: any Node
    private let kind: Kind
    private let offset: Int
    private let source: SourceText

    init(_ input: any Node, _ kind: Kind, at offset: Int, _ source: SourceText) {
        self.input = input
        self.kind = kind
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        switch try input.peek(frame) {
        case .unset: return .bool(kind != .defined)
        case .lost(let name): throw TemplateError.unknown(name).located(at: offset, in: source)
        case .undefined: return .bool(kind == .undefined)
        case .none: return .bool(kind != .undefined)
        default: return .bool(kind == .defined)
        }
    }
}
