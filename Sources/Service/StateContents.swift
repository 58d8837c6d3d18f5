import Engine
import JSONReader
import Store
import Values

/// What a state file holds: what can be read of it, and how much cannot.
struct StateContents {
    struct Key: Hashable {
        var table: String
        var key: String
    }

    /// The table of what is no JSON: keys that are made once.
    static let secrets = "secrets"

    private(set) var rows: [Key: [UInt8]] = [:]
    /// How many rows were written over: they hold nothing that this program writes.
    private(set) var unreadable = 0

    mutating func add(_ entry: StoreEntry, of table: String) {
        guard table == Self.secrets || Self.isReadable(entry.value) else { return unreadable += 1 }
        rows[Key(table: table, key: entry.key)] = entry.value
    }

    /// What may be gone on with.
    ///
    /// Where rows are lost, which single uses are used up is not known: the secrets go, too, so that no button of before
    /// works.
    var kept: StateContents {
        guard unreadable > 0 else { return self }
        var kept = self
        kept.rows = rows.filter { $0.key.table != Self.secrets }
        return kept
    }

    /// What is told of a file of which not everything can be read.
    ///
    /// `target` is where the file was moved; nil: it could not be.
    func account(movedTo target: String?) -> String {
        let left = kept.rows.count
        let rest =
            left == 0
            ? "the state starts afresh"
            : "the \(left) rows that can be read are kept, and buttons of before no longer work"
        let place = target.map { "it was moved to \($0)" } ?? "it cannot be moved aside"
        return "\(unreadable) rows of the state file cannot be read; \(place), and \(rest)"
    }

    /// Whether a value is one that the engine saves: an object, or a number.
    private static func isReadable(_ value: [UInt8]) -> Bool {
        guard let json = try? JSONReader.read(value) else { return false }
        return json.objectValue != nil || json.doubleValue != nil
    }
}
