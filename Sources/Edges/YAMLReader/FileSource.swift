/// Where a reader gets files and environment variables from: the system's, or a test's own.
package struct FileSource: Sendable {
    /// The bytes of a file.
    package let read: @Sendable (_ path: String) throws -> [UInt8]
    /// The value of an environment variable, or nil where it is not set.
    package let environment: @Sendable (_ name: String) -> String?

    package init(
        read: @escaping @Sendable (_ path: String) throws -> [UInt8],
        environment: @escaping @Sendable (_ name: String) -> String?
    ) {
        self.read = read
        self.environment = environment
    }

    /// A source of texts in memory.
    package init(files: [String: String], environment: [String: String] = [:]) {
        self.init(
            read: { path in
                guard let text = files[path] else { throw MissingFile() }
                return Array(text.utf8)
            },
            environment: { environment[$0] }
        )
    }

    private struct MissingFile: Error, CustomStringConvertible {
        var description: String { "no such file" }
    }
}

/// Paths as text.
enum FilePath {
    /// The folder that holds the path; empty where it names none.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path as seen from a folder, without `.` and, as far as possible, `..`.
    static func joining(_ folder: String, _ path: String) -> String {
        let whole = path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
        var parts: [Substring] = []
        for part in whole.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else if part != ".." || !whole.hasPrefix("/") {
                parts.append(part)
            }
        }
        return (whole.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    /// The folder and those above it, up to and with `top`; only the folder and `top` where it does not lie below.
    static func folders(from folder: String, upTo top: String) -> [String] {
        guard folder != top else { return [top] }
        let prefix = top.isEmpty ? "" : top.hasSuffix("/") ? top : top + "/"
        guard folder.hasPrefix(prefix), !(top.isEmpty && folder.hasPrefix("/")) else { return [folder, top] }
        var found: [String] = []
        var current = folder
        while current != top, !current.isEmpty, current != "/" {
            found.append(current)
            current = Self.folder(of: current)
        }
        return found + [top]
    }
}
