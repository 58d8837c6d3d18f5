internal import Glibc

/// The files of a database, made for their owner only.
enum StoreFiles {
    /// Makes the folder (0700) where it is missing, and an empty file (0600) where there is none.
    ///
    /// The library gives its own files (`-wal`, `-shm`) the permissions of the database.
    static func prepare(_ path: String) throws(StoreError) {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try makeFolder(String(path[..<slash]), for: path)
        }
        // Never opened where it exists: closing it would drop the locks that this process holds on it.
        guard access(path, F_OK) != 0 else { return }
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw failure(path)
        }
        close(descriptor)
    }

    private static func makeFolder(_ folder: String, for path: String) throws(StoreError) {
        if access(folder, F_OK) == 0 || mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
            throw failure(path)
        }
        try makeFolder(String(folder[..<slash]), for: path)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure(path) }
    }

    /// What the system's error number says of the disk, or nil where it says something else.
    static func code(ofSystemError number: Int32) -> StoreError.Code? {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: .full
        case EROFS: .readOnly
        default: nil
        }
    }

    private static func failure(_ path: String) -> StoreError {
        let number = errno
        return StoreError(
            code: code(ofSystemError: number) ?? .cannotOpen,
            path: path,
            detail: String(cString: strerror(number))
        )
    }

    /// How many damaged files are kept; then the last one gives way.
    private static let mostSetAside = 9

    /// Moves the database and its companions to the first free `<path>.corrupt-<n>`.
    static func setAside(_ path: String) throws(StoreError) -> String {
        var number = 1
        while number < mostSetAside, access("\(path).corrupt-\(number)", F_OK) == 0 { number += 1 }
        let target = "\(path).corrupt-\(number)"
        guard rename(path, target) == 0 else { throw failure(path) }
        for suffix in companions where rename(path + suffix, target + suffix) != 0 {
            unlink(path + suffix)
        }
        return target
    }

    /// What the library keeps beside a database.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// Whether the log lies beside the database, as it does as long as that is open.
    static func hasLog(_ path: String) -> Bool { access(path + "-wal", F_OK) == 0 }

    /// Copies the database and its log to a folder of its own that dies with the process, where one can be made.
    ///
    /// - Returns: the copy's path, or nil where there is nothing to copy or no room for it.
    static func copyAway(_ path: String) -> String? {
        guard let database = contents(of: path) else { return nil }
        for folder in ["/dev/shm", "/run", "/tmp"] {
            var template = Array("\(folder)/pushward-mqtt-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { continue }
            let copy =
                String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
                + "/state.sqlite"
            if write(database, to: copy),
                contents(of: path + "-wal").map({ write($0, to: copy + "-wal") }) ?? true
            {
                return copy
            }
            removeCopy(copy)
        }
        return nil
    }

    /// Removes what `copyAway` made.
    static func removeCopy(_ copy: String) {
        for suffix in [""] + companions { unlink(copy + suffix) }
        if let slash = copy.lastIndex(of: "/") { rmdir(String(copy[..<slash])) }
    }

    private static func contents(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer.prefix(count))
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
