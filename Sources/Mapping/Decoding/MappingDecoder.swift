package import Values

/// Reads a mapping from a file's tree, collecting every problem.
package enum MappingDecoder {
    /// The mapping, or nil where there are errors, with everything found.
    package static func decode(_ root: MarkedNode) -> (mapping: Mapping?, diagnostics: [Diagnostic]) {
        (nil, [Diagnostic(.error, at: root.mark, "not built yet")])
    }
}
