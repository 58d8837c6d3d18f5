import Host

/// A folder that is removed with this object.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        self.path = try Files.makeTemporaryFolder(prefix: "pushward-mqtt-test")
    }

    deinit {
        Files.removeTree(path)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
