package import Values
import Host

/// Waits at the start until the clock that people see can be right.
///
/// A Raspberry Pi has no clock of its own: it starts in 1970, or when it was last switched off, until the network tells it
/// the time. Until then timers that are over look as if they ran, and PushWard's certificate looks as if it were not valid
/// yet.
package struct ClockCheck {
    /// The first instant that can be now, since this program is younger: the start of 2025.
    private static let earliest = Timestamp(microseconds: 1_735_689_600_000_000)
    /// How long it waits; a home that never knows the time is better served late than never.
    private static let patience: Duration = .seconds(120)

    private let now: () -> Moment
    private let pause: (Duration) -> Void

    /// Takes the machine's clock, or a test's.
    package init(
        now: @escaping () -> Moment = { SystemClock.now() },
        pause: @escaping (Duration) -> Void = { Waiting.pause($0) }
    ) {
        self.now = now
        self.pause = pause
    }

    /// Returns when the clock can be right, or after two minutes.
    ///
    /// - Parameter tell: takes what a person should know, once when it has to wait and once when that is over.
    package func wait(tell: (String) -> Void) {
        let start = now()
        guard start.wall < Self.earliest else { return }
        tell(
            "the clock says \(start.wall.rfc3339), which cannot be; waiting up to \(Self.patience.brief) for the time"
        )
        while now().uptime - start.uptime < Self.patience {
            pause(.milliseconds(250))
            guard now().wall < Self.earliest else {
                return tell("the clock is set; it says \(now().wall.rfc3339)")
            }
        }
        tell(
            "the clock is still not set; set it, or let the machine ask a time server: cards may be wrong until then"
        )
    }
}
