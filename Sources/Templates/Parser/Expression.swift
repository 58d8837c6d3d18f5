/// An expression of a template as it was written.
struct Expression: Sendable {
    indirect enum Kind: Sendable {
        case constant(Value)
        case name(String)
        case list([Expression])
        case tuple([Expression])
        case dict([(key: Expression, value: Expression)])
        case attribute(Expression, String)
        case item(Expression, Expression)
        case slice(Expression?, Expression?, Expression?)
        case call(Expression, CallArguments)
        /// The first is nil at the start of a `filter` block's chain.
        case filter(Expression?, String, CallArguments)
        case test(Expression, String, CallArguments)
        case not(Expression)
        case negate(Expression)
        case plus(Expression)
        case binary(BinaryOperator, Expression, Expression)
        case and(Expression, Expression)
        case or(Expression, Expression)
        case compare(Expression, [(comparison: Comparison, right: Expression)])
        case concat([Expression])
        case condition(test: Expression, then: Expression, otherwise: Expression?)
        /// `namespace.name` as the target of a `set`.
        case namespace(String, String)
    }

    let kind: Kind
    /// The offset of the byte that a message should point at.
    let offset: Int
    /// How many expressions are nested in it, itself included.
    let depth: Int

    /// Deeper ones are refused, so that nothing that walks them can overflow the stack.
    static let maximumDepth = 180
}

enum BinaryOperator: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case floorDivide = "//"
    case modulo = "%"
    case power = "**"
}

enum Comparison: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case within = "in"
    case notWithin = "not in"
}

/// What stands in the parentheses of a call.
struct CallArguments: Sendable {
    var positional: [Expression] = []
    var named: [(name: String, value: Expression)] = []
    /// As in `*list`.
    var list: Expression?
    /// As in `**dictionary`.
    var dictionary: Expression?

    static let none = CallArguments()

    var all: [Expression] {
        positional + named.map(\.value) + [list, dictionary].compactMap { $0 }
    }
}
