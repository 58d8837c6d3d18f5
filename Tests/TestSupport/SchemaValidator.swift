import Foundation
package import Values

/// Validates documents with Python's `jsonschema`, which knows nothing of this project.
package enum SchemaValidator {
    /// A Python that has the library: `SCHEMA_PYTHON`, the system's, or the first in the path; nil: none has.
    package static let python: String? = {
        let own = ProcessInfo.processInfo.environment["SCHEMA_PYTHON"]
        let paths = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        let candidates = [own, "/usr/bin/python3"].compactMap { $0 } + paths.map { "\($0)/python3" }
        return candidates.first { path in
            FileManager.default.isExecutableFile(atPath: path)
                && (try? run(path, ["-c", "import jsonschema; jsonschema.Draft202012Validator"]))?.status == 0
        }
    }()

    private static let program = """
        import json, sys
        from jsonschema import Draft202012Validator
        work = json.load(open(sys.argv[1]))
        Draft202012Validator.check_schema(work["schema"])
        validator = Draft202012Validator(work["schema"])
        def told(error):
            place = "/".join(str(part) for part in error.absolute_path)
            inner = "; ".join(told(e) for e in (error.context or [])[:4])
            return f"{place}: {error.message[:160]}" + (f" [{inner}]" if inner else "")
        found = {}
        for name, document in work["documents"].items():
            errors = [told(error) for error in validator.iter_errors(document)]
            if errors: found[name] = " | ".join(errors)[:900]
        print(json.dumps(found))
        """

    /// What is wrong with each document that the schema refuses, by its name.
    package static func refused(
        _ documents: [(name: String, value: JSON)],
        by schema: JSON,
        parseJSON: JSONParser
    ) throws -> [String: String] {
        let python = try required(python)
        let work: JSON = [
            "schema": schema, "documents": .object(JSONObject(documents.map { ($0.name, $0.value) })),
        ]
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID()).json")
        try Data(work.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try run(python, ["-c", program, file.path])
        guard outcome.status == 0 else { throw Failure(message: outcome.error) }
        let found = try parseJSON(Array(outcome.output.utf8)).objectValue ?? [:]
        return Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0.value.stringValue ?? "") })
    }

    package struct Failure: Error, CustomStringConvertible {
        package var message: String
        package var description: String { message }
    }

    private static func required(_ python: String?) throws -> String {
        guard let python else {
            throw Failure(message: "no Python has jsonschema: scripts/setup python3-jsonschema")
        }
        return python
    }

    private static func run(_ path: String, _ arguments: [String]) throws -> (
        status: Int32, output: String, error: String
    ) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let (output, error) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = error
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = error.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: text, as: UTF8.self),
            String(decoding: complaints, as: UTF8.self)
        )
    }
}

extension MarkedNode {
    /// The document as an editor reads it: YAML's core schema types plain scalars.
    package var json: JSON {
        switch self {
        case .scalar(let scalar): scalar.json
        case .sequence(let nodes, _): .array(nodes.map(\.json))
        case .mapping(let entries, _): .object(JSONObject(entries.map { ($0.key, $0.value.json) }))
        }
    }
}

extension MarkedScalar {
    fileprivate var json: JSON {
        guard isPlain, !isSecret else { return .string(text) }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : Substring(text)
        if let number = Int(text), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .int(number)
        }
        let isDecimal = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
        }
        if isDecimal, let number = Double(text), number.isFinite { return .double(number) }
        return .string(text)
    }
}
