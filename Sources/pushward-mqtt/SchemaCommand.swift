import Host
import Mapping
import Values

/// `schema`: the JSON Schema of the mapping file, for editors.
enum SchemaCommand: Command {
    static let name = "schema"
    static let summary = "Prints the JSON Schema of the mapping file, for editors."
    static let operands = ""
    static let options: [Arguments.Option] = []

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.operands.isEmpty else { throw UsageError(message: "it takes nothing") }
        FileDescriptor.print(MappingSchema.json.text + "\n")
        return 0
    }
}
