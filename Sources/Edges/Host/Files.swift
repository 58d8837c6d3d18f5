internal import Glibc

/// Why a file could not be read or written.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    package let path: String
    /// What was being done, such as `read`.
    package let operation: String
    /// The system's error number.
    package let number: Int32

    package init(path: String, operation: String, number: Int32) {
        self.path = path
        self.operation = operation
        self.number = number
    }

    /// Whether there is no such file.
    package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    package var description: String { "cannot \(operation) \(path): \(String(cString: strerror(number)))" }
}

/// Reading and writing whole files.
package enum Files {
    /// The file's bytes.
    ///
    /// - Throws: `FileError`; a file beyond `maxBytes` counts as too large (EFBIG).
    package static func read(_ path: String, maxBytes: Int = 64 << 20) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, operation: "read", number: errno) }
        defer { close(descriptor) }
        errno = 0
        guard let bytes = FileDescriptor.readAll(descriptor, maxBytes: maxBytes) else {
            throw FileError(path: path, operation: "read", number: errno == 0 ? EFBIG : errno)
        }
        return bytes
    }

    /// The file as text; bytes that are no UTF-8 become U+FFFD.
    ///
    /// - Throws: `FileError`.
    package static func readText(_ path: String) throws(FileError) -> String {
        String(decoding: try read(path), as: UTF8.self)
    }

    /// Replaces the file in one step: whoever reads it sees the old or the new bytes, also after a power cut.
    ///
    /// - Parameters:
    ///   - bytes: the whole content.
    ///   - path: the file; its folder must exist.
    ///   - mode: its permissions.
    /// - Throws: `FileError`.
    package static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o644) throws(FileError) {
        let temporary = "\(path).\(getpid()).new"
        let descriptor = open(temporary, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileError(path: path, operation: "write", number: errno) }
        var isDone = FileDescriptor.writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
        var number = errno
        close(descriptor)
        if isDone {
            isDone = rename(temporary, path) == 0
            number = errno
        }
        guard isDone else {
            unlink(temporary)
            throw FileError(path: path, operation: "write", number: number)
        }
        syncFolder(of: path)
    }

    /// Without it a power cut may undo the renaming; file systems that refuse lose nothing else.
    private static func syncFolder(of path: String) {
        let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The folder that holds the path, `.` where it names none.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether there is something at the path.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Makes the folder and those above it, where they are missing.
    ///
    /// - Throws: `FileError`.
    package static func makeFolder(_ path: String, mode: UInt32 = 0o755) throws(FileError) {
        if exists(path) || mkdir(path, mode) == 0 || errno == EEXIST { return }
        let number = errno
        let parent = folder(of: path)
        guard number == ENOENT, parent != path, parent != "." else {
            throw FileError(path: path, operation: "make", number: number)
        }
        try makeFolder(parent, mode: mode)
        guard mkdir(path, mode) == 0 || errno == EEXIST else {
            throw FileError(path: path, operation: "make", number: errno)
        }
    }

    /// Makes a new private folder under `$TMPDIR` or `/tmp`.
    ///
    /// - Throws: `FileError`.
    package static func makeTemporaryFolder(prefix: String) throws(FileError) -> String {
        let base = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(base)/\(prefix).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FileError(path: base, operation: "write in", number: errno)
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the file, where there is one.
    package static func remove(_ path: String) {
        unlink(path)
    }

    /// Removes the folder with all that is in it; what cannot be removed stays.
    package static func removeTree(_ path: String) {
        for name in names(in: path) {
            let inner = "\(path)/\(name)"
            if unlink(inner) != 0 { removeTree(inner) }
        }
        rmdir(path)
    }

    /// The names in a folder, sorted, without `.` and `..`; none where it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var output: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { output.append(name) }
        }
        return output.sorted()
    }

    /// What a symbolic link points to, or nil where the path is none.
    package static func linkTarget(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { texts in
                texts.baseAddress.map { readlink(path, $0, texts.count) } ?? -1
            }
        }
        return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }
}
