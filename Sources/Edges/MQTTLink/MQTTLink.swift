internal import Synchronization
internal import Threads
package import Values

/// The link to the broker: connects, subscribes, publishes, and tries again for ever, on a thread of its own.
///
/// Safe from any thread.
package final class MQTTLink: Sendable {
    /// Takes each event; called on the link's thread, in order.
    ///
    /// While it blocks, nothing is read from the broker.
    package typealias EventHandler = @Sendable (MQTTLinkEvent) -> Void

    private let inbox = LinkInbox()
    private let thread: WorkerThread

    /// Starts the thread, which connects at once.
    ///
    /// - Parameters:
    ///   - settings: the broker and what to tell it.
    ///   - subscriptions: the first set of filters.
    ///   - onEvent: takes each event.
    /// - Throws: `ThreadError` where no thread can be started.
    package init(
        settings: MQTTLinkSettings,
        subscriptions: [MQTTSubscription] = [],
        onEvent: @escaping EventHandler
    ) throws {
        inbox.setSubscriptions(subscriptions)
        let inbox = inbox
        self.thread = try WorkerThread(name: "mqtt") {
            let loop = LinkLoop(settings: settings, inbox: inbox, onEvent: onEvent)
            loop.run()
        }
    }

    deinit {
        inbox.stop(at: Uptime.now())
    }

    /// Replaces the set of filters: new ones are subscribed to, those that are gone are unsubscribed from.
    package func setSubscriptions(_ subscriptions: [MQTTSubscription]) {
        inbox.setSubscriptions(subscriptions)
    }

    /// Publishes once: `published` or `publishFailed` with that `id` follows, exactly one of them.
    ///
    /// It fails at once while there is no connection, when the connection breaks, and after `deadline`; after that it
    /// is never sent. A broker that knows MQTT 5 is told to forget an unretained one after that time, too.
    package func publish(_ publication: MQTTPublication, id: UInt64, deadline: Duration) {
        let job = PublishJob(
            publication: publication,
            id: id,
            limit: deadline,
            deadline: Uptime.now() + deadline
        )
        inbox.publish(job)
    }

    /// Publishes the will as a farewell, disconnects and ends the thread; no event comes after it returns true.
    ///
    /// - Returns: whether the thread has ended; a name look-up that hangs may keep it longer.
    @discardableResult
    package func stop(deadline: Duration = .seconds(2)) -> Bool {
        inbox.stop(at: Uptime.now() + deadline)
        return thread.join(within: deadline + .milliseconds(250))
    }
}

/// A publication on its way.
struct PublishJob: Sendable {
    let publication: MQTTPublication
    let id: UInt64
    /// How long it may take.
    let limit: Duration
    /// When that is over, by uptime.
    let deadline: Duration
}

/// What callers want of the link's thread.
final class LinkInbox: Sendable {
    private struct State {
        var subscriptions: [MQTTSubscription]?
        var publications: [PublishJob] = []
        var stopDeadline: Duration?
    }

    /// What there is to do.
    struct Work {
        /// The new set of filters, where it was replaced.
        var subscriptions: [MQTTSubscription]?
        var publications: [PublishJob]
        /// Until when to be gone, by uptime, where it is to stop.
        var stopDeadline: Duration?
    }

    let bell = Bell()
    private let state = Mutex(State())

    func setSubscriptions(_ subscriptions: [MQTTSubscription]) {
        state.withLock { $0.subscriptions = subscriptions }
        bell.ring()
    }

    func publish(_ job: PublishJob) {
        state.withLock { $0.publications.append(job) }
        bell.ring()
    }

    func stop(at deadline: Duration) {
        state.withLock { $0.stopDeadline = min($0.stopDeadline ?? deadline, deadline) }
        bell.ring()
    }

    func take() -> Work {
        state.withLock { state in
            let work = Work(
                subscriptions: state.subscriptions,
                publications: state.publications,
                stopDeadline: state.stopDeadline
            )
            state.subscriptions = nil
            state.publications = []
            return work
        }
    }
}
