internal import Glibc

/// The process's environment variables.
package enum Environment {
    /// The variable's value, or nil where it is not set.
    package static func value(_ name: String) -> String? {
        guard let text = getenv(name) else { return nil }
        return String(cString: text)
    }

    /// All variables as `NAME=value`.
    package static func all() -> [String] {
        var output: [String] = []
        var place = environ
        while let entry = place.pointee {
            output.append(String(cString: entry))
            place += 1
        }
        return output
    }
}
