import Host
import Synchronization

/// Ports for what is stopped and started again on the same one.
///
/// They lie below the range from which the system gives ports to connections, so that none is taken meanwhile.
enum Ports {
    private static let range = 20_000..<32_000
    private static let next = Mutex(Int.random(in: range))

    /// A port that nobody listens on, another one each time.
    static func take() -> Int {
        while true {
            let port = next.withLock { next in
                next = next + 1 < range.upperBound ? next + 1 : range.lowerBound
                return next
            }
            if !LoopbackPort.isListening(port) { return port }
        }
    }
}
