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
}
