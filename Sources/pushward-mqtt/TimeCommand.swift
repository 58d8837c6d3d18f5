import Host
import JSONReader
import Service
import Templates
import Values

/// `time`: how long one evaluation of a template takes; `scripts/benchmark` runs it, and the usage does not list it.
enum TimeCommand: Command {
    static let name = "time"
    static let summary =
        "Evaluates a template again and again; prints the nanoseconds of one evaluation as JSON."
    static let operands = "TEMPLATE"
    static let options = [
        Arguments.Option("vars", "JSON", "variables, an object"),
        Arguments.Option("seconds", "S", "how long (default: 0.2)"),
    ]

    /// How many evaluations pass between two looks at the clock.
    private static let batch = 100

    static func run(_ arguments: Arguments) throws -> Int32 {
        let source = try arguments.operand("the template")
        let text = arguments.value("vars") ?? "{}"
        guard let object = (try? JSONReader.read(Array(text.utf8)))?.objectValue else {
            throw UsageError(message: "--vars must be a JSON object")
        }
        let seconds = try arguments.number("seconds", in: 0...3600) ?? 0.2
        let services = EngineServices.make()
        var answer = TemplateBatch.line(
            ["template": .string(source), "vars": .object(object)],
            services: services
        )
        if answer["error"] == nil {
            let time = try time(source, object, services, seconds: seconds)
            answer = .object([
                "ns": .double(time), "result": answer["result"] ?? .null, "text": answer["text"] ?? .null,
            ])
        }
        FileDescriptor.print(answer.text + "\n")
        return answer["error"] == nil ? 0 : 1
    }

    /// The nanoseconds of one evaluation: scope, rendering and the native reading of the result.
    private static func time(
        _ source: String,
        _ object: JSONObject,
        _ services: TemplateServices,
        seconds: Double
    ) throws -> Double {
        var variables: [String: Value] = [:]
        for (name, value) in object { variables[name] = Value(value) }
        let template = try Template(source)
        let now = SystemClock.wall()
        func evaluate() throws {
            for _ in 0..<batch {
                _ = try template.evaluate(
                    in: TemplateScope(variables: variables, now: now, services: services)
                )
            }
        }
        // The first evaluations warm the caches.
        try evaluate()
        let start = SystemClock.sinceBoot()
        var count = 0
        var passed = Duration.zero
        repeat {
            try evaluate()
            count += batch
            passed = SystemClock.sinceBoot() - start
        } while passed < .seconds(seconds)
        return passed.inSeconds * 1e9 / Double(count)
    }
}
