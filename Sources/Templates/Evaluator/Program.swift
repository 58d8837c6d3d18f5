import Values

/// A template in the form that runs.
final class Program: Sendable {
    struct Constant: Sendable {
        let text: String
        let value: Value
    }

    let constant: Constant?
    let freeNames: Set<String>
    let globalNames: Set<String>
    let warnings: [TemplateError]
    private let source: SourceText
    private let steps: StepList
    private let slotCount: Int
    /// The variables from outside, with the function or constant that counts where there is none.
    private let inputs: [(name: String, slot: Int, fallback: Value?)]

    init(_ text: String) throws(TemplateError) {
        let source = SourceText(text: text)
        self.source = source
        guard text.utf8.count <= Limits.source else {
            throw source.error(.limit, at: 0, "the template is longer than \(Limits.source) bytes")
        }
        guard Self.hasBraces(text) else {
            let stripped = TextClass.strip(text)
            constant = Constant(text: stripped, value: LiteralReader.read(stripped))
            freeNames = []
            globalNames = []
            warnings = []
            steps = StepList([])
            slotCount = 0
            inputs = []
            return
        }
        var lexer = Lexer(source, range: Self.strippedRange(text))
        var parser = Parser(source, tokens: try lexer.run())
        let statements = try parser.parse()
        let compiler = Compiler(source)
        steps = try compiler.compile(statements)
        constant = nil
        slotCount = compiler.slotCount
        freeNames = compiler.freeNames
        globalNames = compiler.globalNames
        warnings = compiler.warnings
        let library = Library.standard
        inputs = compiler.freeSlots.map { name, slot in
            let fallback = library.functions[name].map { Value.function($0) } ?? library.constants[name]
            return (name, slot, fallback)
        }
    }

    private static func hasBraces(_ text: String) -> Bool {
        var wasOpen = false
        for byte in text.utf8 {
            if wasOpen, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "#") {
                return true
            }
            wasOpen = byte == UInt8(ascii: "{")
        }
        return false
    }

    /// The bytes without white space at both ends.
    private static func strippedRange(_ text: String) -> Range<Int> {
        let withoutEnd = TextClass.strip(text, left: false)
        let start = withoutEnd.utf8.count - TextClass.strip(withoutEnd, right: false).utf8.count
        return start..<max(start, withoutEnd.utf8.count)
    }

    private func frame(_ scope: TemplateScope) -> Frame {
        let frame = Frame(run: Run(scope: scope, source: source), outer: nil, count: slotCount)
        for input in inputs { frame.slots[input.slot] = scope.variables[input.name] ?? input.fallback }
        return frame
    }

    func render(_ scope: TemplateScope) throws(TemplateError) -> String {
        do throws(TemplateError) {
            let frame = frame(scope)
            if let only { return try frame.run.text(try only.value(frame)) }
            var output = Output()
            _ = try steps.run(frame, &output)
            return output.text
        } catch {
            throw error.located(at: 0, in: source)
        }
    }

    /// The expression that the whole template is, where it is one.
    private var only: (any Node)? {
        steps.steps.count == 1 ? (steps.steps[0] as? OutputStep)?.node : nil
    }

    /// The value where the template is one expression and its text would read back as the same value; nil otherwise.
    func plainValue(_ scope: TemplateScope) throws(TemplateError) -> Value? {
        guard let only else { return nil }
        do throws(TemplateError) {
            let frame = frame(scope)
            let value = try only.value(frame)
            switch value {
            case .int, .bool, .none: return value
            case .float(let number) where number == 0 || (1e-4..<1e16).contains(number.magnitude):
                return value
            default:
                let text = try frame.run.text(value)
                guard text.utf8.count <= Limits.output else { return nil }
                return LiteralReader.read(TextClass.strip(text))
            }
        } catch {
            throw error.located(at: 0, in: source)
        }
    }
}
