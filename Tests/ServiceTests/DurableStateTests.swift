import Engine
import Host
import Service
import Store
import TestSupport
import Testing
import Values

@Suite("Durable state")
struct DurableStateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.file("state.sqlite") }

    private func card(_ slug: String, _ text: String, bytes: Int = 0) -> StateChange {
        StateChange(
            .cards,
            slug,
            ["rule": .string(text), "more": .string(String(repeating: "x", count: bytes))]
        )
    }

    private func rows(_ state: DurableState) -> [String: JSON] {
        Dictionary(
            uniqueKeysWithValues: state.load().map { ("\($0.table.rawValue)/\($0.key)", $0.value ?? .null) }
        )
    }

    /// What a start after a crash finds.
    private func afterCrash(_ place: String) throws -> (state: DurableState, folder: TemporaryFolder) {
        let copy = try TemporaryFolder()
        for name in Files.names(in: place) where name.hasPrefix("state.sqlite") {
            try Files.write(Files.read("\(place)/\(name)"), to: copy.file(name))
        }
        return (try DurableState(folder: copy.path, at: .zero), copy)
    }

    @Test("What was saved is there after a crash and after an end; what was removed is not")
    func saved() throws {
        do {
            let state = try DurableState(folder: folder.path, at: .zero)
            state.save([card("a", "1"), card("b", "1"), card("a", "2")], at: .zero)
            state.save([StateChange(.cards, "b", nil), StateChange(.usedTaps, "t", 7)], at: .zero)
            #expect(state.takeNotes().isEmpty)
            let (crashed, copy) = try afterCrash(folder.path)
            #expect(rows(crashed) == rows(state))
            #expect(!crashed.isBehind)
            _ = copy
        }
        let state = try DurableState(folder: folder.path, at: .zero)
        #expect(Set(rows(state).keys) == ["cards/a", "used_taps/t"])
        #expect(rows(state)["cards/a"]?["rule"] == "2")
    }

    @Test("A row that says what it said is not written")
    func unchanged() throws {
        let state = try DurableState(folder: folder.path, at: .zero)
        state.save([card("a", "1")], at: .zero)
        let before = try Files.read("\(path)-wal").count
        for _ in 0..<10 { state.save([card("a", "1")], at: .zero) }
        #expect(try Files.read("\(path)-wal").count == before)
    }

    @Test("A secret is made once, and anew when that is asked for")
    func secret() throws {
        do {
            let state = try DurableState(folder: folder.path, at: .zero)
            #expect(state.secret(named: "taps", at: .zero) { [1, 2] } == [1, 2])
            #expect(state.secret(named: "taps", at: .zero) { [3] } == [1, 2])
        }
        let state = try DurableState(folder: folder.path, at: .zero)
        #expect(state.secret(named: "taps", at: .zero) { [3] } == [1, 2])
        #expect(state.secret(named: "taps", isRenewed: true, at: .zero) { [4] } == [4])
        #expect(!state.load().contains { $0.key == "taps" })
    }

    @Test("Another process's state and a newer version's are refused with what to do")
    func refused() throws {
        let first = try DurableState(folder: folder.path, at: .zero)
        #expect { _ = try DurableState(folder: folder.path, at: .zero) } throws: {
            ($0 as? StoreError)?.code == .busy && "\($0)".contains("stop the other one")
        }
        _ = first
        let other = try TemporaryFolder()
        do {
            _ = try Store(
                path: other.file("state.sqlite"),
                settings: .init(schemaVersion: StoreLayout.version + 1)
            )
        }
        #expect { _ = try DurableState(folder: other.path, at: .zero) } throws: {
            ($0 as? StoreError)?.code == .newerSchema && "\($0)".contains("update this program")
        }
    }

    @Test(
        "A full disk is told once, keeps nobody waiting, and gets everything when there is room",
        .enabled(if: SmallDisk.isPossible)
    )
    func fullDisk() throws {
        let disk = try SmallDisk(kibibytes: 512)
        let state = try DurableState(folder: disk.path, at: .zero)
        state.save([card("a", "1", bytes: 2_000)], at: .zero)
        try disk.fill()
        // The log may still have room; then it is full.
        for number in 0..<60 { state.save([card("b\(number)", "1", bytes: 3_000)], at: .seconds(number)) }
        let notes = state.takeNotes()
        #expect(notes.map(\.level) == [.error])
        #expect(notes.first?.message.contains("no space is left") == true, "\(notes)")
        #expect(rows(state).count == 61)
        #expect(Files.exists("\(disk.path)/state.sqlite.unsaved"))
        let due = try #require(state.retryAt)
        state.tend(at: due)
        #expect(state.takeNotes().isEmpty)

        try disk.remount("size=4m")
        disk.empty()
        state.tend(at: due + .seconds(31))
        #expect(state.takeNotes().map(\.level) == [.notice])
        #expect(state.retryAt == nil)
        #expect(!Files.exists("\(disk.path)/state.sqlite.unsaved"))
        let (crashed, copy) = try afterCrash(disk.path)
        #expect(rows(crashed) == rows(state))
        #expect(!crashed.isBehind)
        _ = copy
    }

    @Test(
        "On a full disk rows that change go on being saved in the room that the log has",
        .enabled(if: SmallDisk.isPossible)
    )
    func fullDiskReusesLog() throws {
        let disk = try SmallDisk(kibibytes: 400)
        let state = try DurableState(folder: disk.path, at: .zero)
        for number in 0..<20 { state.save([card("a", "\(number)", bytes: 1_000)], at: .zero) }
        try disk.fill()
        for number in 0..<500 { state.save([card("a", "full \(number)", bytes: 1_000)], at: .zero) }
        #expect(state.takeNotes().isEmpty)
        let (crashed, copy) = try afterCrash(disk.path)
        #expect(rows(crashed)["cards/a"]?["rule"] == "full 499")
        _ = copy
    }

    @Test(
        "After a crash on a full disk a waiting notification counts as sent, since it may have been",
        .enabled(if: SmallDisk.isPossible)
    )
    func crashOnFullDisk() throws {
        let disk = try SmallDisk(kibibytes: 512)
        let state = try DurableState(folder: disk.path, at: .zero)
        let waiting = StateChange(.notifications, "n", ["body": ["title": "Bell"], "open": false])
        state.save([waiting], at: .zero)
        try disk.fill()
        for number in 0..<60 { state.save([card("b\(number)", "1", bytes: 3_000)], at: .zero) }
        // It leaves, and the disk does not take that.
        state.save([StateChange(.notifications, "n", ["body": ["title": "Bell"], "open": true])], at: .zero)
        let (crashed, copy) = try afterCrash(disk.path)
        #expect(crashed.isBehind)
        #expect(rows(crashed)["notifications/n"]?["open"] == true)
        #expect(crashed.takeNotes().map(\.level) == [.warning])
        // What it does now is saved again.
        crashed.save([StateChange(.notifications, "n", nil)], at: .zero)
        let (later, last) = try afterCrash(copy.path)
        #expect(!later.isBehind)
        #expect(rows(later)["notifications/n"] == nil)
        _ = last
    }

    @Test(
        "A disk that is read-only at the start: it goes on with what is there, and saves when it is writable",
        .enabled(if: SmallDisk.isPossible)
    )
    func readOnly() throws {
        let disk = try SmallDisk(kibibytes: 1_024)
        do {
            let state = try DurableState(folder: disk.path, at: .zero)
            state.save([card("a", "1"), card("b", "1")], at: .zero)
            // Killed: the rows are in the log.
            let (crashed, copy) = try afterCrash(disk.path)
            #expect(rows(crashed).count == 2)
            _ = copy
        }
        try disk.remount("ro")
        let state = try DurableState(folder: disk.path, at: .zero)
        #expect(state.takeNotes().map(\.level) == [.error])
        #expect(Set(rows(state).keys) == ["cards/a", "cards/b"])
        state.save([card("a", "2"), card("c", "1"), StateChange(.cards, "b", nil)], at: .seconds(1))
        #expect(state.takeNotes().isEmpty)
        try disk.remount("rw")
        state.tend(at: .seconds(60))
        #expect(state.takeNotes().map(\.level) == [.notice])
        let (crashed, copy) = try afterCrash(disk.path)
        #expect(rows(crashed) == rows(state))
        #expect(Set(rows(crashed).keys) == ["cards/a", "cards/c"])
        _ = copy
    }

    @Test(
        "A state file that is a folder keeps nothing from starting; a folder that cannot be made is refused"
    )
    func unusable() throws {
        try Files.makeFolder(path)
        let state = try DurableState(folder: folder.path, at: .zero)
        #expect(state.takeNotes().map(\.level) == [.error])
        state.save([card("a", "1")], at: .zero)
        Files.removeTree(path)
        state.tend(at: .seconds(31))
        #expect(state.takeNotes().map(\.level) == [.notice])
        let (crashed, copy) = try afterCrash(folder.path)
        #expect(Set(rows(crashed).keys) == ["cards/a"])
        _ = copy
        try Files.write([], to: folder.file("occupied"))
        #expect { _ = try DurableState(folder: folder.file("occupied/state"), at: .zero) } throws: {
            ($0 as? StoreError)?.code == .cannotOpen
        }
    }

    @Test("A file that breaks while it runs is set aside, and everything is in the new one")
    func breaks() throws {
        let state = try DurableState(folder: folder.path, at: .zero)
        for number in 0..<1_400 {
            state.save([card("k\(number % 200)", "\(number)", bytes: 3_000)], at: .zero)
        }
        var bytes = try Files.read(path)
        #expect(bytes.count > 100_000)
        for place in 4_096..<bytes.count { bytes[place] = 0xA5 }
        // In place, as a failing disk would do it.
        try #require(Overwriting.overwrite(path, bytes))
        var number = 0
        while state.takeNotes().isEmpty, number < 2_000 {
            state.save([card("k\(number % 200)", "2 \(number)", bytes: 3_000)], at: .zero)
            number += 1
        }
        #expect(number < 2_000)
        #expect(Files.exists("\(path).corrupt-1"))
        let (crashed, copy) = try afterCrash(folder.path)
        #expect(rows(crashed) == rows(state))
        #expect(rows(crashed).count == 200)
        _ = copy
    }
}
