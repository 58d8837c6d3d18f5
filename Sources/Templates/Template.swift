package import Values

/// A template, compiled once, that renders to text and reads as Home Assistant reads it.
///
/// Sources: Jinja's template designer documentation; Home Assistant's templating.
package struct Template: Sendable {
    package let source: String

    /// The names from outside that it may read (inputs, `value_json`, `activity` …), without its own `set`s and loops.
    package let freeNames: Set<String>

    /// Compiles a template.
    ///
    /// - Throws: `TemplateError` with line and column in `source`; an unknown filter or test carries the nearest name.
    package init(_ source: String) throws(TemplateError) {
        self.source = source
        self.freeNames = []
    }

    /// The text it renders to, stripped of white space at both ends.
    package func render(in scope: TemplateScope) throws(TemplateError) -> String {
        throw TemplateError(.failed, line: 1, column: 1, message: "not built yet")
    }

    /// Home Assistant's native reading of the rendered text.
    package func evaluate(in scope: TemplateScope) throws(TemplateError) -> Value {
        throw TemplateError(.failed, line: 1, column: 1, message: "not built yet")
    }
}

/// What a template sees: names, the clock, the zone, and the libraries that work for it.
package struct TemplateScope: Sendable {
    /// The variables by name.
    package var variables: [String: Value]
    /// The clock that `now()` and `utcnow()` read.
    package var now: Timestamp
    package var services: TemplateServices

    package init(variables: [String: Value], now: Timestamp, services: TemplateServices) {
        self.variables = variables
        self.now = now
        self.services = services
    }
}

/// What the language needs of libraries at the edge and of the system, handed in so that it stays pure.
package struct TemplateServices: Sendable {
    package var parseJSON: JSONParser

    package init(parseJSON: JSONParser) {
        self.parseJSON = parseJSON
    }
}
