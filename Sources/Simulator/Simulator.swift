package import Values

/// A PushWard server with one account and its phone, held to pushward-api.md: requests in, answers out.
///
/// It does no I/O and reads no clock: time comes with each request. What the reference leaves open is listed
/// at `Readings`.
package struct Simulator: Sendable {
    package private(set) var configuration: Configuration
    /// The server's clock.
    package internal(set) var now = Timestamp(microseconds: 0)

    var keys: [Key]
    var quotas: Quotas
    var limiter: RateLimiter
    var activities: [String: Activity] = [:]
    var notifications: [Int: NotificationRecord] = [:]
    var receipts: [Int: Receipt] = [:]
    var widgets: [String: Widget] = [:]
    var schedules: [Int: Schedule] = [:]
    var phone = Phone()
    var log: RequestLog
    var faults: [Fault] = []
    var missing: Set<Feature>
    var holds: [Int: Hold] = [:]
    var lastNotificationID = 4000
    var lastScheduleID = 100
    private var lastIdentifier = 0
    private var lastHoldID = 0

    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        keys = configuration.keys
        quotas = Quotas(plan: configuration.plan)
        limiter = RateLimiter(limit: configuration.requestsPerMinute)
        missing = configuration.missing
        log = RequestLog(capacity: configuration.maxLoggedRequests)
    }

    /// Answers a request at once: a `wait` does not wait, a fault that drops the connection answers 502.
    package mutating func respond(
        to request: HTTPRequest,
        at now: Timestamp,
        parseJSON: JSONParser
    ) -> HTTPResponse {
        handle(request, at: now, parseJSON: parseJSON, holdsWaits: false).response
    }

    /// Answers a request, and says how the answer is to be given.
    ///
    /// Where `holdsWaits` is true a request with `wait` may be held: its answer then comes from `settleHolds(at:)`.
    package mutating func handle(
        _ request: HTTPRequest,
        at now: Timestamp,
        parseJSON: JSONParser,
        holdsWaits: Bool
    ) -> Outcome {
        advance(to: now)
        let call = Call(request, parseJSON: parseJSON)
        if let response = pageOrControl(call) { return Outcome(response: response) }
        let fault = takeFault(for: call)
        if let fault, let answered = fault.answer(call.path) {
            let outcome = Outcome(
                response: dated(answered),
                delay: fault.delay,
                dropsConnection: fault.drop != nil
            )
            log.append(call, outcome.response, at: now, note: fault.note)
            return outcome
        }
        let (answered, hold) = answer(call, holdsWaits: holdsWaits)
        let response = dated(answered)
        var outcome = Outcome(response: response)
        if let fault {
            outcome.delay = fault.delay
            outcome.dropsConnection = fault.drop == .after
            if fault.drop == .after { outcome.response = dated(HTTPResponse(status: 502)) }
        } else if let hold {
            lastHoldID += 1
            holds[lastHoldID] = hold
            outcome.hold = lastHoldID
            return outcome
        }
        log.append(call, response, at: now, note: fault?.note)
        return outcome
    }

    /// Routes a call; failures become problem documents.
    private mutating func answer(_ call: Call, holdsWaits: Bool) -> (HTTPResponse, Hold?) {
        do throws(Failure) {
            let response = try route(call)
            return (response, holdsWaits ? try pendingWait(call) : nil)
        } catch {
            return (error.response(instance: call.path), nil)
        }
    }

    func dated(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headers.append(HTTPRequest.Pair("Date", TimeText.httpDate(now)))
        return response
    }

    mutating func charge(_ kind: Quotas.Kind) throws(Failure) {
        quotas.roll(to: now)
        try quotas.check(kind, at: now)
        quotas.charge(kind)
    }

    /// An identifier that looks like a UUID and is the same in each run.
    mutating func makeIdentifier() -> String {
        lastIdentifier += 1
        let digits = String(lastIdentifier, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    /// Starts anew with the same configuration; the clock goes on.
    package mutating func reset() {
        let clock = now
        self = Simulator(configuration: configuration)
        now = clock
    }
}

/// An answer and how it is to be given.
package struct Outcome: Sendable {
    package var response: HTTPResponse
    /// How long the answer is kept back.
    package var delay = Duration.zero
    /// Whether the connection is closed without an answer.
    package var dropsConnection = false
    /// The number of a held request: its answer comes from `settleHolds(at:)`.
    package var hold: Int?
}

extension HTTPResponse {
    static func json(_ value: JSON, status: Int = 200, action: String? = nil) -> HTTPResponse {
        var headers = [HTTPRequest.Pair("Content-Type", "application/json")]
        if let action { headers.append(HTTPRequest.Pair("X-Resource-Action", action)) }
        return HTTPResponse(status: status, headers: headers, body: value.utf8)
    }
}
