/// A piece of a template's source.
struct Token: Sendable {
    enum Kind: Sendable {
        case data(String)
        case variableBegin
        case variableEnd
        case blockBegin
        case blockEnd
        case name(String)
        case string(String)
        case integer(Value)
        case float(Double)
        case sign(Sign)
        case end
    }

    enum Sign: String, Sendable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case power = "**"
        case divide = "/"
        case floorDivide = "//"
        case modulo = "%"
        case tilde = "~"
        case equal = "=="
        case notEqual = "!="
        case greater = ">"
        case greaterOrEqual = ">="
        case less = "<"
        case lessOrEqual = "<="
        case assign = "="
        case dot = "."
        case colon = ":"
        case comma = ","
        case pipe = "|"
        case semicolon = ";"
        case leftParenthesis = "("
        case rightParenthesis = ")"
        case leftBracket = "["
        case rightBracket = "]"
        case leftBrace = "{"
        case rightBrace = "}"
    }

    let kind: Kind
    /// The offset of its first byte in the source's UTF-8.
    let offset: Int

    /// The token in words, for messages.
    var description: String {
        switch kind {
        case .data: "text"
        case .variableBegin: "'{{'"
        case .variableEnd: "'}}'"
        case .blockBegin: "'{%'"
        case .blockEnd: "'%}'"
        case .name(let name): "'\(name)'"
        case .string: "a text"
        case .integer, .float: "a number"
        case .sign(let sign): "'\(sign.rawValue)'"
        case .end: "the end of the template"
        }
    }
}
