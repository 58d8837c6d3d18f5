import Values

/// The name that a person may have meant, as a hint.
enum NearestFinder {
    static func hint(_ name: String, _ known: [String: Builtin]) -> String? {
        NearestName.find(name, in: known.keys).map { "did you mean '\($0)'?" }
    }
}
