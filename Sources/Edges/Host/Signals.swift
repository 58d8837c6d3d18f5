internal import Glibc
internal import Threads

/// The signals that a service reacts to.
package enum Signal: Sendable, Hashable {
    /// SIGTERM: stop.
    case terminate
    /// SIGINT: stop, from a keyboard.
    case interrupt
    /// SIGHUP: reload.
    case hangUp

    fileprivate var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .hangUp: SIGHUP
        }
    }

    fileprivate static let all: [Signal] = [.terminate, .interrupt, .hangUp]
}

/// Receives signals on a thread of its own instead of in a handler, where hardly anything may be called.
package enum Signals {
    /// Blocks the signals in the calling thread and all that it starts later, and hands each over as it comes.
    ///
    /// Call it first, on the main thread. SIGPIPE, and SIGXFSZ for a file that may not
    /// grow, are ignored from then on.
    ///
    /// - Parameter handler: called on the receiving thread, for the life of the process.
    /// - Throws: `ThreadError` where no thread can be started.
    package static func receive(_ handler: @escaping @Sendable (Signal) -> Void) throws {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var set = sigset_t()
        sigemptyset(&set)
        for entry in Signal.all { sigaddset(&set, entry.number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let waited = set
        _ = try WorkerThread(name: "signals") {
            var set = waited
            while true {
                var number: Int32 = 0
                guard sigwait(&set, &number) == 0 else { continue }
                if let signal = Signal.all.first(where: { $0.number == number }) { handler(signal) }
            }
        }
    }

    /// Ends the process with 0 after a while, without clean-up, unless it has ended by then.
    ///
    /// Where no thread can be started it does not.
    package static func exit(after patience: Duration) {
        _ = try? WorkerThread(name: "patience") {
            let end = Uptime.now() + patience
            while Uptime.now() < end { usleep(20_000) }
            _exit(0)
        }
    }

    /// Ends the process at once, without clean-up: for a second signal while stopping hangs.
    package static func exitNow(_ code: Int32) -> Never {
        _exit(code)
    }
}
