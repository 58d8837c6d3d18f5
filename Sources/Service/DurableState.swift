package import Engine
import Host
import JSONReader
package import Store
import Values

/// The engine's durable state on disk.
package struct DurableState: Sendable {
    private let store: Store

    package init(_ store: Store) {
        self.store = store
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
    package func load() throws(StoreError) -> [StateChange] {
        var rows: [StateChange] = []
        for table in StateChange.Table.allCases {
            for entry in try store.load(table.rawValue) {
                guard let value = try? JSONReader.read(entry.value) else { continue }
                rows.append(StateChange(table, entry.key, value))
            }
        }
        return rows
    }

    /// Makes changes durable, all or none.
    package func save(_ changes: [StateChange]) throws(StoreError) {
        try store.apply(
            changes.map { change in
                if let value = change.value {
                    .put(table: change.table.rawValue, key: change.key, value: value.utf8)
                } else {
                    .delete(table: change.table.rawValue, key: change.key)
                }
            }
        )
    }
}
