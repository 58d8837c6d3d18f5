/// One change of the durable state.
package enum StoreChange: Sendable, Hashable {
    /// Stores the value, replacing an earlier one.
    case put(table: String, key: String, value: [UInt8])
    /// Removes the value, where there is one.
    case delete(table: String, key: String)
}

/// A stored value with its key.
package struct StoreEntry: Sendable, Hashable {
    package var key: String
    package var value: [UInt8]

    package init(key: String, value: [UInt8]) {
        self.key = key
        self.value = value
    }
}

/// What opening a store found worth telling.
package enum StoreNote: Sendable, Hashable, CustomStringConvertible {
    /// The file was no database or damaged; it now lies at that path, and a fresh one was made.
    case setAside(path: String, reason: String)
    /// The state was brought from an older version's form to this one's.
    case migrated(from: Int, to: Int)

    package var description: String {
        switch self {
        case .setAside(let path, let reason):
            "the state file was unusable (\(reason)); it was moved to \(path) and the state starts afresh"
        case .migrated(let from, let to): "the state was brought from version \(from) to \(to)"
        }
    }
}

/// Why the durable state could not be read or written.
package struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, Hashable {
        /// No space is left, on the disk or under the store's own limit.
        case full
        /// The file, its folder or its file system cannot be written.
        case readOnly
        /// Another process holds the file.
        case busy
        /// The file is damaged.
        case corrupt
        /// A newer version of the program wrote the file.
        case newerSchema
        /// The file or its folder cannot be opened or made.
        case cannotOpen
        /// The file or its folder was removed, or replaced, while it was open.
        case removed
        /// The disk fails.
        case disk
        case other
    }

    package let code: Code
    package let path: String
    /// What the system said.
    package let detail: String

    package init(code: Code, path: String, detail: String) {
        self.code = code
        self.path = path
        self.detail = detail
    }

    /// Whether the same call may succeed later without another file or another version of the program.
    package var isRetriable: Bool { code != .corrupt && code != .newerSchema }

    package var description: String { "\(path): \(what) (\(detail)); \(advice)" }

    private var what: String {
        switch code {
        case .full: "no space is left for the state"
        case .readOnly: "the state cannot be written"
        case .busy: "another process uses the state"
        case .corrupt: "the state file is damaged"
        case .newerSchema: "a newer version wrote the state"
        case .cannotOpen: "the state cannot be opened"
        case .removed: "the state file was taken away while it was in use"
        case .disk: "the disk fails to take the state"
        case .other: "the state cannot be used"
        }
    }

    private var advice: String {
        switch code {
        case .full: "free some space on its disk"
        case .readOnly:
            "check the owner and the permissions of the file and its folder, and that its disk is not mounted read-only"
        case .busy: "stop the other one, or set another `state:` folder"
        case .corrupt: "restart: the file is then moved aside and a fresh one made"
        case .newerSchema: "update this program, or move the file away to start afresh"
        case .cannotOpen: "check that the folder exists and belongs to the user who runs this"
        case .removed: "see what removes or replaces it, and leave it alone while this runs"
        case .disk, .other: "check the disk"
        }
    }
}
