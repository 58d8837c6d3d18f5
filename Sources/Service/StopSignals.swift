import Host
import Synchronization

/// Ends the process at once at the second signal that asks it to stop, whatever its loop is busy with.
final class StopSignals: Sendable {
    private let count = Mutex(0)

    /// Takes a signal, on the thread that receives them.
    func note(_ signal: Signal) {
        guard signal != .hangUp else { return }
        let isSecond = count.withLock { count in
            count += 1
            return count > 1
        }
        if isSecond { Signals.exitNow(1) }
    }
}
