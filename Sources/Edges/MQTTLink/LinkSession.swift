internal import Threads
internal import Values

/// One connection, from the attempt to its end; lives on the link's thread.
final class LinkSession {
    /// Why it ended.
    struct End {
        var cause: MQTTDisconnect.Cause
        var detail: String
        /// Whether the broker does not speak this version of the protocol.
        var isVersionRefused = false
    }

    /// How many publications may wait for the broker's answer at once; the least that brokers allow.
    private static let maxInFlight = 20
    private static let batch = 50

    private let client: MosquittoClient
    private let settings: MQTTLinkSettings
    private let onEvent: MQTTLink.EventHandler
    private let startedAt = Uptime.now()
    private var lastTick = Uptime.now()
    private var acceptedAt: Duration?
    private var isLeaving = false
    /// The message number of the farewell, until it is acknowledged.
    private var farewell: Int32?

    private var wanted: [MQTTSubscription] = []
    private var refused: Set<String> = []
    private var plan = SubscriptionPlan()
    /// Requests whose answer has not come, by message number.
    private var pending: [Int32: [SubscriptionPlan.Entry]] = [:]
    private var isSettled = false
    private var copies = CopyFilter()

    private var queue = PublishQueue()
    private var inFlight: [Int32: PublishJob] = [:]

    init(client: MosquittoClient, settings: MQTTLinkSettings, onEvent: @escaping MQTTLink.EventHandler) {
        self.client = client
        self.settings = settings
        self.onEvent = onEvent
    }

    /// Whether the broker has accepted the connection.
    var isAccepted: Bool { acceptedAt != nil }

    /// Whether it held for a while.
    var isProven: Bool { acceptedAt.map { Uptime.now() - $0 > .seconds(10) } ?? false }

    // MARK: One step

    /// Waits for the network or the bell, at most until `deadline`, and does what there is to do.
    ///
    /// - Returns: why the connection has ended, or nil where it goes on.
    func step(bell: Bell, until deadline: Duration) -> End? {
        let socket = client.socket
        guard socket >= 0 else {
            return takeEvents() ?? End(cause: .lost, detail: "the connection is closed")
        }
        let wake = min(deadline, lastTick + .seconds(1), nextPublishDeadline ?? deadline)
        let ready = Polling.wait(socket, orFor: bell, alsoWritable: client.wantsToWrite, until: wake)
        do {
            if ready.isReadable { try client.read(maxPackets: 100) }
            if ready.isWritable { try client.write() }
            if Uptime.now() - lastTick >= .seconds(1) {
                lastTick = Uptime.now()
                try client.tick()
            }
        } catch {
            return takeEvents() ?? end(of: error)
        }
        return takeEvents() ?? checkTimes()
    }

    private func checkTimes() -> End? {
        let now = Uptime.now()
        if acceptedAt == nil, now - startedAt > .seconds(15) {
            return End(cause: .timedOut, detail: "the broker did not accept the connection in time")
        }
        let expired = queue.expire(at: now)
        for job in expired.jobs { fail(job, "the broker was busy for too long") }
        if expired.isSilent {
            client.discardUnsent()
            return End(cause: .timedOut, detail: "the broker did not answer in time")
        }
        if inFlight.values.contains(where: { $0.deadline <= now }) {
            // It may lie in a buffer and could be sent any time: only the end of the connection rules that out.
            client.discardUnsent()
            return End(cause: .timedOut, detail: "the broker did not acknowledge a message in time")
        }
        return nil
    }

    private var nextPublishDeadline: Duration? {
        (inFlight.values.map(\.deadline) + [queue.nextDeadline].compactMap { $0 }).min()
    }

    // MARK: Events of the client

    private func takeEvents() -> End? {
        var end: End?
        for event in client.takeEvents() {
            switch event {
            case .connected: accepted()
            case .refused(let code): end = end ?? refusal(code)
            case .disconnected(let code): end = end ?? disconnection(code)
            case .message(let message, let identifiers): deliver(message, identifiers)
            case .tooLarge(let topic, let bytes): onEvent(.dropped(topic: topic, bytes: bytes))
            case .acknowledged(let message, let code): acknowledged(message, code)
            case .subscribed(let message, let codes): subscribed(message, codes)
            case .unsubscribed(let message): unsubscribed(message)
            }
        }
        return end
    }

    private func accepted() {
        acceptedAt = Uptime.now()
        onEvent(.connected(client.version))
        if let birth = settings.birth {
            // Where it cannot be sent the connection is about to end, and the next one brings it.
            _ = try? client.publish(birth, expiry: nil)
        }
        plan = SubscriptionPlan()
        applySubscriptions()
    }

    private func deliver(_ message: MQTTMessage, _ identifiers: [UInt32]) {
        guard
            copies.admits(
                topic: message.topic,
                payload: message.payload,
                isRetained: message.isRetained,
                identifiers: identifiers
            )
        else { return }
        onEvent(.message(message))
    }

    private func refusal(_ code: Int32) -> End {
        if client.version == .version311 {
            let cause: MQTTDisconnect.Cause =
                switch code {
                case 2, 4, 5: .refusedLogin
                default: .refused
                }
            return End(
                cause: cause,
                detail: MosquittoClient.words(ofRefusal: code),
                isVersionRefused: code == 1
            )
        }
        let cause: MQTTDisconnect.Cause =
            switch code {
            case 133, 134, 135, 138, 140: .refusedLogin
            default: .refused
            }
        // 1 is the same in an answer of version 3.1.1.
        let isVersion = code == 132 || code == 1
        return End(cause: cause, detail: MosquittoClient.words(ofReason: code), isVersionRefused: isVersion)
    }

    private func disconnection(_ code: Int32) -> End {
        guard code >= 128 else {
            return end(of: MosquittoClient.Failure(code: code))
        }
        let detail = MosquittoClient.words(ofReason: code)
        return End(cause: code == 142 ? .takenOver : .refused, detail: detail)
    }

    private func end(of failure: MosquittoClient.Failure) -> End {
        let (cause, detail) = MosquittoClient.cause(of: failure)
        // The library may take an old broker's answer, which is shorter, for a malformed one.
        return End(
            cause: isAccepted && cause == .unreachable ? .lost : cause,
            detail: detail,
            isVersionRefused: !isAccepted && failure.isMalformed
        )
    }

    // MARK: Subscriptions

    /// Replaces the set of filters, on the connection too.
    func setSubscriptions(_ subscriptions: [MQTTSubscription]) {
        wanted = subscriptions
        refused = []
        if isAccepted { applySubscriptions() }
    }

    private func applySubscriptions() {
        let next = SubscriptionPlan(wanted, refused: refused)
        let known = Set(plan.entries)
        let added = next.entries.filter { !known.contains($0) }
        let nextFilters = Set(next.entries.map(\.filter))
        let removed = plan.entries.map(\.filter).filter { !nextFilters.contains($0) }
        plan = next
        isSettled = false
        do {
            // The new ones first: between the two nothing that is still wanted may be missed.
            for entry in added where entry.identifier != nil {
                pending[try client.subscribe([entry.filter], qos: entry.qos, identifier: entry.identifier)] =
                    [entry]
            }
            for qos in 0...2 {
                var rest = added.filter { $0.identifier == nil && $0.qos == qos }[...]
                while !rest.isEmpty {
                    let part = Array(rest.prefix(Self.batch))
                    rest = rest.dropFirst(Self.batch)
                    pending[try client.subscribe(part.map(\.filter), qos: qos, identifier: nil)] = part
                }
            }
            var rest = removed[...]
            while !rest.isEmpty {
                _ = try client.unsubscribe(Array(rest.prefix(Self.batch)))
                rest = rest.dropFirst(Self.batch)
            }
        } catch {
            // The connection has ended, as the next step finds; all is subscribed again on the next one.
            return
        }
        settle()
    }

    private func settle() {
        guard !isSettled, pending.isEmpty else { return }
        isSettled = true
        onEvent(.subscribed)
    }

    private func subscribed(_ message: Int32, _ codes: [Int32]) {
        guard let entries = pending.removeValue(forKey: message) else { return }
        var isAnyRefused = false
        for (place, entry) in entries.enumerated() {
            let code = place < codes.count ? codes[place] : 128
            guard code >= 128 else { continue }
            isAnyRefused = true
            refused.insert(entry.filter)
            let reason = client.version == .version5 ? MosquittoClient.words(ofReason: code) : "refused"
            onEvent(.subscriptionRefused(filter: entry.filter, reason: reason))
        }
        // What a refused filter would have covered is asked for by itself.
        if isAnyRefused { applySubscriptions() } else { settle() }
    }

    // MARK: Publications

    func publish(_ job: PublishJob) {
        guard isAccepted, !isLeaving else {
            fail(job, "there is no connection to the broker")
            return
        }
        queue.add(job)
        proveAlive()
    }

    /// No filter of anybody's: giving it up changes nothing, and the broker answers.
    private static let unusedFilter = "pushward-mqtt/proof/of/life"

    /// Asks the broker for an answer, where something waits for one.
    private func proveAlive() {
        let now = Uptime.now()
        let mustProve = queue.wantsProof(at: now)
        sendQueued()
        guard mustProve else { return }
        do {
            queue.began(try client.unsubscribe([Self.unusedFilter]), at: now)
        } catch {
            let detail = MosquittoClient.cause(of: error).detail
            for job in queue.takeAll() { fail(job, detail) }
        }
    }

    private func unsubscribed(_ message: Int32) {
        queue.answered(message)
        proveAlive()
    }

    private func sendQueued() {
        while inFlight.count < Self.maxInFlight, let job = queue.next() {
            guard job.deadline > Uptime.now() else {
                fail(job, "the broker was busy for too long")
                continue
            }
            do {
                let expiry = job.publication.isRetained ? nil : job.limit
                inFlight[try client.publish(job.publication, expiry: expiry)] = job
            } catch {
                fail(job, MosquittoClient.cause(of: error).detail)
            }
        }
    }

    private func acknowledged(_ message: Int32, _ code: Int32) {
        if message == farewell { farewell = nil }
        guard let job = inFlight.removeValue(forKey: message) else { return }
        // Without quality of service it was the network that took it.
        if job.publication.qos > 0 { queue.proved(at: job.deadline - job.limit) }
        if code >= 128 {
            fail(job, MosquittoClient.words(ofReason: code))
        } else {
            onEvent(.published(id: job.id, isHeard: code != 16))
        }
        proveAlive()
    }

    private func fail(_ job: PublishJob, _ reason: String) {
        onEvent(.publishFailed(id: job.id, reason: reason))
    }

    // MARK: The end

    /// Publishes the farewell, waits for its acknowledgement, and says goodbye, all until `deadline`.
    func leave(until deadline: Duration) {
        isLeaving = true
        guard isAccepted else { return }
        let bell = Bell()
        // Where it cannot be sent the broker publishes the will itself.
        if let will = settings.will { farewell = try? client.publish(will, expiry: nil) }
        let limit = min(deadline, Uptime.now() + .seconds(1))
        while farewell != nil, Uptime.now() < limit {
            if step(bell: bell, until: limit) != nil { return }
        }
        client.disconnect()
        while client.socket >= 0, client.wantsToWrite, Uptime.now() < deadline {
            if step(bell: bell, until: deadline) != nil { return }
        }
    }

    /// Fails whatever has no answer.
    func abandon() {
        for job in queue.takeAll() { fail(job, "the connection to the broker ended") }
        for job in inFlight.values { fail(job, "the connection to the broker ended before it answered") }
        inFlight = [:]
        if !isLeaving { client.discardUnsent() }
    }
}
