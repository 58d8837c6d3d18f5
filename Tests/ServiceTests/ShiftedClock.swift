import Service
import Synchronization
import Values

/// The machine's clocks, of which a test sets the one that people see and lets the machine sleep.
final class ShiftedClock: Sendable {
    private let shifts: Mutex<(wall: Duration, slept: Duration)>

    init() { shifts = Mutex((.zero, .zero)) }

    /// Sets the clock that people see to what it really shows, and so much more or less.
    func set(ahead: Duration) { shifts.withLock { $0.wall = ahead } }

    /// Sets it to the start of 1970.
    func unset() { set(ahead: Timestamp(microseconds: 0) - BridgeClock.Machine.own.now().wall) }

    /// Lets the machine have slept.
    func sleep(_ duration: Duration) {
        shifts.withLock { shifts in
            shifts.slept += duration
            shifts.wall += duration
        }
    }

    var machine: BridgeClock.Machine {
        BridgeClock.Machine(
            now: { [self] in
                let own = BridgeClock.Machine.own.now()
                let (wall, slept) = shifts.withLock { $0 }
                return Moment(wall: own.wall + wall, uptime: own.uptime + slept)
            },
            awake: BridgeClock.Machine.own.awake
        )
    }
}
