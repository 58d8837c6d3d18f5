package import Values

/// A request with `wait` that is held until its answer is there (pushward-api.md sections 6.2, 11.5).
struct Hold: Sendable {
    let call: Call
    let until: Timestamp
}

extension Simulator {
    /// The hold that a request asks for whose answer is still open, or nil.
    func pendingWait(_ call: Call) throws(Failure) -> Hold? {
        guard call.method == "GET", let seconds = call.queryValue("wait").flatMap(Int.init), seconds > 0,
            isPending(call.segments)
        else { return nil }
        guard holds.count < configuration.maxHeldWaits else {
            var failure = Failure(429, "answer_wait.limit_exceeded", "too many requests are held already")
            failure.retryAfter = .seconds(2)
            throw failure
        }
        return Hold(call: call, until: now + .seconds(seconds))
    }

    private func isPending(_ segments: [String]) -> Bool {
        switch segments.count {
        case 2:
            guard segments[0] == "activities", let row = activities[segments[1]] else { return false }
            return row.template == "approval" && row.state == .ongoing && row.content["answer"] == nil
        case 3:
            guard let id = Int(segments[2]) else { return false }
            return segments[1] == "answers"
                ? notifications[id].map { $0.answer == nil } ?? false
                : segments[1] == "receipts" && receipts[id]?.status == .active
        default: return false
        }
    }

    /// The held requests that can be answered now: their answer is there, or their time is up.
    package mutating func settleHolds(at instant: Timestamp) -> [(hold: Int, response: HTTPResponse)] {
        advance(to: instant)
        var settled: [(hold: Int, response: HTTPResponse)] = []
        for (id, hold) in holds.sorted(by: { $0.key < $1.key })
        where hold.until <= now || !isPending(hold.call.segments) {
            holds[id] = nil
            let response = dated(reread(hold.call))
            log.append(hold.call, response, at: now, note: "held")
            settled.append((id, response))
        }
        return settled
    }

    /// Gives up a held request whose client has gone.
    package mutating func abandonHold(_ id: Int) {
        holds[id] = nil
    }

    /// When the first held request must be answered at the latest.
    package var nextHoldDeadline: Timestamp? { holds.values.map(\.until).min() }

    /// Reads again without counting against the rate.
    private mutating func reread(_ call: Call) -> HTTPResponse {
        let admitted = limiter
        limiter.limit = nil
        defer { limiter = admitted }
        do throws(Failure) {
            return try route(call)
        } catch {
            return error.response(instance: call.path)
        }
    }
}
