import Host
import Store
import TestSupport
import Testing

/// Files of earlier versions, of later ones, and broken ones.
@Suite("Store: what it finds")
struct StoreDamageTests {
    private static let versionOne: String = {
        let own = Files.folder(of: #filePath)
        return Files.folder(of: own) + "/StateFiles/version-1"
    }()

    private static let tables = ["cards", "notifications", "rules", "secrets"]

    /// A copy of what the first version left when it was killed: most of it is in the log.
    private func versionOne(in folder: TemporaryFolder) throws -> String {
        for name in ["state.sqlite", "state.sqlite-wal"] {
            try Files.write(Files.read("\(Self.versionOne)/\(name)"), to: folder.file(name), mode: 0o600)
        }
        return folder.file("state.sqlite")
    }

    private func contents(_ store: Store) throws -> [[StoreEntry]] {
        try Self.tables.map { try store.load($0) }
    }

    @Test("A file of version 1 is brought forward with every row, and only once")
    func migration() throws {
        let folder = try TemporaryFolder()
        let path = try versionOne(in: folder)
        let migrated: [[StoreEntry]]
        do {
            let store = try Store(path: path)
            #expect(store.notes == [.migrated(from: 1, to: StoreLayout.version)])
            migrated = try contents(store)
            #expect(migrated.map { $0.map(\.key) }.first == ["alarm", "player-lounge"])
            #expect(migrated.map(\.count) == [2, 3, 2, 2])
            #expect(migrated.joined().allSatisfy { !$0.value.isEmpty })
            try store.apply([.put(table: "cards", key: "alarm", value: [1])])
            try store.apply([.delete(table: "cards", key: "player-lounge")])
        }
        let again = try Store(path: path)
        #expect(again.notes.isEmpty)
        #expect(try again.load("cards") == [StoreEntry(key: "alarm", value: [1])])
        #expect(try Array(contents(again).dropFirst()) == Array(migrated.dropFirst()))
    }

    @Test("A file of a newer version is refused and stays as it is; an impossible version is damage")
    func newer() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state.sqlite")
        do { try Store(path: path).apply([.put(table: "t", key: "k", value: [1])]) }
        let before = try Files.read(path)
        var bytes = before
        // The version lies in the header, at 60 to 63.
        bytes.replaceSubrange(60..<64, with: [0, 0, 0, 200])
        try Files.write(bytes, to: path)
        var code: StoreError.Code?
        do throws(StoreError) { _ = try Store(path: path) } catch { code = error.code }
        #expect(code == .newerSchema)
        #expect(!Files.exists("\(path).corrupt-1"))
        bytes.replaceSubrange(60..<64, with: [0x41, 0, 0, 0])
        try Files.write(bytes, to: path)
        #expect(try !Store(path: path).notes.isEmpty)
        #expect(try Files.read("\(path).corrupt-1") == bytes)
    }

    @Test("A sound database of something else is moved aside")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state.sqlite")
        do { try Store(path: path).apply([.put(table: "t", key: "k", value: [1])]) }
        let bytes = try Files.read(path)
        // Another table of the same length of name.
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("entries"))
        var other = bytes
        let name = Array("entries".utf8)
        var place = 0
        while place + name.count <= other.count {
            if Array(other[place..<(place + name.count)]) == name {
                other.replaceSubrange(place..<(place + name.count), with: Array("another".utf8))
            }
            place += 1
        }
        try Files.write(other, to: path)
        let store = try Store(path: path)
        #expect(store.notes.contains { if case .setAside = $0 { true } else { false } })
        try store.apply([.put(table: "t", key: "k", value: [2])])
        #expect(try store.value("t", "k") == [2])
    }

    @Test("Cut off anywhere, it opens: as it was, as it was earlier, or afresh with the damaged one aside")
    func truncated() throws {
        let folder = try TemporaryFolder()
        let whole = folder.file("whole")
        do {
            let store = try Store(path: whole)
            for number in 0..<60 {
                try store.apply([
                    .put(table: "t", key: "k\(number)", value: [UInt8](repeating: 7, count: 700))
                ])
            }
        }
        let bytes = try Files.read(whole)
        for size in [
            0, 1, 15, 16, 50, 99, 100, 101, 1_024, 4_095, 4_096, 4_097, 8_192, 20_000, bytes.count - 1,
        ] {
            let path = folder.file("cut-\(size)")
            try Files.write(Array(bytes.prefix(size)), to: path)
            let store = try Store(path: path)
            try store.apply([.put(table: "t", key: "new", value: [1])])
            #expect(try store.value("t", "new") == [1], "\(size)")
        }
    }

    @Test("Whatever bytes are damaged, of the file or of its log, it opens and goes on")
    func damaged() throws {
        let seed = Environment.value("SEED").flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
        var random = SeededGenerator(seed: seed)
        for round in 0..<120 {
            let inner = try TemporaryFolder()
            let path = try versionOne(in: inner)
            if round.isMultiple(of: 2) {
                // The log's rows are brought into the file first, so that it is the file that breaks.
                do { _ = try Store(path: path) }
            }
            let victim = round % 4 < 3 && !round.isMultiple(of: 2) ? "\(path)-wal" : path
            var bytes = try Files.read(victim)
            let start = Int.random(in: 0..<bytes.count, using: &random)
            for place in start..<min(bytes.count, start + Int.random(in: 1...300, using: &random)) {
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            try Files.write(bytes, to: victim)
            do throws(StoreError) {
                let store = try Store(path: path)
                try store.apply([.put(table: "t", key: "new", value: [1])])
                #expect(try store.value("t", "new") == [1], "SEED=\(seed), round \(round)")
                _ = try contentsTyped(store)
            } catch {
                // Only what says that a newer version wrote it may be refused.
                #expect(error.code == .newerSchema, "SEED=\(seed), round \(round): \(error)")
            }
        }
    }

    private func contentsTyped(_ store: Store) throws(StoreError) -> Int {
        var count = 0
        for table in Self.tables { count += try store.load(table).count }
        return count
    }

    @Test("Files set aside do not pile up for ever")
    func mostSetAside() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state.db")
        for _ in 0..<14 {
            try Files.write([UInt8](repeating: 0x41, count: 600), to: path)
            #expect(try !Store(path: path).notes.isEmpty)
        }
        #expect(Files.names(in: folder.path).count { $0.contains("corrupt") } == 9)
    }

    @Test("A row that says what it said costs nothing, and a changed one a page of the log")
    func cost() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state.db")
        let store = try Store(path: path)
        let value = [UInt8](repeating: 7, count: 3_000)
        for number in 0..<20 { try store.apply([.put(table: "t", key: "k\(number)", value: value)]) }
        func logSize() throws -> Int { try Files.read("\(path)-wal").count }
        let before = try logSize()
        try store.apply([.put(table: "t", key: "k1", value: value)])
        #expect(try logSize() == before)
        try store.apply([.put(table: "t", key: "k1", value: value.dropLast() + [8])])
        #expect(try logSize() == before + 4_096 + 24)
    }
}
