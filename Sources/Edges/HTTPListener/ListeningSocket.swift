internal import Glibc

/// Sockets and addresses, as far as a listener needs them.
enum ListeningSocket {
    /// Opens a socket that listens, and tells the port that it got.
    static func open(
        address: String,
        port: Int
    ) throws(HTTPListenerError) -> (descriptor: Int32, port: Int) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard (0...65_535).contains(port) else {
            throw HTTPListenerError(code: .badAddress, address: address, port: port, detail: "no such port")
        }
        let code = getaddrinfo(address.isEmpty ? nil : address, String(port), &hints, &list)
        guard code == 0, let entry = list else {
            let detail = String(cString: gai_strerror(code))
            throw HTTPListenerError(code: .badAddress, address: address, port: port, detail: detail)
        }
        defer { freeaddrinfo(list) }
        let kind = entry.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(entry.pointee.ai_family, kind, entry.pointee.ai_protocol)
        guard descriptor >= 0 else { throw HTTPListenerError(address: address, port: port, number: errno) }
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        // `::` takes IPv4, too.
        if entry.pointee.ai_family == AF_INET6 { setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        guard bind(descriptor, entry.pointee.ai_addr, entry.pointee.ai_addrlen) == 0,
            listen(descriptor, 64) == 0
        else {
            let number = errno
            close(descriptor)
            throw HTTPListenerError(address: address, port: port, number: number)
        }
        return (descriptor, boundPort(descriptor))
    }

    private static func setOption(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func boundPort(_ descriptor: Int32) -> Int {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &length) == 0 else { return 0 }
                return parts(of: address)?.port ?? 0
            }
        }
    }

    /// The address as text, IPv4 in IPv6 as IPv4, and the port.
    static func parts(of address: UnsafePointer<sockaddr>) -> (host: String, port: Int)? {
        // By its place, which POSIX gives it: the member's name belongs to another module in an optimised build.
        switch Int32(UnsafeRawPointer(address).load(as: sa_family_t.self)) {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { inner in
                var host = inner.pointee.sin_addr
                return (text(AF_INET, &host), Int(UInt16(bigEndian: inner.pointee.sin_port)))
            }
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { inner in
                var host = inner.pointee.sin6_addr
                let written = text(AF_INET6, &host)
                let mapped = "::ffff:"
                let isMapped = written.hasPrefix(mapped) && written.contains(".")
                let shown = isMapped ? String(written.dropFirst(mapped.count)) : written
                return (shown, Int(UInt16(bigEndian: inner.pointee.sin6_port)))
            }
        default: return nil
        }
    }

    private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { texts in
                _ = inet_ntop(family, address, texts.baseAddress, socklen_t(texts.count))
            }
        }
        return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
}
