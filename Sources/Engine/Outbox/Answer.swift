import PushWardAPI
import Values

/// What a request's end means for what is to be done next: by PushWard's `code`, not by the status alone.
///
/// Only what has PushWard's own shape is an answer of PushWard. Anything else is of something between here and there,
/// such as a proxy or a captive portal, which knows nothing of the row: the request is tried again.
struct Answer: Sendable {
    enum Kind: Sendable, Hashable {
        case success
        /// Nobody knows whether it was carried out, or the server could not: try again.
        case transient
        case rateLimited(retryAfter: Duration)
        case quota(until: Timestamp?)
        case unauthorised
        case forbidden
        case gone
        /// The account holds the most that it may.
        case full
        case invalid(fields: [String])
        /// Another card took the place of this one, and only a new start would bring it back.
        case preempted
    }

    var kind: Kind
    var body: JSON?
    /// What to tell a person, without payload and secret.
    var text: String
    /// For the metrics: a status, a code, or what failed.
    var label: String
    /// Whether the server may have carried it out, though it did not say so.
    var mayHaveArrived: Bool
    /// The server's clock when it answered, where it told it.
    var serverTime: Timestamp?
    var code: Problem.Known?
    /// How long a server that is not available asks to wait, at most two minutes.
    var retryAfter: Duration?
    /// Whether something between here and PushWard answered in its place.
    var isForeign = false
    /// Whether the server said that it is not available, after which even a notification may be sent again
    /// (`pushward-api.md` section 15, rule 3).
    var isUnavailable = false

    var isSuccess: Bool { kind == .success }

    init(_ outcome: RequestOutcome, to expected: ExpectedAnswer, at now: Moment) {
        switch outcome {
        case .failed(let reason, let mayHaveReachedServer):
            kind = .transient
            body = nil
            text = reason
            label = "failed"
            mayHaveArrived = mayHaveReachedServer
        case .answered(let status, let headers, let body):
            self.body = body
            serverTime = Problem(status: status, headers: headers, body: nil).serverTime
            let isOwn = expected.isMet(status: status, body: body)
            if (200..<300).contains(status), isOwn {
                kind = .success
                text = "done"
                label = String(status)
                mayHaveArrived = true
                return
            }
            let problem = Problem(status: status, headers: headers, body: body)
            retryAfter = problem.retryAfter.map { min($0, .seconds(120)) }
            isUnavailable = status == 503
            // A proxy's 502 or 504 says nothing of what became of the request, nor does a 503 while it was carried out.
            mayHaveArrived = status >= 500 || status < 300
            guard isOwn else {
                isForeign = true
                self.body = nil
                kind = status == 429 ? Self.kind(of: problem, at: now) : .transient
                text = "something between here and PushWard answered \(status) without PushWard's JSON"
                label = (200..<300).contains(status) ? "foreign" : String(status)
                return
            }
            if case .known(let known) = problem.code { code = known }
            text = problem.description
            label = problem.code.text ?? String(status)
            kind = Self.kind(of: problem, at: now)
        }
    }

    /// How long what something else refused rests at least: others may get through meanwhile, and it may not.
    func rest(after attempts: Int) -> Duration { isForeign ? Backoff.base(after: attempts) : .zero }

    private static func kind(of problem: Problem, at now: Moment) -> Kind {
        if problem.code == .known(.stateInvalid) { return .preempted }
        // What an old server says of a row that is there; it is as it should be.
        if problem.code == .known(.activityExists) { return .success }
        return switch problem.classification {
        case .transient: .transient
        case .rateLimited:
            .rateLimited(retryAfter: min(max(problem.retryAfter ?? .seconds(60), .seconds(1)), .seconds(120)))
        case .quota: .quota(until: problem.untilReset(now: now.wall).map { now.wall + $0 })
        case .unauthorised: .unauthorised
        case .forbidden: .forbidden
        case .gone: .gone
        case .limit: .full
        case .invalid(let fields): .invalid(fields: fields)
        case .conflict, .permanent: .invalid(fields: [])
        }
    }
}

/// What PushWard's answers to a request look like (`pushward-api.md` sections 2 and 14.1).
enum ExpectedAnswer: Sendable, Hashable {
    /// The row as it is now.
    case object
    /// Any JSON.
    case json
    /// `204` without a body.
    case nothing

    init(to request: PushWardRequest) {
        self =
            switch request.method {
            case "DELETE": .nothing
            case "GET": .json
            default: .object
            }
    }

    /// Whether an answer is one of PushWard's.
    func isMet(status: Int, body: JSON?) -> Bool {
        guard (200..<300).contains(status) else { return Problem.isOne(body) }
        return switch self {
        case .object: body?.objectValue != nil
        case .json: body != nil
        case .nothing: status == 204 || body?.objectValue != nil
        }
    }
}
