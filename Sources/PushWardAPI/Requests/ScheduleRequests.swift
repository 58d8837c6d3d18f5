package import Values

/// Notifications that PushWard sends later (`pushward-api.md` section 11.9).
extension PushWardRequest {
    /// The farthest that a notification may be scheduled ahead.
    package static let longestSchedule: Duration = .seconds(365 * 86_400)

    /// Leaves a notification for later: its body with `send_at` or `recurrence`.
    package static func postSchedule(_ body: JSONObject) -> PushWardRequest {
        PushWardRequest(
            "POST",
            "/notifications/scheduled",
            body: body,
            quota: .notifications,
            isIdempotent: false
        )
    }

    /// Reads whether a scheduled notification was sent, and under which number.
    package static func getSchedule(_ id: Int) -> PushWardRequest {
        PushWardRequest("GET", "/notifications/scheduled/\(id)", isPoll: true)
    }

    /// Takes a scheduled notification back.
    package static func deleteSchedule(_ id: Int) -> PushWardRequest {
        PushWardRequest("DELETE", "/notifications/scheduled/\(id)")
    }
}
