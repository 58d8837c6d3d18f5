/// A filter, test, function or method of the language.
package final class Builtin: Sendable, CustomStringConvertible {
    typealias Body = @Sendable (Arguments, Run) throws(TemplateError) -> Value

    let name: String
    let parameters: [String]
    /// The number of parameters that must be given.
    let required: Int
    /// The number of parameters that can be given by place.
    let positional: Int
    /// Whether it takes further values.
    let takesRest: Bool
    /// Whether it takes further values by name.
    let takesNames: Bool
    let body: Body

    /// `signature` is Python's, such as `value, precision=, *, default=`, where a trailing `=` marks what can
    /// be left out.
    init(_ name: String, _ signature: String, _ body: @escaping Body) {
        var parameters: [String] = []
        var required = 0
        var positional: Int?
        var takesRest = false
        var takesNames = false
        for part in signature.split(separator: ",") {
            let word = part.filter { $0 != " " }
            if word.hasPrefix("**") {
                takesNames = true
            } else if word.hasPrefix("*") {
                takesRest = word.count > 1
                positional = parameters.count
            } else if word.hasSuffix("=") {
                parameters.append(String(word.dropLast()))
            } else {
                parameters.append(word)
                required = parameters.count
            }
        }
        self.name = name
        self.parameters = parameters
        self.required = required
        self.positional = positional ?? parameters.count
        self.takesRest = takesRest
        self.takesNames = takesNames
        self.body = body
    }

    package var description: String { name }

    /// Calls it with values that were gathered by place and by name.
    func call(_ arguments: GatheredArguments, _ run: Run) throws(TemplateError) -> Value {
        try run.step()
        return try body(try bind(arguments), run)
    }

    /// The values by parameter.
    func bind(_ gathered: GatheredArguments) throws(TemplateError) -> Arguments {
        var result = Arguments(count: parameters.count)
        for (place, value) in gathered.positional.enumerated() {
            if place < positional {
                result.values[place] = value
            } else if takesRest {
                result.rest.append(value)
            } else {
                throw tooMany(gathered.positional.count)
            }
        }
        for (name, value) in gathered.named {
            if let place = parameters.firstIndex(of: name) {
                guard result.values[place] == nil else { throw .failed("'\(self.name)' got '\(name)' twice") }
                result.values[place] = value
            } else if takesNames {
                result.named.append((name, value))
            } else {
                throw .failed("'\(self.name)' has no argument '\(name)'", hint: signatureHint)
            }
        }
        for place in 0..<required where result.values[place] == nil {
            throw .failed("'\(name)' needs '\(parameters[place])'", hint: signatureHint)
        }
        return result
    }

    func tooMany(_ count: Int) -> TemplateError {
        .failed("'\(name)' takes at most \(positional) values, not \(count)", hint: signatureHint)
    }

    private var signatureHint: String? {
        parameters.isEmpty ? nil : "its arguments are \(parameters.joined(separator: ", "))"
    }
}

/// The values of a call by parameter, nil for what was left out.
struct Arguments {
    var values: [Value?]
    var rest: [Value] = []
    var named: [(name: String, value: Value)] = []

    init(count: Int) {
        values = [Value?](repeating: nil, count: count)
    }

    init(_ values: [Value?]) {
        self.values = values
    }

    /// The value of a parameter, nil where it was left out.
    @inline(__always)
    subscript(place: Int) -> Value? { values[place] }

    /// The value of a parameter that must be given.
    @inline(__always)
    func value(_ place: Int) -> Value { values[place] ?? .none }

    /// The truth of a parameter.
    func flag(_ place: Int, _ run: Run, or fallback: Bool = false) throws(TemplateError) -> Bool {
        guard let value = values[place] else { return fallback }
        return try run.isTrue(value)
    }

    /// A whole number for a place, a width or a count.
    ///
    /// It is at most 2^40 from 0, so that what is computed with it cannot overflow; all beyond means the same.
    func int(_ place: Int, or fallback: Int) throws(TemplateError) -> Int {
        guard let value = values[place] else { return fallback }
        guard let number = value.int else {
            throw value.unusable ?? .failed("a whole number is needed, not a \(value.typeName)")
        }
        return min(max(number, -Self.farthest), Self.farthest)
    }

    private static let farthest = 1 << 40

    /// A whole number, where Python's `None` means that it was left out.
    func optionalInt(_ place: Int) throws(TemplateError) -> Int? {
        guard let value = values[place] else { return nil }
        if case .none = value { return nil }
        return try int(place, or: 0)
    }

    /// A text.
    func text(_ place: Int, or fallback: String) throws(TemplateError) -> String {
        guard let value = values[place] else { return fallback }
        guard let text = value.text else {
            throw value.unusable ?? .failed("a text is needed, not a \(value.typeName)")
        }
        return text
    }

    /// A text, where Python's `None` means that it was left out.
    func optionalText(_ place: Int) throws(TemplateError) -> String? {
        guard let value = values[place] else { return nil }
        if case .none = value { return nil }
        return try text(place, or: "")
    }
}

/// The values of a call as they were written.
struct GatheredArguments {
    var positional: [Value] = []
    var named: [(name: String, value: Value)] = []

    init(_ positional: [Value] = [], named: [(name: String, value: Value)] = []) {
        self.positional = positional
        self.named = named
    }

    /// The same with a value in front.
    func led(by value: Value) -> GatheredArguments {
        GatheredArguments([value] + positional, named: named)
    }
}
