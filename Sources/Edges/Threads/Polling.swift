internal import Glibc

/// The clock that only goes forward, as the time since an arbitrary start.
package enum Uptime {
    /// Reads the system's clock that goes on while the machine sleeps and that nobody sets.
    package static func now() -> Duration { read(CLOCK_BOOTTIME) }

    /// Reads the clock that stands still while the machine sleeps, which systemd wants to be told.
    package static func awake() -> Duration { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}

/// Waiting for a file descriptor without a loop of sleeps.
package enum Polling {
    /// Waits until `descriptor` can be read, has an error or was closed; false where `deadline` (uptime) passes first.
    package static func waitReadable(_ descriptor: Int32, until deadline: Duration?) -> Bool {
        wait(descriptor, for: Int16(POLLIN), until: deadline)
    }

    /// Waits until `descriptor` can be written, has an error or was closed; false where `deadline` (uptime) passes.
    package static func waitWritable(_ descriptor: Int32, until deadline: Duration?) -> Bool {
        wait(descriptor, for: Int16(POLLOUT), until: deadline)
    }

    /// Waits until a socket or a bell has something; the bell is silent again after it.
    ///
    /// - Parameters:
    ///   - socket: the socket.
    ///   - bell: ends the wait as well.
    ///   - alsoWritable: whether to wait for room to write, too.
    ///   - deadline: by uptime.
    /// - Returns: what the socket is ready for; both where it has an error.
    package static func wait(
        _ socket: Int32,
        orFor bell: Bell,
        alsoWritable: Bool,
        until deadline: Duration
    ) -> (isReadable: Bool, isWritable: Bool) {
        let wanted = Int16(POLLIN) | (alsoWritable ? Int16(POLLOUT) : 0)
        var entries = [
            pollfd(fd: socket, events: wanted, revents: 0),
            pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let limit = milliseconds(max(.zero, deadline - Uptime.now()))
        // An interruption counts as nothing: the caller comes again.
        guard poll(&entries, 2, limit) > 0 else { return (false, false) }
        if entries[1].revents != 0 { bell.silence() }
        let found = entries[0].revents
        let isBroken = found & (Int16(POLLERR) | Int16(POLLHUP) | Int16(POLLNVAL)) != 0
        return (
            isBroken || found & Int16(POLLIN) != 0, alsoWritable && (isBroken || found & Int16(POLLOUT) != 0)
        )
    }

    private static func wait(_ descriptor: Int32, for events: Int16, until deadline: Duration?) -> Bool {
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        while true {
            let limit = deadline.map { milliseconds(max(.zero, $0 - Uptime.now())) } ?? -1
            let code = poll(&entry, 1, limit)
            if code > 0 { return true }
            if code == 0 {
                if let deadline, Uptime.now() < deadline { continue }
                return false
            }
            // Only an interruption by a signal is worth another try; a bad descriptor would spin for ever.
            if errno != EINTR { return false }
        }
    }

    /// Rounded up, so that a wait never ends before its time; half a minute at most.
    ///
    /// The system's own waiting stands still while the machine sleeps: after that, what is due is late by no more.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        let parts = duration.components
        guard parts.seconds < 30 else { return 30_000 }
        return Int32(parts.seconds) * 1_000
            + Int32((parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
