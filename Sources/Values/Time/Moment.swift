/// A reading of both clocks: the one that people read, which may be set, and one that only ever goes forward.
///
/// Waiting and timeouts go by `uptime`; what is shown, stored or compared with a source's times goes by `wall`.
package struct Moment: Sendable, Hashable {
    package var wall: Timestamp
    /// Time since an arbitrary start, the same for the life of the process.
    package var uptime: Duration

    package init(wall: Timestamp, uptime: Duration) {
        self.wall = wall
        self.uptime = uptime
    }

    /// The moment `duration` later, on both clocks.
    package func advanced(by duration: Duration) -> Moment {
        Moment(wall: wall + duration, uptime: uptime + duration)
    }

    /// The same moment after the clock that people read was set.
    package func corrected(_ correct: (Timestamp) -> Timestamp) -> Moment {
        Moment(wall: correct(wall), uptime: uptime)
    }
}

extension Moment {
    /// The first instant that can be now, since this program is younger: 2025-01-01.
    ///
    /// A clock that shows an earlier one has not been set since the machine was started, for lack of a battery.
    private static let earliestWall = Timestamp(microseconds: 1_735_689_600_000_000)

    /// Whether the clock that people see can be right.
    package var isClockSet: Bool { wall >= Self.earliestWall }
}
