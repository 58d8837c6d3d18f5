import PushWardAPI
import Values

/// What a request's end means for what is to be done next: by PushWard's `code`, not by the status alone.
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

    var isSuccess: Bool { kind == .success }

    init(_ outcome: RequestOutcome, at now: Moment) {
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
            if (200..<300).contains(status) {
                kind = .success
                text = "done"
                label = String(status)
                mayHaveArrived = true
                return
            }
            let problem = Problem(status: status, headers: headers, body: body)
            if case .known(let known) = problem.code { code = known }
            retryAfter = problem.retryAfter.map { min($0, .seconds(120)) }
            text = problem.description
            label = problem.code.text ?? String(status)
            kind = Self.kind(of: problem, at: now)
            // A server that says it is not available has done nothing; of any other failure that is not known.
            mayHaveArrived = status >= 500 && problem.code != .known(.serviceUnavailable) && status != 503
        }
    }

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
