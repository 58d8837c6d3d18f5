import Engine
import Host
import Service
import Store
import TestSupport
import Testing
import Values

/// State files that are taken away while they are in use, and those of which the rows were written over.
@Suite("Durable state: files that are lost")
struct LostFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var place: String { folder.file("state") }
    private var path: String { "\(place)/state.sqlite" }

    private func card(_ slug: String, _ text: String) -> StateChange {
        StateChange(.cards, slug, ["rule": .string(text)])
    }

    private func keys(_ state: DurableState) -> Set<String> {
        Set(state.load().map { "\($0.table.rawValue)/\($0.key)" })
    }

    /// What a start finds after the state is closed.
    private func afterwards() throws -> Set<String> { try keys(DurableState(folder: place, at: .zero)) }

    private static let ways: [@Sendable (String) throws -> Void] = [
        { Files.removeTree($0) },
        { Files.remove("\($0)/state.sqlite") },
        { Files.remove("\($0)/state.sqlite-wal") },
        { folder in for name in Files.names(in: folder) { Files.remove("\(folder)/\(name)") } },
        { folder in
            // Replaced, as when a backup is put back.
            Files.remove("\(folder)/state.sqlite")
            Files.remove("\(folder)/state.sqlite-wal")
            let other = try Store(path: "\(folder)/state.sqlite")
            try other.apply([.put(table: "cards", key: "foreign", value: Array("{}".utf8))])
        },
    ]

    @Test(
        "What is removed or replaced while it runs is noticed at the next save and written anew",
        arguments: 0..<5
    )
    func removed(way: Int) throws {
        do {
            let state = try DurableState(folder: place, at: .zero)
            state.save([card("a", "1"), card("b", "1")], at: .zero)
            try Self.ways[way](place)
            state.save([card("a", "2"), StateChange(.cards, "c", 1)], at: .seconds(1))
            let notes = state.takeNotes()
            #expect(notes.map(\.level) == [.error, .notice], "\(notes)")
            #expect(notes.first?.message.contains("taken away") == true)
            #expect(state.isSaved)
            state.save([card("a", "3")], at: .seconds(2))
            #expect(state.takeNotes().isEmpty)
        }
        #expect(try afterwards() == ["cards/a", "cards/b", "cards/c"])
    }

    @Test("It is noticed, too, while nothing is to be saved", arguments: 0..<5)
    func removedInSilence(way: Int) throws {
        do {
            let state = try DurableState(folder: place, at: .zero)
            state.save([card("a", "1")], at: .zero)
            state.tend(at: .zero)
            try Self.ways[way](place)
            state.tend(at: .seconds(1))
            state.tend(at: .seconds(31))
            #expect(state.takeNotes().map(\.level) == [.error, .notice])
        }
        #expect(try afterwards() == ["cards/a"])
    }

    @Test("Where it cannot be made anew, it goes on in memory, and saves when it can be")
    func blocked() throws {
        do {
            let state = try DurableState(folder: place, at: .zero)
            state.save([card("a", "1")], at: .zero)
            Files.removeTree(place)
            try Files.write([], to: place)
            state.save([card("b", "1")], at: .seconds(1))
            #expect(!state.isSaved)
            let notes = state.takeNotes()
            #expect(notes.map(\.level) == [.error, .error], "\(notes)")
            state.save([card("c", "1")], at: .seconds(2))
            state.tend(at: .seconds(40))
            #expect(state.takeNotes().isEmpty)
            Files.remove(place)
            state.tend(at: .seconds(90))
            #expect(state.isSaved)
            #expect(state.takeNotes().map(\.level) == [.notice])
        }
        #expect(try afterwards() == ["cards/a", "cards/b", "cards/c"])
    }

    /// Writes over rows of the file as it lies.
    private func overwrite(_ value: ([UInt8]) -> [UInt8], where isMeant: (String, String) -> Bool) throws {
        let store = try Store(path: path)
        for table in StateChange.Table.allCases.map(\.rawValue) + ["secrets"] {
            for entry in try store.load(table) where isMeant(table, entry.key) {
                try store.apply([.put(table: table, key: entry.key, value: value(entry.value))])
            }
        }
    }

    private static let damages: [@Sendable ([UInt8]) -> [UInt8]] = [
        { _ in [0, 0xFF, 0, 0xFF] }, { Array($0.prefix($0.count / 2)) }, { _ in Array("null".utf8) },
        { _ in [] }, { _ in Array("[]".utf8) }, { $0.map { _ in 0 } },
    ]

    private func filled() throws {
        let state = try DurableState(folder: place, at: .zero)
        _ = state.secret(named: "taps", at: .zero) { [1] }
        state.save(
            [
                card("a", "1"), StateChange(.usedTaps, "t", 7), StateChange(.clock, "seen", 5),
                StateChange(.rings, "r", ["lines": []]), StateChange(.accounts, "rate http://h", 2),
            ],
            at: .zero
        )
    }

    @Test(
        "Where no row can be read the file is moved aside, which is said, and all starts afresh",
        arguments: 0..<6
    )
    func overwritten(damage: Int) throws {
        try filled()
        try overwrite(Self.damages[damage]) { _, _ in true }
        do {
            let state = try DurableState(folder: place, at: .zero)
            let notes = state.takeNotes()
            #expect(notes.map(\.level) == [.warning])
            #expect(notes.first?.message.contains("5 rows") == true, "\(notes)")
            #expect(notes.first?.message.contains("\(path).corrupt-1") == true, "\(notes)")
            #expect(notes.first?.message.contains("afresh") == true, "\(notes)")
            #expect(keys(state).isEmpty)
            #expect(state.secret(named: "taps", at: .zero) { [2] } == [2])
            state.save([card("b", "1")], at: .zero)
        }
        #expect(Files.exists("\(path).corrupt-1"))
        let again = try DurableState(folder: place, at: .zero)
        #expect(again.takeNotes().isEmpty)
        #expect(keys(again) == ["cards/b"])
    }

    @Test("Where some cannot be read the others are kept, and buttons of before no longer work")
    func partly() throws {
        try filled()
        try overwrite({ _ in [0xFF] }) { table, _ in table == "used_taps" }
        do {
            let state = try DurableState(folder: place, at: .zero)
            let notes = state.takeNotes()
            #expect(notes.first?.message.contains("1 rows") == true, "\(notes)")
            #expect(notes.first?.message.contains("the 4 rows that can be read are kept") == true, "\(notes)")
            #expect(keys(state).count == 4)
            // Which single uses are used up is not known.
            #expect(state.secret(named: "taps", at: .zero) { [2] } == [2])
        }
        let again = try DurableState(folder: place, at: .zero)
        #expect(again.takeNotes().isEmpty)
        #expect(keys(again).count == 4)
    }

    @Test("A file of which every row can be read is left where it is")
    func sound() throws {
        try filled()
        let state = try DurableState(folder: place, at: .zero)
        #expect(state.takeNotes().isEmpty)
        #expect(keys(state).count == 5)
        #expect(state.secret(named: "taps", at: .zero) { [2] } == [1])
        #expect(!Files.exists("\(path).corrupt-1"))
    }

    @Test("While nothing can be saved the pages say so", .timeLimit(.minutes(2)))
    func pages() async throws {
        let house = try BridgeHouse(
            """
            activities:
              washer:
                inputs: {power: washer/power}
                start: "{{ power > 5 }}"
                content: {template: generic, state: "{{ power }}"}
            """
        )
        try await house.start()
        #expect(house.page("/healthz") == "ok\n")
        #expect(house.page("/metrics").contains("pushward_mqtt_state_saved 1\n"))
        Files.removeTree(house.stateFolder)
        try Files.write([], to: house.stateFolder)
        await house.say("washer/power", "20")
        #expect(await eventually { house.page("/metrics").contains("pushward_mqtt_state_saved 0\n") })
        #expect(house.page("/healthz").contains("cannot be saved"))
        #expect(house.status("/healthz") == 200)
    }
}
