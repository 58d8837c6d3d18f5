internal import Glibc
internal import Threads
package import Values

/// The machine's clocks.
package enum SystemClock {
    /// Reads both clocks now.
    package static func now() -> Moment {
        Moment(wall: wall(), uptime: Uptime.now())
    }

    /// Reads the clock that only goes forward, also while the machine sleeps; its start is that of the machine.
    package static func sinceBoot() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Reads the clock that people see.
    package static func wall() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1_000)
    }
}
