import Host
package import Values

/// The clock of the daemon: the machine's, or one that runs faster, for demonstrations.
package struct BridgeClock: Sendable {
    private let start: Moment
    /// How many seconds pass in one of the machine's.
    private let speed: Double

    package init(speed: Double = 1) {
        self.speed = max(1, speed)
        start = SystemClock.now()
    }

    /// Both clocks now.
    package func now() -> Moment {
        let now = SystemClock.now()
        guard speed != 1 else { return now }
        let passed = (now.uptime - start.uptime) * speed
        return Moment(wall: start.wall + passed, uptime: start.uptime + passed)
    }

    /// When the machine's uptime clock shows what this one's `uptime` will be.
    package func machineUptime(of uptime: Duration) -> Duration {
        speed == 1 ? uptime : start.uptime + (uptime - start.uptime) / speed
    }

    /// The machine's time that passes while `duration` passes here.
    package func machineDuration(_ duration: Duration) -> Duration {
        speed == 1 ? duration : duration / speed
    }
}
