internal import CSQLite

/// An open database with its prepared statements.
///
/// `@unchecked Sendable`: the library lets any thread use a connection as long as one does at a time
/// (`SQLITE_OPEN_NOMUTEX`), it cannot be copied, and its only owner keeps it behind a mutex.
struct SQLiteConnection: ~Copyable, @unchecked Sendable {
    /// The statements in use, each prepared once.
    enum Statement: String, CaseIterable {
        case begin = "BEGIN IMMEDIATE"
        case commit = "COMMIT"
        case rollback = "ROLLBACK"
        /// Equal values are not written again.
        case put = """
            INSERT INTO entries (bucket, key, value) VALUES (?1, ?2, ?3)
            ON CONFLICT (bucket, key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
            """
        case delete = "DELETE FROM entries WHERE bucket = ?1 AND key = ?2"
        case get = "SELECT value FROM entries WHERE bucket = ?1 AND key = ?2"
        case load = "SELECT key, value FROM entries WHERE bucket = ?1 ORDER BY key"
        case check = "PRAGMA quick_check(1)"
        case probe = "SELECT bucket, key, value FROM entries LIMIT 1"
        case version = "PRAGMA user_version"
    }

    /// A value for a statement's parameter.
    enum Parameter {
        case text(String)
        case blob([UInt8])
    }

    let path: String
    private let database: OpaquePointer
    private var statements: [Statement: OpaquePointer] = [:]
    /// Whether a commit waits until the disk has it; nil: not set yet.
    private var waitsForDisk: Bool?

    /// Takes over an open database.
    private init(path: String, database: OpaquePointer) {
        self.path = path
        self.database = database
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(database)
    }

    /// Opens or makes the database at `path`; `:memory:` has none.
    static func open(_ path: String) throws(StoreError) -> SQLiteConnection {
        var database: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &database, flags, nil)
        guard code == SQLITE_OK, let database else {
            let problem = failure(code, path: path, database: database)
            sqlite3_close_v2(database)
            throw problem
        }
        sqlite3_busy_timeout(database, 2_000)
        return SQLiteConnection(path: path, database: database)
    }

    /// Runs statements that yield nothing and are run once.
    func execute(_ sql: String) throws(StoreError) {
        try check(sqlite3_exec(database, sql, nil, nil, nil))
    }

    /// Says whether the next commits wait until the disk has them, or only survive the program's death.
    mutating func setWaitsForDisk(_ waits: Bool) throws(StoreError) {
        guard waits != waitsForDisk else { return }
        try execute("PRAGMA synchronous = \(waits ? "FULL" : "NORMAL")")
        waitsForDisk = waits
    }

    /// Moves the log into the database, so that the log starts at its beginning again and needs no more room.
    ///
    /// Says nothing where that is not possible.
    func checkpoint() {
        sqlite3_wal_checkpoint_v2(database, nil, SQLITE_CHECKPOINT_RESTART, nil, nil)
    }

    /// Whether the file that it writes to is no longer what lies at its path.
    var hasMoved: Bool {
        var flag: Int32 = 0
        let code = sqlite3_file_control(database, nil, SQLITE_FCNTL_HAS_MOVED, &flag)
        return code == SQLITE_OK && flag != 0
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(database) == 0 }

    /// Runs a statement to its end and gives the columns of each row, as bytes.
    @discardableResult
    mutating func run(_ kind: Statement, _ parameters: [Parameter] = []) throws(StoreError) -> [[[UInt8]]] {
        let statement = try prepared(kind)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (place, parameter) in parameters.enumerated() {
            try check(Self.bind(parameter, at: Int32(place + 1), to: statement))
        }
        var rows: [[[UInt8]]] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw Self.failure(code, path: path, database: database) }
            rows.append((0..<sqlite3_column_count(statement)).map { Self.column($0, of: statement) })
        }
    }

    private mutating func prepared(_ kind: Statement) throws(StoreError) -> OpaquePointer {
        if let statement = statements[kind] { return statement }
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try check(sqlite3_prepare_v3(database, kind.rawValue, -1, flags, &statement, nil))
        guard let statement else {
            throw StoreError(code: .other, path: path, detail: "the statement is empty")
        }
        statements[kind] = statement
        return statement
    }

    private static func bind(_ parameter: Parameter, at place: Int32, to statement: OpaquePointer) -> Int32 {
        switch parameter {
        case .text(var text):
            text.withUTF8 { bytes in
                guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
                return UnsafeRawBufferPointer(bytes).withMemoryRebound(to: CChar.self) {
                    pushward_sqlite_bind_text(statement, place, $0.baseAddress, count)
                }
            }
        case .blob(let bytes):
            if let count = Int32(exactly: bytes.count) {
                pushward_sqlite_bind_blob(statement, place, bytes, count)
            } else {
                SQLITE_TOOBIG
            }
        }
    }

    private static func column(_ place: Int32, of statement: OpaquePointer) -> [UInt8] {
        let start = sqlite3_column_blob(statement, place)
        let count = Int(sqlite3_column_bytes(statement, place))
        return start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw Self.failure(code, path: path, database: database) }
    }

    private static func failure(_ code: Int32, path: String, database: OpaquePointer?) -> StoreError {
        let detail = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        return StoreError(
            code: errorCode(code, systemError: database.map { sqlite3_system_errno($0) } ?? 0),
            path: path,
            detail: detail.map { String(cString: $0) } ?? "error \(code)"
        )
    }

    private static func errorCode(_ code: Int32, systemError: Int32) -> StoreError.Code {
        switch code & 0xFF {
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_IOERR: StoreFiles.code(ofSystemError: systemError) ?? .disk
        default: .other
        }
    }
}
