/// The tables of the database, by version, which the file keeps as `user_version`.
package enum StoreLayout {
    /// The version that this program writes.
    package static let version = 2

    /// What leads from a version's tables to the current ones, as SQL to run in one transaction.
    ///
    /// - Parameter version: the version found; 0: an empty file.
    /// - Returns: the statements; none where there is nothing to do.
    static func changes(from version: Int) -> String {
        switch version {
        case ..<1: table
        case 1:
            """
            ALTER TABLE entries RENAME TO entries_1;
            \(table)
            INSERT INTO entries (bucket, key, value) SELECT bucket, key, value FROM entries_1;
            DROP TABLE entries_1;
            """
        default: ""
        }
    }

    /// Values lie in the table and not in its index: a changed row of up to 4,000 bytes costs one page in the log.
    private static let table = """
        CREATE TABLE IF NOT EXISTS entries (
            bucket TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, UNIQUE (bucket, key)
        );
        """
}
