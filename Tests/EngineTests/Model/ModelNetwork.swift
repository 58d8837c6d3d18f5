import TestSupport
import Engine
import PushWardAPI
import Values

/// The way to PushWard and back, which may fail at each point.
struct ModelNetwork {
    /// What becomes of one request.
    enum Fate: Hashable {
        case carried(after: Duration, answeredAfter: Duration)
        /// The request never arrives; the client may know that or not.
        case lost(isKnown: Bool)
        /// It is carried out, and nobody hears of it.
        case unanswered
        /// Something on the way, or the server, answers instead of carrying it out.
        case refused(status: Int, code: String?, retryAfter: String?)
    }

    /// What of all requests fails, in thousandths.
    var faultRate = 0
    /// Whether nothing gets through at all.
    var isDown = false

    private static let refusals: [(status: Int, code: String?, retryAfter: String?)] = [
        (500, nil, nil), (502, nil, nil), (503, "service.unavailable", "2"), (504, nil, nil),
        (429, "rate_limit.exceeded", "3"), (429, "rate_limit.exceeded", "-5"),
        (429, "rate_limit.exceeded", "99999999999999999999"), (429, "rate_limit.exceeded", "soon"),
        (429, nil, nil), (408, nil, nil),
    ]

    func fate(_ random: inout SeededGenerator) -> Fate {
        if isDown { return .lost(isKnown: random.oneIn(2)) }
        if Int.random(in: 0..<1000, using: &random) < faultRate {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return .lost(isKnown: random.oneIn(2))
            case 1: return .unanswered
            case 2:
                return .carried(
                    after: random.milliseconds(1...200),
                    answeredAfter: random.milliseconds(1...29_000)
                )
            default:
                let refusal = random.pick(Self.refusals)
                return .refused(
                    status: refusal.status,
                    code: refusal.code,
                    retryAfter: refusal.retryAfter
                )
            }
        }
        return .carried(after: random.milliseconds(5...200), answeredAfter: random.milliseconds(5...200))
    }
}
