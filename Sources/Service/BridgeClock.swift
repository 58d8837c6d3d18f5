import Host
package import Values

/// The clock of the daemon: the machine's, one that runs faster, for demonstrations, or a test's.
///
/// Its uptime goes on while the machine sleeps, so that after waking up what has become due meanwhile is done, and a
/// jump of the clock that people see always means that it was set.
package struct BridgeClock: Sendable {
    /// The clocks of a machine.
    package struct Machine: Sendable {
        /// The clock that people see, and the time since the machine was started.
        package let now: @Sendable () -> Moment
        /// The same time without that in which the machine slept: by it threads wait.
        package let awake: @Sendable () -> Duration

        package init(now: @escaping @Sendable () -> Moment, awake: @escaping @Sendable () -> Duration) {
            self.now = now
            self.awake = awake
        }

        /// The one that this runs on.
        package static let own = Machine(
            now: { Moment(wall: SystemClock.wall(), uptime: SystemClock.sinceBoot()) },
            awake: { SystemClock.now().uptime }
        )
    }

    private let machine: Machine
    private let start: Moment
    /// How many seconds pass in one of the machine's.
    private let speed: Double

    package init(speed: Double = 1, machine: Machine = .own) {
        self.speed = max(1, speed)
        self.machine = machine
        start = machine.now()
    }

    /// Both clocks now.
    package func now() -> Moment {
        let now = machine.now()
        guard speed != 1 else { return now }
        let passed = (now.uptime - start.uptime) * speed
        return Moment(wall: start.wall + passed, uptime: start.uptime + passed)
    }

    /// When the machine's uptime clock, which stands still while it sleeps, shows what this one's `uptime` will be.
    package func machineUptime(of uptime: Duration) -> Duration {
        let due = speed == 1 ? uptime : start.uptime + (uptime - start.uptime) / speed
        return due - (machine.now().uptime - machine.awake())
    }

    /// The machine's time that passes while `duration` passes here.
    package func machineDuration(_ duration: Duration) -> Duration {
        speed == 1 ? duration : duration / speed
    }
}
