internal import CLinux
internal import Glibc

/// A thread of our own for a C library that blocks, outside any pool.
package final class WorkerThread: Sendable {
    private let ended = Gate()

    /// Starts a thread that runs `body` once, with all signals blocked.
    ///
    /// - Parameters:
    ///   - name: what `top` and a debugger show; the first 15 bytes count.
    ///   - body: what it runs.
    /// - Throws: `ThreadError` where the system has no thread left.
    package init(name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        let ended = ended
        let start = Unmanaged.passRetained(
            ThreadStart(name: name) {
                body()
                ended.open()
            }
        )
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var all = sigset_t()
        var old = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &old)
        let code = pthread_create(&thread, &attributes, runThread, start.toOpaque())
        pthread_sigmask(SIG_SETMASK, &old, nil)
        guard code == 0 else {
            start.release()
            throw ThreadError(name: name, code: code)
        }
    }

    /// Waits until the thread's body has returned; false where that takes longer.
    @discardableResult
    package func join(within limit: Duration) -> Bool {
        ended.wait(for: limit)
    }
}

/// No thread could be started.
package struct ThreadError: Error, Sendable, Hashable, CustomStringConvertible {
    package let name: String
    /// The system's error number.
    package let code: Int32

    package var description: String { "cannot start the thread \(name): error \(code)" }
}

private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

/// Runs on the new thread; takes over the reference that its starter made.
private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    pushward_name_thread(start.name)
    start.body()
    return nil
}
