import Glibc
import Synchronization

/// A socket that takes datagrams at a path, as systemd's does.
package final class DatagramSocket: Sendable {
    private let descriptor: Int32
    private let texts = Mutex<[String]>([])

    /// Binds to a path that does not exist yet; nil where that cannot be done.
    package init?(path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < capacity else {
            close(descriptor)
            return nil
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// All datagrams that came so far, as texts.
    package func received() -> [String] {
        texts.withLock { texts in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let flags = Int32(truncatingIfNeeded: MSG_DONTWAIT)
                let count = recv(descriptor, &buffer, buffer.count, flags)
                guard count > 0 else { return texts }
                texts.append(String(decoding: buffer.prefix(count), as: UTF8.self))
            }
        }
    }
}
