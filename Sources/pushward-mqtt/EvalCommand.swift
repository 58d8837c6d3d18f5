import Host
import JSONReader
import Service
import Templates
import Values

/// `eval`: a bare template.
enum EvalCommand: Command {
    static let name = "eval"
    static let summary = "Evaluates a template; prints the native result as JSON."
    static let operands = "TEMPLATE | --batch [FILE]"
    static let options = [
        Arguments.Option("payload", "TEXT", "the payload: binds `value`, and `value_json` where it is JSON"),
        Arguments.Option("vars", "JSON", "further variables, an object"),
        Arguments.Option("now", "ISO", "the clock"),
        Arguments.Option("tz", "ZONE", "the zone, an IANA name"),
        Arguments.Option("batch", nil, "JSON lines in (template, vars, now, tz), a line out for each"),
    ]

    static func run(_ arguments: Arguments) throws -> Int32 {
        arguments.has("batch") ? try batch(arguments) : try one(arguments)
    }

    private static func one(_ arguments: Arguments) throws -> Int32 {
        var order = JSONObject()
        order["template"] = .string(try arguments.operand("the template"))
        var variables = JSONObject()
        if let text = arguments.value("vars") {
            guard let object = (try? JSONReader.read(Array(text.utf8)))?.objectValue else {
                throw UsageError(message: "--vars must be a JSON object")
            }
            variables = object
        }
        if let payload = arguments.value("payload") {
            variables["value"] = .string(payload)
            if let json = try? JSONReader.read(Array(payload.utf8)) { variables["value_json"] = json }
        }
        order["vars"] = .object(variables)
        order["now"] = .string(arguments.value("now") ?? SystemClock.wall().rfc3339)
        order["tz"] = .string(arguments.value("tz") ?? ZoneInfo.localName())
        let result = TemplateBatch.line(.object(order), services: EngineServices.make())
        if let error = result["error"]?.stringValue {
            FileDescriptor.print("error: \(error)\n", to: FileDescriptor.standardError)
            return 1
        }
        FileDescriptor.print((result["result"] ?? .null).text + "\n")
        return 0
    }

    private static func batch(_ arguments: Arguments) throws -> Int32 {
        let bytes = try arguments.operands.first.map { try Files.read($0) } ?? FileDescriptor.readAll(0) ?? []
        let services = EngineServices.make()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let answer: JSON
            if let order = try? JSONReader.read(Array(line)) {
                answer = TemplateBatch.line(order, services: services)
            } else {
                answer = ["error": "the line is no JSON"]
            }
            FileDescriptor.print(answer.text + "\n")
        }
        return 0
    }
}
