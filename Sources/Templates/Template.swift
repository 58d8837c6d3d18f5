package import Values

/// A template, compiled once, that renders to text and reads as Home Assistant reads it.
///
/// Sources: Jinja's template designer documentation; Home Assistant's templating.
package struct Template: Sendable {
    package let source: String

    /// The names from outside that it may read (inputs, `value_json`, `activity` …), without its own `set`s and loops
    /// and without the functions of the language.
    package let freeNames: Set<String>

    /// The functions of the language that it reads, such as `now`; an input of the same name would take their place.
    package let globalNames: Set<String>

    /// What is wrong but only fails when it is reached, such as an unknown filter in a branch.
    package let warnings: [TemplateError]

    private let program: Program
    /// Where `source` stands in a file; nil: in none.
    private let origin: TextOrigin?

    /// Compiles a template; what fails when it is rendered is then told at its place in the file of `origin`, too.
    ///
    /// - Throws: `TemplateError` with line and column in `source`; an unknown filter or test carries the nearest name.
    package init(_ source: String, origin: TextOrigin? = nil) throws(TemplateError) {
        self.source = source
        self.origin = origin
        program = try Program(source)
        freeNames = program.freeNames
        globalNames = program.globalNames
        warnings = program.warnings
    }

    /// Whether it is plain text, which is the same in every scope.
    package var isConstant: Bool { program.constant != nil }

    /// The text it renders to, stripped of white space at both ends.
    package func render(in scope: TemplateScope) throws(TemplateError) -> String {
        if let constant = program.constant { return constant.text }
        do throws(TemplateError) {
            return TextClass.strip(try program.render(scope))
        } catch {
            throw placed(error)
        }
    }

    /// Home Assistant's native reading of the rendered text.
    package func evaluate(in scope: TemplateScope) throws(TemplateError) -> Value {
        if let constant = program.constant { return constant.value }
        do throws(TemplateError) {
            if let value = try program.plainValue(scope) { return value }
        } catch {
            throw placed(error)
        }
        return Self.literalValue(of: try render(in: scope))
    }

    /// What reads an input that nobody knows is no fault, and needs no place.
    private func placed(_ error: TemplateError) -> TemplateError {
        error.code == .unknownInput ? error : error.placed(by: origin)
    }

    /// Home Assistant's native reading of a text: numbers, truth values, lists and dictionaries as Python writes them.
    ///
    /// `text` is stripped of white space at both ends.
    package static func literalValue(of text: String) -> Value { LiteralReader.read(text) }
}

/// What a template sees: names, the clock, the zone, and the libraries that work for it.
package struct TemplateScope: Sendable {
    /// The variables by name.
    package var variables: [String: Value]
    /// The clock that `now()` and `utcnow()` read.
    package var now: Timestamp
    package var services: TemplateServices
    /// Whether `none` prints nothing, as in a text for people, instead of `None`, as in Home Assistant.
    package var printsNoneAsNothing = false
    /// Whether to print a missing name, attribute or item fails as an input that nobody knows does, instead of printing
    /// nothing, as in Home Assistant.
    package var missingIsUnknown = false

    package init(variables: [String: Value], now: Timestamp, services: TemplateServices) {
        self.variables = variables
        self.now = now
        self.services = services
    }
}
