internal import CLinux
internal import Glibc

/// A door that opens once and then stays open, for threads to wait at.
package final class Gate: Sendable {
    private let descriptor = pushward_make_event_counter()

    package init() {}

    deinit {
        close(descriptor)
    }

    /// Lets everybody through, now and later.
    package func open() {
        pushward_raise_event_counter(descriptor)
    }

    /// Waits until it is open; false where that takes longer.
    package func wait(for limit: Duration) -> Bool {
        Polling.waitReadable(descriptor, until: Uptime.now() + limit)
    }
}

/// A bell that wakes one thread, however often it was rung before that thread looked.
package final class Bell: Sendable {
    /// Readable while the bell has been rung and not heard.
    package let descriptor = pushward_make_event_counter()

    package init() {}

    deinit {
        close(descriptor)
    }

    /// Wakes the thread that waits, or the next one that does.
    ///
    /// Safe from any thread.
    package func ring() {
        pushward_raise_event_counter(descriptor)
    }

    /// Waits until it was rung or `deadline` has passed (never, for nil), and makes it silent again.
    ///
    /// - Returns: whether it was rung.
    @discardableResult
    package func wait(until deadline: Duration?) -> Bool {
        let wasRung = Polling.waitReadable(descriptor, until: deadline)
        if wasRung { silence() }
        return wasRung
    }

    /// Forgets earlier rings.
    package func silence() {
        pushward_clear_event_counter(descriptor)
    }
}
