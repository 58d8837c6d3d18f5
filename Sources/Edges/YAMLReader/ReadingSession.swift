internal import Values

/// Everything that reading one file, with what it includes, needs to remember.
final class ReadingSession {
    let sources: FileSource
    let limits: YAMLReader.Limits
    private let top: String
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var files: [String] = []
    private(set) var secrets: [Secret] = []
    private var includeStack: [String] = []
    private var includedCount = 0
    private var secretFiles: [String: [String: MarkedScalar]?] = [:]
    /// How many nodes aliases and merge keys may still add.
    var expansionBudget: Int

    init(top: String, sources: FileSource, limits: YAMLReader.Limits) {
        self.top = top
        self.sources = sources
        self.limits = limits
        self.expansionBudget = limits.expandedNodes
    }

    func report(_ message: String, hint: String? = nil, at mark: SourceMark) {
        diagnostics.append(Diagnostic(.error, at: mark, message, hint: hint))
    }

    /// The tree of a file, or nil where it cannot be read, which is then reported.
    func read(_ path: String, includedAt mark: SourceMark?) -> MarkedNode? {
        let bytes: [UInt8]
        do {
            bytes = try load(path)
        } catch {
            let place = mark ?? SourceMark(file: path, line: 0, column: 0)
            report("cannot read \(path): \(Self.reason(error, path))", at: place)
            return nil
        }
        includeStack.append(path)
        defer { includeStack.removeLast() }
        return compose(bytes, path, resolvesTags: true)
    }

    private func compose(_ bytes: [UInt8], _ path: String, resolvesTags: Bool) -> MarkedNode? {
        var composer = Composer(bytes, file: path, session: self, resolvesTags: resolvesTags)
        return composer.document()
    }

    private func load(_ path: String) throws -> [UInt8] {
        if !files.contains(path) { files.append(path) }
        return try WideText.narrowed(try sources.read(path))
    }

    /// An error's text without the path, which the message has already.
    private static func reason(_ error: any Error, _ path: String) -> String {
        let text = "\(error)"
        let prefix = "cannot read \(path): "
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }

    /// The tree of an included file.
    func include(_ path: String, from file: String, at mark: SourceMark) -> MarkedNode? {
        let target = FilePath.joining(FilePath.folder(of: file), path)
        if includeStack.contains(target) {
            report(
                "\(target) includes itself",
                hint: "by way of \(includeStack.joined(separator: ", "))",
                at: mark
            )
            return nil
        }
        includedCount += 1
        guard includeStack.count <= limits.includeDepth, includedCount <= limits.includedFiles else {
            report("too many files are included one in another", hint: "put some of them together", at: mark)
            return nil
        }
        return read(target, includedAt: mark)
    }

    /// The text of a file, without line breaks at its end.
    func fileText(_ path: String, from file: String, at mark: SourceMark) -> String? {
        let target = FilePath.joining(FilePath.folder(of: file), path)
        do {
            var bytes = try load(target)
            while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
            return remember(String(decoding: bytes, as: UTF8.self))
        } catch {
            report("cannot read \(target): \(Self.reason(error, target))", at: mark)
            return nil
        }
    }

    /// The value of an environment variable, or the default behind its name.
    func environmentText(_ text: String, at mark: SourceMark) -> String? {
        let name = text.prefix { $0 != " " }
        if let value = sources.environment(String(name)) { return remember(value) }
        let rest = text.dropFirst(name.count)
        if !rest.isEmpty { return String(rest.drop { $0 == " " }) }
        let hint = "set it, or give a default: `!env \(name) default`"
        report("the environment variable `\(name)` is not set", hint: hint, at: mark)
        return nil
    }

    private func remember(_ text: String) -> String {
        secrets.append(Secret(text))
        return text
    }

    /// The value of a secret: from `secrets.yaml` beside the file, else in a folder above, up to the top file's.
    func secret(_ name: String, from file: String, at mark: SourceMark) -> MarkedScalar? {
        let folders = FilePath.folders(from: FilePath.folder(of: file), upTo: FilePath.folder(of: top))
        let paths = folders.map { FilePath.joining($0, "secrets.yaml") }
        var known: [String] = []
        var isAnyRead = false
        for path in paths {
            guard let entries = secretEntries(path) else { continue }
            isAnyRead = true
            if let scalar = entries[name] {
                _ = remember(scalar.text)
                return scalar
            }
            known += entries.keys
        }
        if isAnyRead {
            let nearest = NearestName.find(name, in: known.sorted())
            let hint = nearest.map { "did you mean `\($0)`?" } ?? "add the line `\(name): …` there"
            report("`\(name)` is not in \(paths.joined(separator: " or "))", hint: hint, at: mark)
        } else {
            let hint = "make it, with the line `\(name): …`"
            report(
                "there is no \(paths.joined(separator: " or ")) to take `\(name)` from",
                hint: hint,
                at: mark
            )
        }
        return nil
    }

    /// The entries of a secrets file, or nil where there is none; read once.
    private func secretEntries(_ path: String) -> [String: MarkedScalar]? {
        if let known = secretFiles[path] { return known }
        var entries: [String: MarkedScalar]?
        // Mostly a missing file, which is none of the places to look in; any other failure shows as a missing secret.
        if let bytes = try? load(path) {
            entries = [:]
            if case .mapping(let list, _)? = compose(bytes, path, resolvesTags: false) {
                for entry in list {
                    if case .scalar(let scalar) = entry.value { entries?[entry.key] = scalar }
                }
            }
        }
        secretFiles[path] = .some(entries)
        return entries
    }
}
