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

    private static func failure(_ path: String) -> StoreError {
        let number = errno
        let code: StoreError.Code =
            switch number {
            case ENOSPC, EDQUOT: .full
            case EROFS: .readOnly
            default: .cannotOpen
            }
        return StoreError(code: code, path: path, detail: String(cString: strerror(number)))
    }

    /// Moves the database and its companions to the first free `<path>.corrupt-<n>`.
    static func setAside(_ path: String) throws(StoreError) -> String {
        var number = 1
        while access("\(path).corrupt-\(number)", F_OK) == 0 { number += 1 }
        let target = "\(path).corrupt-\(number)"
        guard rename(path, target) == 0 else { throw failure(path) }
        for suffix in ["-wal", "-shm", "-journal"] where rename(path + suffix, target + suffix) != 0 {
            unlink(path + suffix)
        }
        return target
    }
}
