import PushWardAPI
import Values

/// When a recorded answer was given, as PushWard says it (`pushward-api.md` sections 8.10 and 11.5).
///
/// Without that nobody knows how old it is, and nothing that may be old is acted on.
enum AnswerTime {
    /// So far ahead of the server's own clock it may lie, which two clocks of one service are never apart.
    static let tolerance: Duration = .seconds(300)

    /// Why it cannot be told when an answer was given.
    struct Doubt: Error, Hashable {
        var reason: String
    }

    /// Reads the instant: RFC 3339, or Unix seconds as in a card's content.
    ///
    /// - Parameters:
    ///   - value: what the answer says.
    ///   - serverTime: when the server said it, by its own clock: ours may go wrong.
    /// - Returns: The instant, or why it cannot be told.
    static func read(_ value: JSON?, serverTime: Timestamp) -> Result<Timestamp, Doubt> {
        guard let value, !value.isNull else {
            return .failure(Doubt(reason: "it does not say when it was given"))
        }
        let instant =
            value.stringValue.flatMap(Timestamp.init(rfc3339:))
            ?? value.doubleValue.flatMap(Timestamp.init(unixSeconds:))
        guard let instant else { return .failure(Doubt(reason: "when it was given cannot be read")) }
        guard instant - serverTime <= tolerance else {
            return .failure(Doubt(reason: "it says that it will be given only later"))
        }
        return .success(instant)
    }
}

extension Engine {
    /// Whether what was read is about what was asked; where it names nothing, it is.
    ///
    /// A cache between us and PushWard may hand out what somebody else asked for.
    func isAbout(_ target: AnswerTarget, _ body: JSON) -> Bool {
        func names(_ key: String, _ number: Int?) -> Bool {
            guard let said = body[key], !said.isNull else { return true }
            return number != nil && (said.intValue ?? said.stringValue.flatMap { Int($0) }) == number
        }
        switch target {
        case .notice(let id), .receipt(let id): return names("notification_id", notices[id]?.serverID)
        case .schedule(let id): return names("id", notices[id]?.scheduleID)
        case .card(let place): return body["slug"]?.stringValue.map { $0 == cards[place].slug.text } ?? true
        case .cancellation: return true
        }
    }
}
