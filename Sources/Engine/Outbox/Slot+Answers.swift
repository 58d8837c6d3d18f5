import Values

extension Slot {
    /// Notes that a request leaves: from now on it may have been carried out.
    mutating func sent(_ id: RequestID, step: Step, body: JSONObject, at uptime: Duration) {
        inFlight = InFlight(id: id, step: step, body: body, isNew: uncertain.open(body))
        lastSentAt = uptime
        retryAt = nil
    }

    /// Whether more than the request in flight is without an answer.
    var isInDoubt: Bool { uncertain.contains { $0 != inFlight?.body } }

    /// Takes that the request in flight was carried out.
    mutating func acknowledge() {
        let body = inFlight?.body ?? [:]
        if body == Self.deletion {
            adopt(nil)
        } else {
            acknowledged = Self.applying(body, to: acknowledged ?? ServerCard())
            // A row that it found was not deleted; one that is named may have been made for that.
            if body["slug"] == nil { uncertain.removeAll { $0 == Self.deletion } }
            uncertain.settle(by: body)
        }
        inFlight = nil
        attempts = 0
        retryAt = nil
        refused = nil
        refusedUntil = nil
        sendsAll = false
        hasRecreated = false
    }

    /// Takes that the server refused the request in flight: it was not carried out.
    mutating func withdraw() {
        if let inFlight { uncertain.withdraw(inFlight.body, wasNew: inFlight.isNew) }
        inFlight = nil
    }

    /// Takes that the request in flight failed for now, and whether it may have been carried out all the same.
    mutating func leaveOpen(mayHaveArrived: Bool, retryAt: Duration) {
        if !mayHaveArrived { withdraw() }
        inFlight = nil
        attempts += 1
        self.retryAt = retryAt
    }

    /// Takes the server's own word for what it holds.
    mutating func adopt(_ card: ServerCard?) {
        acknowledged = card
        uncertain = []
    }
}

extension Slot {
    /// Takes that the server ended the card by itself, with a text and colours of its own.
    mutating func endedByServer() { adopt(Self.endedByServer(believed)) }

    /// Takes that the server ended the card by itself, unless a request without an answer has kept it on.
    mutating func acknowledgedEndedByServer() { acknowledged = acknowledged.map(Self.endedByServer) }

    private static func endedByServer(_ card: ServerCard) -> ServerCard {
        var card = card
        card.state = .ended
        card.isStale = true
        // What the server may have written over; named here so that the next start writes or clears it.
        if card.content["template"] == "countdown" { card.content["progress"] = 1.0 }
        card.content["accent_color"] = TimerWarning.colour
        card.content["state"] = ""
        card.content["icon"] = "clock"
        return card
    }
}
