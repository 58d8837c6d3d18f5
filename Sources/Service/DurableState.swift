package import Engine
import Host
import JSONReader
import Store
import Values

/// The engine's durable state: in memory, and on disk as long as the disk takes it.
///
/// A disk that is full, read-only, damaged or gone stops nothing: what it does not take waits here, and is written when
/// it can be. That is told once, and marked beside the file, so that a start after a crash knows how old the file is.
package final class DurableState {
    private typealias Key = StateContents.Key

    private static let tables = StateChange.Table.allCases.map(\.rawValue) + [StateContents.secrets]
    /// How long it takes until the disk is tried again, or looked at, where nothing is to be saved.
    private static let pause: Duration = .seconds(30)

    private let path: String
    private var store: Store?
    /// What the disk should hold.
    private var rows: [Key: [UInt8]] = [:]
    /// What it may not hold yet.
    private var unsaved: Set<Key> = []
    /// Whether `rows` has what earlier runs left in the file.
    private var knowsFile = true
    private var problem: StoreError?
    private var hasMark: Bool
    private var notes: [LogRecord] = []
    private var looksAt: Duration = .zero

    /// Whether the last run could not save what it did: what was loaded may be older than what happened.
    package let isBehind: Bool
    /// When ``tend(at:)`` is to try again, on the machine's uptime clock.
    package private(set) var retryAt: Duration?
    /// Whether the disk has all that was saved.
    package var isSaved: Bool { problem == nil }

    /// Opens the state in `folder`, making the folder where it is missing.
    ///
    /// Where the file is there and cannot be used, it goes on in memory with as much of it as can be read.
    ///
    /// - Throws: `StoreError` where another process uses it, a newer version wrote it, or its folder cannot be made.
    package init(folder: String, at uptime: Duration) throws {
        path = "\(folder)/state.sqlite"
        hasMark = Files.exists("\(path).unsaved")
        isBehind = hasMark
        do throws(StoreError) {
            try open()
        } catch {
            switch error.code {
            case .busy, .newerSchema: throw error
            case .cannotOpen where !Files.exists(path): throw error
            default: salvage()
            }
            fail(error, at: uptime)
        }
        // What had to be set aside is written anew.
        if !unsaved.isEmpty, problem == nil { write(waitsForDisk: true, at: uptime) }
        if isBehind {
            tell(
                .warning,
                "the last run could not save all that it did: what may have been sent is not sent again"
            )
        }
    }

    /// The folder of durable state: what the mapping names, `$STATE_DIRECTORY`, or the user's own.
    package static func folder(named name: String?) -> String {
        if let name { return name }
        if let name = Environment.value("STATE_DIRECTORY"), !name.isEmpty {
            return String(name.split(separator: ":").first ?? Substring(name))
        }
        if let name = Environment.value("XDG_STATE_HOME"), !name.isEmpty { return "\(name)/pushward-mqtt" }
        let home = Environment.value("HOME") ?? "."
        return "\(home)/.local/state/pushward-mqtt"
    }

    /// All that was saved; rows that are no JSON are passed over, for a state must never keep the daemon from starting.
    ///
    /// Where it ``isBehind``, each notification counts as one that may have been sent.
    package func load() -> [StateChange] {
        var found: [StateChange] = []
        for (key, bytes) in rows.sorted(by: { ($0.key.table, $0.key.key) < ($1.key.table, $1.key.key) }) {
            guard let table = StateChange.Table(rawValue: key.table), var value = try? JSONReader.read(bytes)
            else { continue }
            if isBehind, table == .notifications, var row = value.objectValue, row["body"] != nil {
                row["open"] = true
                value = .object(row)
            }
            found.append(StateChange(table, key.key, value))
        }
        return found
    }

    /// Makes changes durable, all or none, where the disk takes them; else they wait.
    ///
    /// Rows that say what they said are not written.
    ///
    /// - Parameters:
    ///   - changes: in order; the last one of a row counts.
    ///   - uptime: by the machine's clock.
    package func save(_ changes: [StateChange], at uptime: Duration) {
        var waitsForDisk = false
        for change in changes {
            let key = Key(table: change.table.rawValue, key: change.key)
            waitsForDisk = waitsForDisk || change.mustSurvivePowerCut
            put(key, change.value?.utf8)
        }
        write(waitsForDisk: waitsForDisk, at: uptime)
    }

    /// A value that is made once and then stays, such as the key that tokens are derived from.
    ///
    /// - Parameters:
    ///   - name: what it is called.
    ///   - isRenewed: whether it is made anew though there is one.
    ///   - uptime: by the machine's clock.
    ///   - make: makes it.
    /// - Returns: the stored value.
    /// - Throws: what `make` throws.
    package func secret(
        named name: String,
        isRenewed: Bool = false,
        at uptime: Duration,
        orMake make: () throws -> [UInt8]
    ) rethrows -> [UInt8] {
        let key = Key(table: StateContents.secrets, key: name)
        if let known = rows[key], !known.isEmpty, !isRenewed { return known }
        let fresh = try make()
        put(key, fresh)
        write(waitsForDisk: true, at: uptime)
        return fresh
    }

    /// Looks now and then whether the file is still there, and tries again to write what the disk did not take.
    package func tend(at uptime: Duration) {
        if looksAt <= uptime { noticeRemoval() }
        let isDue = retryAt.map { $0 <= uptime } ?? true
        if problem != nil, isDue { write(waitsForDisk: true, at: uptime) }
        if looksAt <= uptime { looksAt = uptime + Self.pause }
    }

    /// Takes what is worth a line in the log; each thing is told once.
    package func takeNotes() -> [LogRecord] {
        defer { notes = [] }
        return notes
    }

    // MARK: The disk

    private func put(_ key: Key, _ value: [UInt8]?) {
        guard rows[key] != value else { return }
        rows[key] = value
        unsaved.insert(key)
    }

    /// Opens the file and makes it hold `rows`, or takes them from it the first time.
    private func open() throws(StoreError) {
        let isFirst = problem == nil && rows.isEmpty
        var store: Store? = try Store(path: path)
        for note in store?.notes ?? [] { tell(.warning, note.description) }
        var contents = StateContents()
        for table in Self.tables {
            for entry in try store?.load(table) ?? [] { contents.add(entry, of: table) }
        }
        if contents.unreadable > 0 {
            // Closed before it is moved.
            store = nil
            tell(.warning, contents.account(movedTo: try Store.setAside(path)))
            store = try Store(path: path)
        }
        let found = contents.kept.rows
        if isFirst {
            rows = found
            if contents.unreadable > 0 { unsaved.formUnion(found.keys) }
        } else if knowsFile {
            unsaved.formUnion(found.keys)
            unsaved.formUnion(rows.keys)
        } else {
            // What earlier runs left there is seen only now: it stays, beneath what is newer.
            unsaved.formUnion(rows.keys)
            rows.merge(found) { newer, _ in newer }
            knowsFile = true
        }
        self.store = store
    }

    private func salvage() {
        let found = Store.salvage(path: path, tables: Self.tables)
        knowsFile = found != nil
        var contents = StateContents()
        for (table, entries) in found ?? [:] {
            for entry in entries { contents.add(entry, of: table) }
        }
        rows = contents.kept.rows
        if contents.unreadable > 0 { tell(.warning, contents.account(movedTo: nil)) }
    }

    /// Notices that the file was taken away: from then on what it seems to take is lost.
    private func noticeRemoval() {
        guard let store, !store.isInPlace else { return }
        self.store = nil
        let error = StoreError(code: .removed, path: path, detail: "all that is known is written anew")
        tell(.error, error.description)
        problem = error
        unsaved.formUnion(rows.keys)
    }

    private func write(waitsForDisk: Bool, at uptime: Duration) {
        noticeRemoval()
        guard !unsaved.isEmpty || problem != nil else { return }
        do throws(StoreError) {
            try attempt(waitsForDisk: waitsForDisk)
        } catch {
            guard error.code == .corrupt else { return fail(error, at: uptime) }
            // Opening it again sets it aside; all that it held is here.
            tell(.error, error.description)
            store = nil
            do throws(StoreError) {
                problem = problem ?? error
                try attempt(waitsForDisk: waitsForDisk)
            } catch {
                return fail(error, at: uptime)
            }
        }
        recovered()
    }

    private func attempt(waitsForDisk: Bool) throws(StoreError) {
        if store == nil { try open() }
        let changes = unsaved.map { key -> StoreChange in
            if let value = rows[key] {
                .put(table: key.table, key: key.key, value: value)
            } else {
                .delete(table: key.table, key: key.key)
            }
        }
        try store?.apply(changes, waitsForDisk: waitsForDisk)
        unsaved = []
    }

    private func fail(_ error: StoreError, at uptime: Duration) {
        if problem?.code != error.code {
            tell(.error, "\(error); until then nothing that happens survives a restart")
        }
        problem = error
        retryAt = uptime + Self.pause
        // A connection to a disk that failed may never recover, unlike one to a disk that is full.
        if error.code != .full, error.code != .busy { store = nil }
        // A file without content fits on a full disk, too.
        if !hasMark { hasMark = (try? Files.write([], to: "\(path).unsaved", mode: 0o600)) != nil }
    }

    private func recovered() {
        retryAt = nil
        if problem != nil {
            problem = nil
            tell(.notice, "the state is saved again")
        }
        if hasMark {
            Files.remove("\(path).unsaved")
            hasMark = false
        }
    }

    private func tell(_ level: LogRecord.Level, _ text: String) {
        notes.append(LogRecord(level, "state", text))
    }
}
