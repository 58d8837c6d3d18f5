/// A part of a template as it was written.
indirect enum Statement: Sendable {
    case text(String)
    case output(Expression)
    case branch([(test: Expression, body: [Statement])], otherwise: [Statement])
    case loop(Loop)
    case assign(Target, Expression)
    /// The filter's chain starts with nothing: the body's text goes in there.
    case assignBlock(Target, filter: Expression?, body: [Statement])
    case macro(Macro)
    case callBlock(call: Expression, Macro)
    case filterBlock(Expression, body: [Statement])
    case with([(target: Target, value: Expression)], body: [Statement])
    case scope([Statement])
    case evaluate(Expression)
    case breakLoop(Int)
    case continueLoop(Int)
    /// `include` and its kin: there are no other templates here.
    case missingTemplate(Expression, ignoresMissing: Bool)

    struct Loop: Sendable {
        let target: Target
        let items: Expression
        let test: Expression?
        let isRecursive: Bool
        let body: [Statement]
        let otherwise: [Statement]
        let offset: Int
    }

    struct Macro: Sendable {
        let name: String
        let parameters: [(name: String, fallback: Expression?)]
        let body: [Statement]
        let offset: Int
    }

    /// What a value is assigned to.
    indirect enum Target: Sendable {
        case name(String, offset: Int)
        case namespace(String, attribute: String, offset: Int)
        case tuple([Target], offset: Int)
    }
}
