import Host
import Synchronization

/// Whether the process was asked to stop, told past the queue: what waits there does not delay it.
///
/// It ends at once at the second signal, and in any case soon after the first, whatever its loop is busy with: all that
/// must last is saved before anything leaves, so that nothing is lost by it.
final class StopOrder: Sendable {
    /// How long after the order it ends without having closed everything.
    static let patience: Duration = .milliseconds(4900)

    private let count = Mutex(0)

    /// Whether it was asked to.
    var isGiven: Bool { count.withLock { $0 > 0 } }

    /// Takes a signal, on the thread that receives them.
    func note(_ signal: Signal) {
        guard signal != .hangUp else { return }
        let signals = count.withLock { count in
            count += 1
            return count
        }
        if signals > 1 { Signals.exitNow(1) }
        Signals.exit(after: Self.patience)
    }
}
