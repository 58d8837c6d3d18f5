import Engine
import PushWardAPI
import Service
import Simulator
import Templates
import TestSupport
import Values

/// The way to PushWard and back.
extension ModelWorld {
    mutating func send(_ id: RequestID, _ request: PushWardRequest, of account: Int) {
        ledger.left(at: uptime)
        let fate = network.fate(&random)
        note("\(request.method) \(request.path) \(request.body.map { JSON.object($0).text } ?? "") \(fate)")
        let limit = Duration.seconds(30)
        let sent = Sent(id: id, life: life, account: account, request: request)
        switch fate {
        case .carried(let after, let answeredAfter):
            agenda.add(.arrives(sent, answeredAfter: answeredAfter), at: uptime + after)
        case .unanswered:
            doubt(request, of: account)
            agenda.add(.arrives(sent, answeredAfter: nil), at: uptime + .milliseconds(50))
            let outcome = RequestOutcome.failed(reason: "timeout", mayHaveReachedServer: true)
            agenda.add(.answered(id, life: life, outcome), at: uptime + limit)
        case .lost(let isKnown):
            if !isKnown { doubt(request, of: account) }
            let outcome = RequestOutcome.failed(reason: "lost", mayHaveReachedServer: !isKnown)
            agenda.add(.answered(id, life: life, outcome), at: uptime + (isKnown ? .milliseconds(20) : limit))
        case .refused(let status, let code, let retryAfter):
            doubt(request, of: account)
            var headers: [HTTPRequest.Pair] = []
            if let retryAfter { headers.append(HTTPRequest.Pair("Retry-After", retryAfter)) }
            let body = code.map { JSON.object(["code": .string($0), "status": .int(status)]) }
            let outcome = RequestOutcome.answered(status: status, headers: headers, body: body)
            agenda.add(.answered(id, life: life, outcome), at: uptime + .milliseconds(40))
        }
    }

    /// Notes that the bridge cannot know what became of a request.
    private mutating func doubt(_ request: PushWardRequest, of account: Int) {
        if let row = Self.row(of: request, account) { ledger.doubt(row) }
        if let name = Self.press(of: request) { ledger.doubtPress(name, of: account) }
    }

    /// The row that a request changes.
    private static func row(of request: PushWardRequest, _ account: Int) -> ModelLedger.Row? {
        guard request.method != "GET" else { return nil }
        let path = request.path.dropFirst()
        if path.hasPrefix("activities/") || path.hasPrefix("widgets/") {
            return ModelLedger.Row(account: account, path: String(path))
        }
        guard path == "activities" || path == "widgets", let slug = request.body?["slug"]?.stringValue else {
            return nil
        }
        return ModelLedger.Row(account: account, path: "\(path)/\(slug)")
    }

    private static func press(of request: PushWardRequest) -> String? {
        request.path == "/notifications" ? request.body?["body"]?.stringValue : nil
    }

    mutating func arrive(_ sent: Sent, _ answeredAfter: Duration?) {
        let request = sent.request
        let row = Self.row(of: request, sent.account)
        let before = row.map { ask(sent.account, "GET", "/\($0.path)").body } ?? .null
        let wire = request.httpRequest(host: "", token: Self.token)
        let response = servers[sent.account].respond(to: wire, at: serverTime, parseJSON: services.parseJSON)
        let body = try? services.parseJSON(response.body)  // an empty body is no JSON
        if (200..<300).contains(response.status) {
            if let row, let body {
                ledger.carried(
                    row,
                    request.body ?? [:],
                    from: before,
                    to: body,
                    isHeard: answeredAfter != nil && sent.life == life,
                    at: Moment(wall: serverTime, uptime: uptime)
                )
            }
            if let name = Self.press(of: request) { ledger.accepted(name, of: sent.account, at: uptime) }
        } else if !isExpected(response.status, body, before) {
            ledger.fail(
                "\(uptime): \(response.status) to \(request.method) \(request.path): \(body?.text ?? "")"
            )
        }
        guard let answeredAfter else { return }
        let outcome = RequestOutcome.answered(
            status: response.status,
            headers: response.headers,
            body: body
        )
        agenda.add(.answered(sent.id, life: sent.life, outcome), at: uptime + answeredAfter)
    }

    /// Whether such a refusal is nobody's mistake: the row is gone, or another card has taken its place.
    private func isExpected(_ status: Int, _ body: JSON?, _ before: JSON) -> Bool {
        if status == 404 || status == 409 { return true }
        return body?["code"] == "activity.state_invalid" && before["state"] == "preempted"
    }

    /// Asks the server itself, as nobody of the home can.
    @discardableResult
    mutating func ask(_ account: Int, _ method: String, _ path: String, _ body: JSON? = nil)
        -> (status: Int, body: JSON)
    {
        var headers = [HTTPRequest.Pair("Authorization", "Bearer " + Self.token.revealed)]
        if body != nil { headers.append(HTTPRequest.Pair("Content-Type", "application/json")) }
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        let query = parts.dropFirst().map { _ in HTTPRequest.Pair("upsert", "true") }
        let request = HTTPRequest(
            method: method,
            target: parts[0],
            query: Array(query),
            headers: headers,
            body: body?.utf8 ?? []
        )
        let response = servers[account].respond(to: request, at: serverTime, parseJSON: services.parseJSON)
        return (response.status, (try? services.parseJSON(response.body)) ?? .null)
    }

    /// Somebody else puts a card on, or ends it; the server may take one of ours away for it.
    mutating func otherCard() {
        let account = Int.random(in: 0..<servers.count, using: &random)
        let slug = random.pick(["other-1", "other-2"])
        let isOn = random.oneIn(2)
        let body: JSON = [
            "state": isOn ? "ongoing" : "ended", "priority": .int(Int.random(in: 0...3, using: &random)),
            "stale_ttl": 40_000, "content": ["template": "generic", "state": "else"],
        ]
        ask(account, "PATCH", "/activities/\(slug)?upsert=true", body)
        doubtCards(of: account)
    }

    /// Notes that something else may have changed all cards of an account.
    func cards(of account: Int) -> [ModelLedger.Row] {
        home.devices.map { ModelLedger.Row(account: account, path: "activities/\($0.slug)") }
    }

    mutating func doubtCards(of account: Int) {
        for row in cards(of: account) { ledger.doubt(row) }
    }

    /// Notes that the engine has forgotten what it had not saved.
    mutating func doubtEverything() {
        for account in servers.indices {
            doubtCards(of: account)
            for reading in home.readings {
                ledger.doubt(ModelLedger.Row(account: account, path: "widgets/\(reading.slug)"))
            }
        }
        ledger.doubtAllPresses()
    }
}
