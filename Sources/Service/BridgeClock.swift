import Host
package import Values

/// The clock of the daemon: the machine's, or one that runs faster, for demonstrations.
///
/// Its uptime goes on while the machine sleeps, so that after waking up what has become due meanwhile is done, and a
/// jump of the clock that people see always means that it was set.
package struct BridgeClock: Sendable {
    private let start: Moment
    /// How many seconds pass in one of the machine's.
    private let speed: Double

    package init(speed: Double = 1) {
        self.speed = max(1, speed)
        start = Self.machine()
    }

    private static func machine() -> Moment {
        Moment(wall: SystemClock.wall(), uptime: SystemClock.sinceBoot())
    }

    /// Both clocks now.
    package func now() -> Moment {
        let now = Self.machine()
        guard speed != 1 else { return now }
        let passed = (now.uptime - start.uptime) * speed
        return Moment(wall: start.wall + passed, uptime: start.uptime + passed)
    }

    /// When the machine's uptime clock, which stands still while it sleeps, shows what this one's `uptime` will be.
    package func machineUptime(of uptime: Duration) -> Duration {
        let due = speed == 1 ? uptime : start.uptime + (uptime - start.uptime) / speed
        return due - (SystemClock.sinceBoot() - SystemClock.now().uptime)
    }

    /// The machine's time that passes while `duration` passes here.
    package func machineDuration(_ duration: Duration) -> Duration {
        speed == 1 ? duration : duration / speed
    }
}
