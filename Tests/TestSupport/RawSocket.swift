import Glibc
import Threads

/// A TCP connection without any protocol, for hostile peers.
package final class RawSocket: Sendable {
    package let descriptor: Int32

    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Connects to a loopback port, or gives nil.
    package convenience init?(port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = Self.loopback(port)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.init(descriptor: descriptor)
    }

    deinit {
        Glibc.close(descriptor)
    }

    static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return address
    }

    /// Sends all bytes; false where the peer is gone.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let part = Array(bytes[sent...])
            let count = Glibc.send(descriptor, part, part.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// What comes next, or nil where nothing came within `limit`; empty where the peer has closed.
    package func receive(within limit: Duration = .seconds(10)) -> [UInt8]? {
        guard Polling.waitReadable(descriptor, until: Uptime.now() + limit) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : []
    }

    /// Everything until the peer closes, or until nothing comes for `limit`.
    package func receiveAll(within limit: Duration = .seconds(10)) -> String {
        var bytes: [UInt8] = []
        while let part = receive(within: limit), !part.isEmpty { bytes += part }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What came until `text` was among it, or nil.
    package func receive(until text: String, within limit: Duration = .seconds(10)) -> String? {
        var bytes: [UInt8] = []
        while let part = receive(within: limit), !part.isEmpty {
            bytes += part
            let read = String(decoding: bytes, as: UTF8.self)
            if read.contains(text) { return read }
        }
        return nil
    }

    /// Ends the connection in both directions.
    package func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}

/// A TCP server on loopback that does with each connection what a test says.
package final class RawServer: Sendable {
    package let port: Int
    private let descriptor: Int32
    private let thread: WorkerThread

    /// Listens and runs `handle` for each connection, one after another, on a thread of its own.
    package init?(_ handle: @escaping @Sendable (RawSocket) -> Void) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = RawSocket.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                    ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard code == 0 else { return nil }
        self.descriptor = descriptor
        self.port = Int(UInt16(bigEndian: address.sin_port))
        guard
            let thread = try? WorkerThread(
                name: "raw-server",
                {
                    while true {
                        let accepted = accept(descriptor, nil, nil)
                        guard accepted >= 0 else { return }
                        handle(RawSocket(descriptor: accepted))
                    }
                }
            )
        else { return nil }
        self.thread = thread
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        thread.join(within: .seconds(2))
        close(descriptor)
    }
}
