package import Values

/// What reading a file gave.
package struct YAMLDocument: Sendable {
    /// The tree, or nil where the text is no YAML.
    ///
    /// Where a tag could not be resolved it holds a scalar that says so (`isUnresolved`).
    package let root: MarkedNode?
    /// Everything that is wrong, in the order in which it was met.
    package let diagnostics: [Diagnostic]
    /// The files that were read or looked for, the top one first: what to watch for changes.
    package let files: [String]
    /// The texts that came through `!secret`, `!env` and `!file`, which no log may show.
    package let secrets: [Secret]
}

/// Reads YAML into a tree that knows the place of each key and value.
///
/// All scalars are texts. Anchors, aliases and merge keys are expanded within a budget; `!secret`, `!env`, `!file` and
/// `!include` are resolved; equal keys are all kept.
package enum YAMLReader {
    /// How much a file may ask for.
    package struct Limits: Sendable, Hashable {
        /// The deepest nesting of lists and mappings.
        package var depth = 64
        /// How many nodes aliases and merge keys may add in all.
        package var expandedNodes = 10_000
        package var includeDepth = 8
        package var includedFiles = 1_000

        package init() {}
    }

    /// Reads a file with all that it includes.
    ///
    /// - Parameters:
    ///   - file: its path, as the person gave it and as messages show it.
    ///   - sources: where files and variables come from.
    ///   - limits: how much it may ask for.
    /// - Returns: the tree and everything that is wrong.
    package static func read(file: String, sources: FileSource, limits: Limits = Limits()) -> YAMLDocument {
        let session = ReadingSession(top: file, sources: sources, limits: limits)
        let root = session.read(file, includedAt: nil)
        return YAMLDocument(
            root: root,
            diagnostics: session.diagnostics,
            files: session.files,
            secrets: session.secrets
        )
    }

    /// Reads a text that may not use files.
    package static func read(text: String, name: String = "input") -> YAMLDocument {
        read(file: name, sources: FileSource(files: [name: text]))
    }
}
