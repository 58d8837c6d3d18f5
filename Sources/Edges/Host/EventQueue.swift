internal import Synchronization
internal import Threads

/// Where all threads hand over events to the one loop that handles them.
///
/// Order is kept. Any thread may put events in; one thread takes them out.
package final class EventQueue<Event: Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        var waitingProducers = 0
    }

    private let bound: Int
    private let state = Mutex(State())
    private let filled = Bell()
    private let drained = Bell()

    /// Makes an empty queue.
    ///
    /// - Parameter bound: how many events `offer` lets wait.
    package init(bound: Int) {
        self.bound = max(1, bound)
    }

    /// Puts an event in, however many wait: for producers that are bounded themselves (answers, signals, timers).
    package func push(_ event: Event) {
        let wasEmpty = state.withLock { state in
            state.events.append(event)
            return state.events.count == 1
        }
        if wasEmpty { filled.ring() }
    }

    /// Puts an event in where fewer than the bound wait; else waits for room, at most `limit`.
    ///
    /// - Returns: whether the event was taken; if not, it is the caller's to count.
    package func offer(_ event: Event, within limit: Duration = .zero) -> Bool {
        if let outcome = tryAppend(event) { return finish(outcome) }
        guard limit > .zero else { return false }
        let deadline = Uptime.now() + limit
        state.withLock { $0.waitingProducers += 1 }
        defer { state.withLock { $0.waitingProducers -= 1 } }
        while true {
            if let outcome = tryAppend(event) { return finish(outcome) }
            let now = Uptime.now()
            if now >= deadline { return false }
            // Another producer may silence the bell first, hence the short rounds.
            drained.wait(until: min(deadline, now + .milliseconds(20)))
        }
    }

    /// Whether the queue was empty before, or nil where it is full.
    private func tryAppend(_ event: Event) -> Bool? {
        state.withLock { state in
            guard state.events.count < bound else { return nil }
            state.events.append(event)
            return state.events.count == 1
        }
    }

    private func finish(_ wasEmpty: Bool) -> Bool {
        if wasEmpty { filled.ring() }
        return true
    }

    /// How many events wait.
    package var count: Int { state.withLock { $0.events.count } }

    /// Takes all events that wait, waiting for one until `deadline` (uptime; for ever where it is nil).
    ///
    /// - Parameters:
    ///   - deadline: how long to wait for a first event.
    ///   - maxCount: takes no more than this many, the oldest first.
    /// - Returns: the events in order; none where the time is over.
    package func next(until deadline: Duration?, maxCount: Int = .max) -> [Event] {
        while true {
            let (batch, isRoomAwaited) = take(maxCount)
            if !batch.isEmpty {
                if isRoomAwaited { drained.ring() }
                return batch
            }
            if !filled.wait(until: deadline) {
                return take(maxCount).batch
            }
        }
    }

    private func take(_ maxCount: Int) -> (batch: [Event], isRoomAwaited: Bool) {
        state.withLock { state in
            var batch: [Event] = []
            if state.events.count <= maxCount {
                swap(&batch, &state.events)
            } else {
                batch = Array(state.events.prefix(maxCount))
                state.events.removeFirst(maxCount)
            }
            return (batch, state.waitingProducers > 0)
        }
    }
}
