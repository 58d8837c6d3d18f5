/// An expression, compiled.
protocol Node: AnyObject, Sendable {
    /// The value; an input that is not known throws `unknownInput`.
    func value(_ frame: Frame) throws(TemplateError) -> Value

    /// The value; an input that is not known comes as `unset` or `lost`.
    func peek(_ frame: Frame) throws(TemplateError) -> Value
}

extension Node {
    func peek(_ frame: Frame) throws(TemplateError) -> Value { try value(frame) }
}

extension Value {
    /// Throws where the value is an input that is not known.
    @inline(__always)
    func known() throws(TemplateError) -> Value {
        switch self {
        case .unset(let name), .lost(let name): throw .unknown(name)
        default: return self
        }
    }
}

/// A statement, compiled.
protocol Step: AnyObject, Sendable {
    func run(_ frame: Frame, _ output: inout Output) throws(TemplateError) -> Flow
}

/// How a statement ended.
enum Flow {
    case next, breakLoop, continueLoop
}

/// The text that is being rendered.
struct Output {
    private(set) var text = ""
    private var bytes = 0

    mutating func append(_ part: String) throws(TemplateError) {
        bytes += part.utf8.count
        // Home Assistant counts characters; a byte count over the limit is worth counting them.
        if bytes > Limits.output, bytes > Limits.output * 4 || text.unicodeScalars.count > Limits.output {
            throw .limit("the text is longer than \(Limits.output) characters")
        }
        text += part
    }
}
