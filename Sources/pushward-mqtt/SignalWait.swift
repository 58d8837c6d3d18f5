import Host

/// Waits for a signal that asks the process to end.
enum SignalWait {
    static func untilAsked() throws {
        let signals = EventQueue<Signal>(bound: 8)
        try Signals.receive { signals.push($0) }
        while true {
            for signal in signals.next(until: nil) where signal != .hangUp { return }
        }
    }
}
