internal import Glibc

/// Why a listener could not be started.
package struct HTTPListenerError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, Hashable {
        /// The address is none of this machine, or no address.
        case badAddress
        /// Somebody else listens there.
        case addressInUse
        /// The port is reserved for root.
        case notPermitted
        case other
    }

    package let code: Code
    package let address: String
    package let port: Int
    package let detail: String

    package var description: String {
        let place = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
        return switch code {
        case .badAddress:
            "cannot listen on \(place): \(detail); use an address of this machine, such as 0.0.0.0"
        case .addressInUse:
            "cannot listen on \(place): the port is taken; stop the other program or use another port"
        case .notPermitted: "cannot listen on \(place): not permitted; use a port above 1023"
        case .other: "cannot listen on \(place): \(detail)"
        }
    }

    /// The error for the system's number.
    init(address: String, port: Int, number: Int32) {
        let code: Code =
            switch number {
            case EADDRINUSE: .addressInUse
            case EACCES, EPERM: .notPermitted
            case EADDRNOTAVAIL: .badAddress
            default: .other
            }
        self.init(code: code, address: address, port: port, detail: String(cString: strerror(number)))
    }

    init(code: Code, address: String, port: Int, detail: String) {
        self.code = code
        self.address = address
        self.port = port
        self.detail = detail
    }
}
