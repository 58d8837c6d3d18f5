internal import Synchronization

/// The daemon's durable state: named tables of values by key, in one file that survives being killed at any moment.
///
/// Safe from any thread; calls wait for the disk. The file is held exclusively: a second process is refused.
package final class Store: Sendable {
    /// Turns what an older version stored into changes; runs once, in the transaction that raises the version.
    ///
    /// Gets the version found and a way to read that version's tables.
    package typealias Migration = (_ from: Int, _ load: (String) throws -> [StoreEntry]) throws ->
        [StoreChange]

    /// How the store behaves.
    package struct Settings: Sendable, Hashable {
        /// The version of what is stored, from ``StoreLayout/version``.
        package var schemaVersion: Int
        /// The most that the file may grow to, or nil.
        package var maxBytes: Int?

        package init(schemaVersion: Int = StoreLayout.version, maxBytes: Int? = nil) {
            self.schemaVersion = max(StoreLayout.version, schemaVersion)
            self.maxBytes = maxBytes
        }
    }

    /// What opening it found.
    package let notes: [StoreNote]
    private let connection: Mutex<SQLiteConnection>

    /// Opens the store, making the folder and the file (for the owner only) where they are missing.
    ///
    /// A file that is no database or is damaged is moved aside and told in `notes`.
    ///
    /// - Parameters:
    ///   - path: the file, or `:memory:` for a store that dies with this object.
    ///   - settings: how it behaves.
    ///   - migration: what to do with an older version's values; nil keeps them as they are.
    /// - Throws: `StoreError`.
    package init(
        path: String,
        settings: Settings = Settings(),
        migration: Migration? = nil
    ) throws(StoreError) {
        var notes: [StoreNote] = []
        if path != ":memory:" { try StoreFiles.prepare(path) }
        do {
            self.connection = Mutex(try Self.open(path, settings, migration, &notes))
        } catch {
            guard error.code == .corrupt, path != ":memory:" else { throw error }
            let target = try StoreFiles.setAside(path)
            notes = [.setAside(path: target, reason: error.detail)]
            try StoreFiles.prepare(path)
            self.connection = Mutex(try Self.open(path, settings, migration, &notes))
        }
        self.notes = notes
    }

    private static func open(
        _ path: String,
        _ settings: Settings,
        _ migration: Migration?,
        _ notes: inout [StoreNote]
    ) throws(StoreError) -> SQLiteConnection {
        var connection = try SQLiteConnection.open(path)
        // Exclusive before the first read: then the log needs no shared memory, and a second process is refused.
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;")
        try connection.setWaitsForDisk(false)
        // The log is not cut: on a full disk its room is there to be written again.
        try connection.execute(
            "PRAGMA journal_size_limit = -1; PRAGMA cache_size = -256; PRAGMA trusted_schema = OFF;"
        )
        if let maxBytes = settings.maxBytes {
            try connection.execute("PRAGMA max_page_count = \(max(4, maxBytes / 4_096));")
        }
        let findings = try connection.run(.check)
        if let finding = findings.first?.first, finding != Array("ok".utf8) {
            throw StoreError(code: .corrupt, path: path, detail: String(decoding: finding, as: UTF8.self))
        }
        if try bringUpToDate(&connection, settings, migration, &notes) { reserve(&connection) }
        do throws(StoreError) {
            try connection.run(.probe)
        } catch {
            // Sound, but not what this program makes.
            throw error.code == .other ? StoreError(code: .corrupt, path: path, detail: error.detail) : error
        }
        return connection
    }

    /// Whether anything had to be done.
    private static func bringUpToDate(
        _ connection: inout SQLiteConnection,
        _ settings: Settings,
        _ migration: Migration?,
        _ notes: inout [StoreNote]
    ) throws(StoreError) -> Bool {
        let text = try connection.run(.version).first?.first ?? []
        let found = Int(String(decoding: text, as: UTF8.self)) ?? 0
        let wanted = settings.schemaVersion
        guard found != wanted else { return false }
        guard found < wanted else {
            // A number that no release can have reached is damage.
            throw StoreError(
                code: found - wanted > 1_000 ? .corrupt : .newerSchema,
                path: connection.path,
                detail: "its version is \(found), this program knows \(wanted)"
            )
        }
        try transaction(&connection) { connection throws(StoreError) in
            try connection.execute(StoreLayout.changes(from: found))
            if found > 0, let migration {
                try migrate(&connection, from: found, with: migration)
            }
            try connection.execute("PRAGMA user_version = \(wanted);")
        }
        if found > 0 { notes.append(.migrated(from: found, to: wanted)) }
        return true
    }

    /// Takes some room in the file and in its log, for a time when the disk is full.
    ///
    /// Where there is no room for that now, it goes without.
    private static func reserve(_ connection: inout SQLiteConnection) {
        let place = (table: "reserve", key: "")
        let room = [UInt8](repeating: 0, count: 96 * 1_024)
        guard (try? put([.put(table: place.table, key: place.key, value: room)], into: &connection)) != nil
        else { return }
        connection.checkpoint()
        // A disk that fails here fails at the next save, too, where it is told.
        _ = try? put([.delete(table: place.table, key: place.key)], into: &connection)
        connection.checkpoint()
    }

    private static func migrate(
        _ connection: inout SQLiteConnection,
        from found: Int,
        with migration: Migration
    ) throws(StoreError) {
        var changes: [StoreChange] = []
        do {
            changes = try migration(found) { table in try entries(&connection, table) }
        } catch {
            throw error as? StoreError
                ?? StoreError(code: .other, path: connection.path, detail: "migration failed: \(error)")
        }
        try perform(changes, on: &connection)
    }

    /// Makes all changes or, where it throws, none.
    ///
    /// They survive the program's death at any moment.
    ///
    /// - Parameters:
    ///   - changes: in order.
    ///   - waitsForDisk: whether they survive a power cut, too: it returns when the disk has them, and all before them.
    /// - Throws: `StoreError`, `full` and `readOnly` among them; the store stays usable.
    package func apply(_ changes: [StoreChange], waitsForDisk: Bool = false) throws(StoreError) {
        guard !changes.isEmpty else { return }
        try connection.withLock { connection throws(StoreError) in
            try connection.setWaitsForDisk(waitsForDisk)
            do throws(StoreError) {
                try Self.put(changes, into: &connection)
            } catch {
                guard error.code == .full else { throw error }
                // What is in the database already need not stay in the log.
                connection.checkpoint()
                try Self.put(changes, into: &connection)
            }
        }
    }

    /// Whether the file and its log lie where they were opened: what is written to files that were removed is lost.
    ///
    /// The system lets a program write to such files as if nothing had happened.
    package var isInPlace: Bool {
        connection.withLock { $0.path == ":memory:" || !$0.hasMoved && StoreFiles.hasLog($0.path) }
    }

    /// Moves a file that no store holds open, and its log, to a free name beside it.
    ///
    /// - Returns: where it lies now.
    /// - Throws: `StoreError`.
    package static func setAside(_ path: String) throws(StoreError) -> String {
        try StoreFiles.setAside(path)
    }

    /// All entries of a table, in the order of their keys' bytes.
    package func load(_ table: String) throws(StoreError) -> [StoreEntry] {
        try connection.withLock { connection throws(StoreError) in try Self.entries(&connection, table) }
    }

    /// One value, or nil where there is none.
    package func value(_ table: String, _ key: String) throws(StoreError) -> [UInt8]? {
        try connection.withLock { connection throws(StoreError) in
            try connection.run(.get, [.text(table), .text(key)]).first?.first
        }
    }

    /// What a store holds that cannot be written, such as one on a disk that is read-only now, by table.
    ///
    /// Reads a copy, which needs some memory or room elsewhere for a moment.
    ///
    /// - Returns: nil where the file cannot be read, either, or is no store of this version or an earlier one.
    package static func salvage(path: String, tables: [String]) -> [String: [StoreEntry]]? {
        guard let copy = StoreFiles.copyAway(path) else { return nil }
        defer { StoreFiles.removeCopy(copy) }
        guard let store = try? Store(path: copy), !store.isFresh else { return nil }
        var found: [String: [StoreEntry]] = [:]
        for table in tables { found[table] = try? store.load(table) }
        return found
    }

    /// Whether what it holds is none of what an earlier run stored.
    private var isFresh: Bool {
        notes.contains { if case .setAside = $0 { true } else { false } }
    }

    private static func entries(
        _ connection: inout SQLiteConnection,
        _ table: String
    ) throws(StoreError) -> [StoreEntry] {
        try connection.run(.load, [.text(table)]).map { row in
            StoreEntry(key: String(decoding: row.first ?? [], as: UTF8.self), value: row.last ?? [])
        }
    }

    private static func put(
        _ changes: [StoreChange],
        into connection: inout SQLiteConnection
    ) throws(StoreError) {
        try transaction(&connection) { connection throws(StoreError) in
            try perform(changes, on: &connection)
        }
    }

    private static func perform(
        _ changes: [StoreChange],
        on connection: inout SQLiteConnection
    ) throws(StoreError) {
        for change in changes {
            switch change {
            case .put(let table, let key, let value):
                try connection.run(.put, [.text(table), .text(key), .blob(value)])
            case .delete(let table, let key):
                try connection.run(.delete, [.text(table), .text(key)])
            }
        }
    }

    private static func transaction(
        _ connection: inout SQLiteConnection,
        _ body: (inout SQLiteConnection) throws(StoreError) -> Void
    ) throws(StoreError) {
        try connection.run(.begin)
        do {
            try body(&connection)
            try connection.run(.commit)
        } catch {
            // A full disk may have rolled it back already; what went wrong first is what counts.
            if connection.isInTransaction { _ = try? connection.run(.rollback) }
            throw error
        }
    }
}
