internal import Glibc
internal import Threads

/// Tells systemd how the service is, by the protocol of sd_notify(3); without systemd every call does nothing.
package struct ServiceManager: Sendable {
    private let address: String?
    /// How often `watchdog()` is to be called at least, or nil where nobody watches: half of `WATCHDOG_USEC`.
    package let watchdogInterval: Duration?

    /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    package init(environment: (String) -> String? = Environment.value) {
        self.address = environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
        let isOurs = environment("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
        if isOurs, let text = environment("WATCHDOG_USEC"), let microseconds = Int64(text), microseconds > 0 {
            self.watchdogInterval = .microseconds(microseconds / 2)
        } else {
            self.watchdogInterval = nil
        }
    }

    /// Whether anybody listens.
    package var isPresent: Bool { address != nil }

    /// The service is up.
    @discardableResult
    package func ready(status: String? = nil) -> Bool {
        send(["READY=1"] + statusLine(status))
    }

    /// The service reads its configuration anew; `ready` says when it has.
    @discardableResult
    package func reloading() -> Bool {
        send(["RELOADING=1", "MONOTONIC_USEC=\(Self.microseconds(Uptime.awake()))"])
    }

    /// The service begins to stop.
    @discardableResult
    package func stopping() -> Bool {
        send(["STOPPING=1"])
    }

    /// The service is alive.
    @discardableResult
    package func watchdog() -> Bool {
        send(["WATCHDOG=1"])
    }

    /// One line for `systemctl status`.
    @discardableResult
    package func status(_ text: String) -> Bool {
        send(statusLine(text))
    }

    private func statusLine(_ text: String?) -> [String] {
        text.map { ["STATUS=" + $0.split(whereSeparator: \.isNewline).joined(separator: " ")] } ?? []
    }

    private static func microseconds(_ uptime: Duration) -> Int64 {
        let parts = uptime.components
        return parts.seconds &* 1_000_000 &+ parts.attoseconds / 1_000_000_000_000
    }

    private func send(_ lines: [String]) -> Bool {
        guard let address, var target = Self.socketAddress(address) else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let message = Array(lines.joined(separator: "\n").utf8)
        let length = socklen_t(MemoryLayout<sa_family_t>.size + address.utf8.count)
        let count = withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    descriptor,
                    message,
                    message.count,
                    Int32(truncatingIfNeeded: MSG_NOSIGNAL),
                    $0,
                    length
                )
            }
        }
        return count == message.count
    }

    /// The address of a path or, behind `@`, of a name in the abstract namespace, whose first byte is NUL.
    private static func socketAddress(_ text: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/") || bytes.first == UInt8(ascii: "@") else { return nil }
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }
}
