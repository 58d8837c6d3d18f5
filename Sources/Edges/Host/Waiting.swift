internal import Glibc
internal import Threads

/// Waiting for something that sends no event.
package enum Waiting {
    /// Looks every few milliseconds whether `condition` holds; false where it does not within `limit`.
    package static func poll(within limit: Duration, _ condition: () -> Bool) -> Bool {
        let deadline = Uptime.now() + limit
        var pause = Duration.milliseconds(1)
        while !condition() {
            let now = Uptime.now()
            if now >= deadline { return condition() }
            Waiting.pause(min(pause, deadline - now))
            pause = min(pause * 2, .milliseconds(50))
        }
        return true
    }

    /// Lets the time pass.
    package static func pause(_ duration: Duration) {
        let parts = max(.zero, duration).components
        var time = timespec(
            tv_sec: Int(clamping: parts.seconds),
            tv_nsec: Int(parts.attoseconds / 1_000_000_000)
        )
        var rest = timespec()
        while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
    }
}
