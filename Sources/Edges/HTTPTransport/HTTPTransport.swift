internal import Synchronization
internal import Threads
package import Values

/// Sends HTTP requests from a thread of its own, over connections that are kept.
///
/// Safe from any thread. Requests to one host beyond `maxConnectionsPerHost` wait for a connection; a long poll holds
/// one for its whole time, so long polls belong on a transport of their own.
package final class HTTPTransport: Sendable {
    /// What becomes of a request.
    package typealias Completion = @Sendable (Result<HTTPResponse, HTTPTransportError>) -> Void

    package struct Settings: Sendable, Hashable {
        /// Sent as `User-Agent` where the request has none.
        package var userAgent: String
        package var maxConnectionsPerHost: Int
        /// The most bytes of an answer's body.
        package var maxBodyBytes: Int
        package var connectTimeout: Duration
        /// How long an unused connection is trusted; shorter than servers' own limits, so that requests rarely meet a
        /// connection that is being closed.
        package var idleTimeout: Duration
        /// A file of certificates to trust instead of the system's.
        package var certificateFile: String?

        package init(
            userAgent: String,
            maxConnectionsPerHost: Int = 5,
            maxBodyBytes: Int = 1 << 20,
            connectTimeout: Duration = .seconds(10),
            idleTimeout: Duration = .seconds(50),
            certificateFile: String? = nil
        ) {
            self.userAgent = userAgent
            self.maxConnectionsPerHost = maxConnectionsPerHost
            self.maxBodyBytes = maxBodyBytes
            self.connectTimeout = connectTimeout
            self.idleTimeout = idleTimeout
            self.certificateFile = certificateFile
        }
    }

    private let inbox = TransportInbox()
    private let thread: WorkerThread

    /// Starts the thread.
    ///
    /// - Throws: `ThreadError` where no thread can be started.
    package init(settings: Settings) throws {
        let inbox = inbox
        self.thread = try WorkerThread(name: "http") { runTransfers(settings: settings, inbox: inbox) }
    }

    deinit {
        inbox.close(at: Uptime.now())
    }

    /// Sends a request; redirects are not followed.
    ///
    /// A `POST` is never sent twice by the transport itself; other methods may be, once, where a kept connection
    /// turned out to be closed before any answer came.
    ///
    /// - Parameters:
    ///   - request: its target is the whole URL without the query.
    ///   - timeout: from now to the end of the answer, waiting for a connection included.
    ///   - completion: called once, on the transport's thread (on the caller's after `close`); must not block.
    package func send(_ request: HTTPRequest, timeout: Duration, completion: @escaping Completion) {
        let job = TransportJob(request: request, deadline: Uptime.now() + timeout, completion: completion)
        guard inbox.add(job) else {
            let problem = HTTPTransportError(code: .closed, detail: "", mayHaveReachedServer: false)
            completion(.failure(problem))
            return
        }
    }

    /// Takes no more requests, lets those under way end until `deadline` has passed, and fails the rest.
    ///
    /// - Returns: whether the thread has ended; a name look-up that hangs may keep it a little longer.
    @discardableResult
    package func close(deadline: Duration) -> Bool {
        inbox.close(at: Uptime.now() + deadline)
        return thread.join(within: deadline + .milliseconds(250))
    }
}

/// A request on its way to the thread.
struct TransportJob: Sendable {
    let request: HTTPRequest
    /// By uptime.
    let deadline: Duration
    let completion: HTTPTransport.Completion
}

/// What callers hand to the thread.
final class TransportInbox: Sendable {
    private struct State {
        var jobs: [TransportJob] = []
        var closeDeadline: Duration?
        /// Set by the thread: interrupts its waiting.
        ///
        /// Called under the lock, so that it is never called after the thread's end.
        var wake: (@Sendable () -> Void)?
        var hasEnded = false
    }

    private let state = Mutex(State())

    func add(_ job: TransportJob) -> Bool {
        state.withLock { state in
            guard state.closeDeadline == nil, !state.hasEnded else { return false }
            state.jobs.append(job)
            if state.jobs.count == 1 { state.wake?() }
            return true
        }
    }

    func close(at deadline: Duration) {
        state.withLock { state in
            state.closeDeadline = min(state.closeDeadline ?? deadline, deadline)
            state.wake?()
        }
    }

    /// The jobs that came, and until when to go on where it is being closed.
    func take() -> (jobs: [TransportJob], closeDeadline: Duration?) {
        state.withLock { state in
            var jobs: [TransportJob] = []
            swap(&jobs, &state.jobs)
            return (jobs, state.closeDeadline)
        }
    }

    func setWake(_ wake: (@Sendable () -> Void)?) {
        state.withLock { $0.wake = wake }
    }

    /// Takes no more jobs and gives those that nobody took.
    func end() -> [TransportJob] {
        state.withLock { state in
            state.hasEnded = true
            state.wake = nil
            var jobs: [TransportJob] = []
            swap(&jobs, &state.jobs)
            return jobs
        }
    }
}
