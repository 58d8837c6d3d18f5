import Values

/// Why a command line makes no sense.
struct UsageError: Error {
    var message: String
}

/// A command's options and operands.
struct Arguments {
    struct Option {
        var name: String
        /// What its value is called in the help; nil: it takes none.
        var value: String?
        var summary: String

        init(_ name: String, _ value: String? = nil, _ summary: String) {
            self.name = name
            self.value = value
            self.summary = summary
        }
    }

    private var values: [String: String] = [:]
    private var flags: Set<String> = []
    private(set) var operands: [String] = []

    /// Reads `--name value`, `--name=value`, `--flag` and operands; `--` ends the options.
    init(_ arguments: [String], options: [Option]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            guard argument.hasPrefix("--") else {
                operands.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let name = String(parts.first ?? "")
            guard let option = options.first(where: { $0.name == name }) else {
                let nearest = NearestName.find(name, in: options.map(\.name))
                throw UsageError(
                    message: "there is no option --\(name)"
                        + (nearest.map { "; did you mean --\($0)?" } ?? "")
                )
            }
            guard option.value != nil else {
                guard parts.count == 1 else { throw UsageError(message: "--\(name) takes no value") }
                flags.insert(name)
                continue
            }
            if parts.count == 2 {
                values[name] = String(parts[1])
            } else if let value = rest.popFirst() {
                values[name] = value
            } else {
                throw UsageError(message: "--\(name) needs a value")
            }
        }
    }

    func value(_ name: String) -> String? { values[name] }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The number that an option gives, within `range`.
    func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let text = values[name] else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw UsageError(
                message:
                    "--\(name) must be a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            )
        }
        return number
    }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }

    /// The one operand.
    func operand(_ what: String) throws -> String {
        guard let operand = operands.first else { throw UsageError(message: "\(what) is missing") }
        guard operands.count == 1 else { throw UsageError(message: "`\(operands[1])` is one too many") }
        return operand
    }
}
