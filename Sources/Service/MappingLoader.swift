import Host
package import Mapping
package import Values
import YAMLReader

/// A mapping file, read with all that it includes and checked.
package struct LoadedMapping: Sendable {
    /// nil where there are errors.
    package var mapping: Mapping?
    package var diagnostics: [Diagnostic]
    /// The files that were read, the top one first.
    package var files: [String]
    /// What no log may show.
    package var secrets: [Secret]

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Finds and reads mapping files.
package enum MappingLoader {
    /// The file to read: what was named, `PUSHWARD_MQTT_CONFIG`, `./config.yaml`, or the system's.
    package static func path(named name: String?) -> String {
        if let name { return name }
        if let name = Environment.value("PUSHWARD_MQTT_CONFIG"), !name.isEmpty { return name }
        return Files.exists("config.yaml") ? "config.yaml" : "/etc/pushward-mqtt/config.yaml"
    }

    /// Reads and checks a mapping file; with `now` it tells of times that have passed, too.
    package static func load(_ path: String, at now: Timestamp? = nil) -> LoadedMapping {
        let sources = FileSource(
            read: { path throws in try Files.read(path, maxBytes: 16 << 20) },
            environment: { Environment.value($0) }
        )
        let document = YAMLReader.read(file: path, sources: sources)
        var diagnostics = document.diagnostics
        var mapping: Mapping?
        if let root = document.root {
            let decoded = MappingDecoder.decode(root, at: now)
            mapping = decoded.mapping
            diagnostics += decoded.diagnostics
        }
        if diagnostics.contains(where: { $0.severity == .error }) { mapping = nil }
        diagnostics.sort {
            ($0.mark.file, $0.mark.line, $0.mark.column) < ($1.mark.file, $1.mark.line, $1.mark.column)
        }
        return LoadedMapping(
            mapping: mapping,
            diagnostics: diagnostics,
            files: document.files,
            secrets: document.secrets
        )
    }
}
