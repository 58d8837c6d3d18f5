import Values

extension Slot {
    /// Notes that a request leaves: from now on it may have been carried out.
    mutating func sent(_ id: RequestID, step: Step, body: JSONObject, at uptime: Duration) {
        inFlight = InFlight(id: id, step: step, body: body)
        // The same body sent again adds no new state in which the server could be.
        if uncertain.last != body { uncertain.append(body) }
        lastSentAt = uptime
        retryAt = nil
    }

    /// Takes that the request in flight was carried out.
    mutating func acknowledge() {
        acknowledged = inFlight?.step == .remove ? nil : believed
        uncertain = []
        inFlight = nil
        attempts = 0
        retryAt = nil
        refused = nil
        refusedUntil = nil
        hasRecreated = false
    }

    /// Takes that the server refused the request in flight: it was not carried out.
    mutating func withdraw() {
        if let inFlight, let place = uncertain.lastIndex(of: inFlight.body) { uncertain.remove(at: place) }
        inFlight = nil
    }

    /// Takes that nobody knows whether the request in flight was carried out.
    mutating func leaveOpen(retryAt: Duration) {
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
    mutating func endedByServer() {
        var card = believed
        card.state = .ended
        // What the server may have written over; named here so that the next start writes or clears it.
        card.content["progress"] = 1.0
        card.content["accent_color"] = "orange"
        card.content["state"] = ""
        card.content["icon"] = "clock"
        adopt(card)
    }
}
