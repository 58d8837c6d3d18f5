internal import Threads
internal import Values

/// The link's thread: one connection after another, until it is told to stop.
final class LinkLoop {
    private let settings: MQTTLinkSettings
    private let inbox: LinkInbox
    private let onEvent: MQTTLink.EventHandler
    private var wanted: [MQTTSubscription] = []
    private var session: LinkSession?
    private var backoff: Backoff
    private var retryAt: Duration = .zero
    private var version: MQTTProtocol
    /// When accepted connections broke lately, by uptime.
    private var breaks: [Duration] = []
    private var takeOvers = 0
    /// Connections that closed before any answer, one after another.
    private var silentCloses = 0

    init(settings: MQTTLinkSettings, inbox: LinkInbox, onEvent: @escaping MQTTLink.EventHandler) {
        self.settings = settings
        self.inbox = inbox
        self.onEvent = onEvent
        self.backoff = Backoff(first: settings.retryFirst, last: settings.retryLast)
        self.version = settings.version ?? .version5
    }

    func run() {
        while true {
            let work = inbox.take()
            if let subscriptions = work.subscriptions { wanted = subscriptions }
            if let deadline = work.stopDeadline {
                stop(work.publications, until: deadline)
                return
            }
            if session == nil, Uptime.now() >= retryAt { connect() }
            guard let session else {
                for job in work.publications { fail(job.id, "there is no connection to the broker") }
                inbox.bell.wait(until: retryAt)
                continue
            }
            if let subscriptions = work.subscriptions { session.setSubscriptions(subscriptions) }
            for job in work.publications { session.publish(job) }
            if let end = session.step(bell: inbox.bell, until: Uptime.now() + .seconds(1)) { close(end) }
        }
    }

    private func fail(_ id: UInt64, _ reason: String) {
        onEvent(.publishFailed(id: id, reason: reason))
    }

    private func connect() {
        do {
            let client = try MosquittoClient(settings: settings, version: version)
            try client.connect(host: settings.host, port: settings.port, keepAlive: settings.keepAlive)
            let session = LinkSession(client: client, settings: settings, onEvent: onEvent)
            session.setSubscriptions(wanted)
            self.session = session
        } catch {
            let (cause, detail) = MosquittoClient.cause(of: error)
            close(LinkSession.End(cause: cause, detail: detail))
        }
    }

    /// Forgets the connection, tells why it ended, and plans the next one.
    private func close(_ end: LinkSession.End) {
        let session = session
        self.session = nil
        let wasConnected = session?.isAccepted ?? false
        if session?.isProven ?? false { backoff.reset() }
        session?.abandon()
        let wait =
            fallsBack(end, wasConnected: wasConnected) ? .zero : backoff.next(minimum: minimumWait(end.cause))
        retryAt = Uptime.now() + wait
        onEvent(
            .disconnected(
                MQTTDisconnect(
                    cause: end.cause,
                    detail: end.detail,
                    retryIn: wait,
                    wasConnected: wasConnected
                )
            )
        )
        noteTakeOver(end, wasConnected: wasConnected)
    }

    private func minimumWait(_ cause: MQTTDisconnect.Cause) -> Duration {
        switch cause {
        // Nobody repairs these within seconds, and brokers ban clients that keep trying.
        case .refusedLogin, .badSettings: max(settings.retryLast, settings.retryFirst * 8)
        default: .zero
        }
    }

    /// Whether to try at once with the other version of the protocol.
    private func fallsBack(_ end: LinkSession.End, wasConnected: Bool) -> Bool {
        silentCloses = !wasConnected && end.cause == .lost ? silentCloses + 1 : 0
        guard settings.version == nil, !wasConnected else { return false }
        if end.isVersionRefused, version == .version5 {
            version = .version311
            return true
        }
        // Some old brokers close the connection without a word; others are only starting up: alternate.
        if silentCloses >= 2 {
            silentCloses = 0
            version = version == .version5 ? .version311 : .version5
        }
        return false
    }

    private func noteTakeOver(_ end: LinkSession.End, wasConnected: Bool) {
        guard wasConnected, end.cause == .takenOver || end.cause == .lost else { return }
        let now = Uptime.now()
        breaks = breaks.filter { now - $0 < .seconds(300) } + [now]
        if end.cause == .takenOver { takeOvers += 1 }
        guard takeOvers >= 2 || breaks.count >= 4 else { return }
        onEvent(.sessionTakenOver(isCertain: takeOvers >= 2))
        breaks = []
        takeOvers = 0
    }

    private func stop(_ publications: [PublishJob], until deadline: Duration) {
        for job in publications { fail(job.id, "the link is being closed") }
        session?.leave(until: deadline)
        session?.abandon()
        session = nil
        for job in inbox.take().publications { fail(job.id, "the link is closed") }
    }
}
