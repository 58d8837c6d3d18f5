import Values

/// Requests that look whether a person has answered, and those that stop asking (`pushward-api.md` sections 6.2, 11.5,
/// 11.7).
extension PushWardRequest {
    /// The longest that the server holds an answer back, in seconds.
    package static let longestWait = 25

    /// Reads a card.
    ///
    /// For `wait` seconds, 0 to 25, the answer is held back while an approval card waits for its own.
    package static func getActivity(_ slug: Slug, wait: Int = 0) -> PushWardRequest {
        poll("/activities/\(slug)", wait)
    }

    /// Reads the recorded tap of a notification.
    ///
    /// For `wait` seconds, 0 to 25, the answer is held back until there is one.
    package static func getAnswer(notification id: Int, wait: Int = 0) -> PushWardRequest {
        poll("/notifications/answers/\(id)", wait)
    }

    /// Reads whether a repeating notification was acknowledged.
    ///
    /// For `wait` seconds, 0 to 25, the answer is held back until it was, or its repeats have ended.
    package static func getReceipt(notification id: Int, wait: Int = 0) -> PushWardRequest {
        poll("/notifications/receipts/\(id)", wait)
    }

    /// Stops the repeats of an acknowledged notification.
    package static func cancelReceipt(notification id: Int) -> PushWardRequest {
        PushWardRequest("POST", "/notifications/receipts/\(id)/cancel")
    }

    private static func poll(_ path: String, _ wait: Int) -> PushWardRequest {
        let held = min(max(wait, 0), longestWait)
        let query = held > 0 ? [HTTPRequest.Pair("wait", String(held))] : []
        return PushWardRequest("GET", path, query: query, wait: held, isPoll: true)
    }
}
