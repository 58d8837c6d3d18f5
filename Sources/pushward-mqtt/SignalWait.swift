import Host

/// Waits for a signal that asks the process to end.
struct SignalWait {
    private let signals = EventQueue<Signal>(bound: 8)

    /// Takes signals from now on; to be made before any thread is started, which would else take them itself.
    init() throws {
        try Signals.receive { [signals] in signals.push($0) }
    }

    func untilAsked() {
        while true {
            for signal in signals.next(until: nil) where signal != .hangUp { return }
        }
    }
}
