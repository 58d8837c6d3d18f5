import Synchronization

/// Counts from 1, from any thread.
final class RunCounter: Sendable {
    private let count = Mutex(0)

    func next() -> String {
        count.withLock { count in
            count += 1
            return "run\(count)"
        }
    }
}
