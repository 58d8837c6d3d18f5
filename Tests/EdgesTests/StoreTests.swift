import Foundation
import Host
import Store
import TestSupport
import Testing

@Suite("Store")
struct StoreTests {
    private func entry(_ key: String, _ text: String) -> StoreEntry {
        StoreEntry(key: key, value: Array(text.utf8))
    }

    @Test("What was put is there after opening again, what was deleted is not")
    func persistence() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a/b/state.db")
        do {
            let store = try Store(path: path)
            #expect(store.notes.isEmpty)
            try store.apply([
                .put(table: "cards", key: "washer", value: Array("1".utf8)),
                .put(table: "cards", key: "dryer", value: []),
                .put(table: "outbox", key: "washer", value: Array("2".utf8)),
                .put(table: "cards", key: "gone", value: [0, 255]),
                .delete(table: "cards", key: "gone"),
                .delete(table: "cards", key: "never"),
            ])
            try store.apply([.put(table: "cards", key: "washer", value: Array("3".utf8))])
        }
        let store = try Store(path: path)
        #expect(try store.load("cards") == [entry("dryer", ""), entry("washer", "3")])
        #expect(try store.load("outbox") == [entry("washer", "2")])
        #expect(try store.load("nothing").isEmpty)
        #expect(try store.value("cards", "washer") == Array("3".utf8))
        #expect(try store.value("cards", "nobody") == nil)
    }

    @Test("The files are for their owner only")
    func modes() throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("inner/state.db"))
        try store.apply([.put(table: "t", key: "k", value: [1])])
        for name in Files.names(in: folder.file("inner")) {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("inner/\(name)"))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("inner"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }

    @Test("A store in memory starts empty each time")
    func memory() throws {
        let first = try Store(path: ":memory:")
        try first.apply([.put(table: "t", key: "k", value: [1])])
        #expect(try first.load("t").count == 1)
        #expect(try Store(path: ":memory:").load("t").isEmpty)
    }

    @Test("A file that is no database is moved aside and told", arguments: [20, 5_000, 100_000])
    func noDatabase(size: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state.db")
        for number in 1...2 {
            try Files.write([UInt8](repeating: 0x41, count: size), to: path)
            let store = try Store(path: path)
            guard case .setAside(let target, _)? = store.notes.first else {
                Issue.record("nothing was told")
                return
            }
            #expect(target == "\(path).corrupt-\(number)")
            #expect(Files.exists(target))
            try store.apply([.put(table: "t", key: "k", value: [1])])
        }
    }

    @Test("A damaged database is moved aside")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state.db")
        do {
            let store = try Store(path: path)
            for number in 0..<200 {
                try store.apply([
                    .put(table: "t", key: "k\(number)", value: [UInt8](repeating: 7, count: 500))
                ])
            }
        }
        var bytes = try Files.read(path)
        for place in 4_096..<bytes.count where place % 3 == 0 { bytes[place] = 0xA5 }
        try Files.write(bytes, to: path)
        let store = try Store(path: path)
        #expect(!store.notes.isEmpty)
        #expect(try store.load("t").isEmpty)
    }

    @Test("A full store says so, keeps what it had and goes on when there is room")
    func full() throws {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("state.db"), settings: Store.Settings(maxBytes: 200_000))
        try store.apply([.put(table: "t", key: "small", value: [1])])
        var code: StoreError.Code?
        do throws(StoreError) {
            try store.apply([
                .put(table: "t", key: "small", value: [2]),
                .put(table: "t", key: "big", value: [UInt8](repeating: 1, count: 400_000)),
            ])
        } catch {
            code = error.code
            #expect(error.isRetriable)
        }
        #expect(code == .full)
        #expect(try store.value("t", "small") == [1])
        try store.apply([.put(table: "t", key: "small", value: [3])])
        #expect(try store.value("t", "small") == [3])
    }

    @Test("A second opener of the same file is refused")
    func exclusive() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state.db")
        let first = try Store(path: path)
        try first.apply([.put(table: "t", key: "k", value: [1])])
        var code: StoreError.Code?
        do throws(StoreError) { _ = try Store(path: path) } catch { code = error.code }
        #expect(code == .busy)
        #expect(try first.value("t", "k") == [1])
    }

    @Test("A folder that cannot be made is told")
    func cannotOpen() throws {
        let folder = try TemporaryFolder()
        try Files.write([], to: folder.file("file"))
        var code: StoreError.Code?
        do throws(StoreError) { _ = try Store(path: folder.file("file/state.db")) } catch {
            code = error.code
        }
        #expect(code == .cannotOpen)
    }

    @Test("Versions: older ones are migrated once, newer ones refused")
    func versions() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("state.db")
        do {
            let store = try Store(path: path)
            try store.apply([.put(table: "t", key: "k", value: [1])])
        }
        do {
            let store = try Store(path: path, settings: Store.Settings(schemaVersion: 3)) { from, load in
                #expect(from == 2)
                return try load("t").map { .put(table: "t2", key: $0.key, value: $0.value + [2]) }
            }
            #expect(store.notes == [.migrated(from: 2, to: 3)])
            #expect(try store.value("t2", "k") == [1, 2])
        }
        do {
            let store = try Store(path: path, settings: Store.Settings(schemaVersion: 3)) { _, _ in
                Issue.record("migrated twice")
                return []
            }
            #expect(store.notes.isEmpty)
        }
        var code: StoreError.Code?
        do throws(StoreError) {
            _ = try Store(path: path, settings: Store.Settings(schemaVersion: 2))
        } catch { code = error.code }
        #expect(code == .newerSchema)
    }

    @Test("Any text is a key: quotes, NUL, emoji, and a very long one")
    func keys() throws {
        let store = try Store(path: ":memory:")
        let keys = ["'; DROP TABLE entries; --", "a\0b", "😀", "", String(repeating: "x", count: 100_000)]
        try store.apply(keys.map { .put(table: "t", key: $0, value: Array($0.utf8)) })
        #expect(Set(try store.load("t").map(\.key)) == Set(keys))
        for key in keys { #expect(try store.value("t", key) == Array(key.utf8)) }
    }
}
