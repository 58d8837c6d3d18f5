import Host
import Mapping
import Values

/// Prints findings with the lines they are about.
enum DiagnosticOutput {
    static func print(_ findings: [Diagnostic], to descriptor: Int32) {
        guard !findings.isEmpty else { return }
        var texts: [String: String] = [:]
        for file in Set(findings.map(\.mark.file)) {
            // A file that cannot be read has no lines to show; its finding says so.
            texts[file] = try? Files.readText(file)
        }
        let printer = DiagnosticPrinter(usesColor: Terminal.hasColour(descriptor), texts: texts)
        FileDescriptor.print(printer.text(findings), to: descriptor)
    }
}
