final class NotNode: Node {
    private let operand: any Node
    private let offset: Int
    private let source: SourceText

    init(_ operand: any Node, at offset: Int, _ source: SourceText) {
        self.operand = operand
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        .bool(try !frame.run.isTrue(try operand.value(frame)))
    }
}

final class SignNode: Node {
    private let operand: any Node
    private let isNegative: Bool
    private let offset: Int
    private let source: SourceText

    init(_ operand: any Node, isNegative: Bool, at offset: Int, _ source: SourceText) {
        self.operand = operand
        self.isNegative = isNegative
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        let value = try operand.value(frame)
        do throws(TemplateError) {
            return isNegative ? try frame.run.negate(value) : try frame.run.plus(value)
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

final class BinaryNode: Node {
    private let operation: BinaryOperator
    private let left: any Node
    private let right: any Node
    private let offset: Int
    private let source: SourceText

    init(
        _ operation: BinaryOperator,
        _ left: any Node,
        _ right: any Node,
        at offset: Int,
        _ source: SourceText
    ) {
        self.operation = operation
        self.left = left
        self.right = right
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        let first = try left.value(frame)
        let second = try right.value(frame)
        do throws(TemplateError) {
            return try frame.run.apply(operation, first, second)
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

/// A constant to a power that is not one.
///
/// Jinja writes the constant into Python source without parentheses, where `-1 ** x` means `-(1 ** x)`.
final class PowerNode: Node {
    private let left: any Node
    private let right: any Node
    private let offset: Int
    private let source: SourceText

    init(_ left: any Node, _ right: any Node, at offset: Int, _ source: SourceText) {
        self.left = left
        self.right = right
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        let base = try left.value(frame)
        let exponent = try right.value(frame)
        do throws(TemplateError) {
            guard let number = Number(base), number.double.sign == .minus else {
                return try frame.run.apply(.power, base, exponent)
            }
            let power = try frame.run.apply(.power, try frame.run.negate(base), exponent)
            return try frame.run.negate(power)
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

/// `and` and `or`, which give one of their operands and read the second only when it matters.
final class LogicNode: Node {
    private let left: any Node
    private let right: any Node
    private let isAnd: Bool
    private let offset: Int
    private let source: SourceText

    init(_ left: any Node, _ right: any Node, isAnd: Bool, at offset: Int, _ source: SourceText) {
        self.left = left
        self.right = right
        self.isAnd = isAnd
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        let first = try left.value(frame)
        do throws(TemplateError) {
            if try frame.run.isTrue(first) != isAnd { return first }
        } catch {
            throw error.located(at: offset, in: source)
        }
        return try right.value(frame)
    }
}

final class ComparisonNode: Node {
    private let comparison: Comparison
    private let left: any Node
    private let right: any Node
    private let offset: Int
    private let source: SourceText

    init(_ comparison: Comparison, _ left: any Node, _ right: any Node, at offset: Int, _ source: SourceText)
    {
        self.comparison = comparison
        self.left = left
        self.right = right
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        let first = try left.value(frame)
        let second = try right.value(frame)
        do throws(TemplateError) {
            return .bool(try frame.run.compare(comparison, first, second))
        } catch {
            throw error.located(at: offset, in: source)
        }
    }
}

/// `a < b <= c`, which reads on only while it holds.
final class ComparisonChainNode: Node {
    private let first: any Node
    private let rest: [(comparison: Comparison, right: any Node)]
    private let offset: Int
    private let source: SourceText

    init(
        _ first: any Node,
        _ rest: [(comparison: Comparison, right: any Node)],
        at offset: Int,
        _ source: SourceText
    ) {
        self.first = first
        self.rest = rest
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        var left = try first.value(frame)
        for part in rest {
            let right = try part.right.value(frame)
            do throws(TemplateError) {
                guard try frame.run.compare(part.comparison, left, right) else { return .bool(false) }
            } catch {
                throw error.located(at: offset, in: source)
            }
            left = right
        }
        return .bool(true)
    }
}

/// As in `~`.
final class ConcatNode: Node {
    private let parts: [any Node]
    private let offset: Int
    private let source: SourceText

    init(_ parts: [any Node], at offset: Int, _ source: SourceText) {
        self.parts = parts
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        var result = ""
        for part in parts {
            let value = try part.value(frame)
            do throws(TemplateError) {
                let text = try frame.run.text(value)
                try frame.run.make(text.utf8.count)
                result += text
            } catch {
                throw error.located(at: offset, in: source)
            }
        }
        try frame.run.make(result.utf8.count)
        return .string(result)
    }
}

/// As in `a if test else b`.
final class ConditionNode: Node {
    private let test: any Node
    private let then: any Node
    private let otherwise: (any Node)?
    private let offset: Int
    private let source: SourceText

    init(_ test: any Node, _ then: any Node, _ otherwise: (any Node)?, at offset: Int, _ source: SourceText) {
        self.test = test
        self.then = then
        self.otherwise = otherwise
        self.offset = offset
        self.source = source
    }

    func value(_ frame: Frame) throws(TemplateError) -> Value {
        let holds: Bool
        let value = try test.value(frame)
        do throws(TemplateError) {
            holds = try frame.run.isTrue(value)
        } catch {
            throw error.located(at: offset, in: source)
        }
        if holds { return try then.value(frame) }
        return try otherwise?.value(frame)
            ?? .undefined(.message("the condition is false and there is no else"))
    }

    func peek(_ frame: Frame) throws(TemplateError) -> Value { try value(frame) }
}
