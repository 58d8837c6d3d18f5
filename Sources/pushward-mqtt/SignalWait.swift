import Host

/// Waits for a signal that asks the process to end.
struct SignalWait {
    private let signals = EventQueue<Signal>(bound: 8)

    /// Whether it was asked to end already; the process goes on until it looks.
    var isAsked: Bool { signals.count > 0 }

    /// Takes signals from now on; to be made before any thread is started, which would else take them itself.
    init() throws {
        try Signals.receive { [signals] in if $0 != .hangUp { signals.push($0) } }
    }

    func untilAsked() {
        while true {
            if !signals.next(until: nil).isEmpty { return }
        }
    }
}
