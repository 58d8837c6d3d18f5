import Host
import TestSupport

/// A file system in memory with little room, which can be made read-only; needs the right to mount.
final class SmallDisk {
    private let folder: TemporaryFolder

    /// Whether this process may mount one.
    static let isPossible: Bool = {
        guard let disk = try? SmallDisk(kibibytes: 64) else { return false }
        return disk.path.isEmpty == false
    }()

    struct Failure: Error {}

    init(kibibytes: Int) throws {
        folder = try TemporaryFolder()
        guard Self.run("mount", ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", folder.path]) else {
            throw Failure()
        }
    }

    deinit {
        _ = Self.run("umount", [folder.path])
    }

    var path: String { folder.path }

    /// Takes all the room that is left.
    func fill() throws {
        var number = 0
        while (try? Files.write([UInt8](repeating: 1, count: 4_096), to: "\(path)/filler-\(number)")) != nil {
            number += 1
        }
    }

    /// Gives it back.
    func empty() {
        for name in Files.names(in: path) where name.hasPrefix("filler") { Files.remove("\(path)/\(name)") }
    }

    /// Makes it read-only or writable.
    func remount(_ option: String) throws {
        guard Self.run("mount", ["-o", "remount,\(option)", path]) else { throw Failure() }
    }

    private static func run(_ program: String, _ arguments: [String]) -> Bool {
        guard let child = try? ChildProcess(program, arguments) else { return false }
        return Waiting.poll(within: .seconds(20)) { !child.isRunning } && child.exitCode == 0
    }
}
