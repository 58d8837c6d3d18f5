import Host
import Mapping
import Values

/// Finds the key for PushWard: in the mapping, or in the file that it names.
enum TokenFile {
    /// - Throws: `FileError` where the file cannot be read.
    static func token(of settings: PushWardSettings) throws -> Secret {
        guard let path = settings.tokenFile else { return settings.token }
        let text = try Files.readText(path)
        return Secret(text.filter { !$0.isWhitespace })
    }
}
