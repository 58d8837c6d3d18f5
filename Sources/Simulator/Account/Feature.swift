import Values

/// Something that newer servers have and that may be missing, so that clients can show how they do without.
package enum Feature: String, Sendable, CaseIterable {
    /// Taps are recorded: the server knows its public address (pushward-api.md section 11.4).
    case answers
    /// Alerts repeat until acknowledged (section 11.7).
    case receipts
    /// Encrypted notifications (section 11.8).
    case encryption
    /// The members `acknowledge`, `tags`, `callback_url`, `encrypted` are known at all (section 16, row 28).
    case acknowledge
    /// Timers take `direction`, `goal`, `paused`, `show_ruler` (section 16, row 29).
    case timer
    /// E-mail (section 13).
    case emails
}

extension Simulator {
    /// Refuses what an older server does not know.
    func checkFeatures(ofNotification body: JSONObject) throws(Failure) {
        if missing.contains(.acknowledge) {
            for name in ["acknowledge", "tags", "callback_url", "encrypted"] where body[name] != nil {
                throw .schema("body.\(name)", "unexpected property")
            }
        }
        if missing.contains(.receipts), body["acknowledge"] != nil {
            throw Failure(422, "notification_receipt.disabled", "this server repeats no notifications")
        }
        if missing.contains(.encryption), body["encrypted"] != nil {
            throw Failure(422, "notification.encryption_unavailable", "this server takes no encrypted ones")
        }
        guard missing.contains(.answers) else { return }
        let actions = (body["actions"]?.arrayValue ?? []).compactMap(\.objectValue)
        let needsAddress = actions.contains {
            $0.flag("text_input") == true && NotificationRules.isRecorded($0)
        }
        if needsAddress || body["acknowledge"] != nil {
            throw Failure(422, "notification.answer_url_unavailable", "this server has no public address")
        }
    }

    func checkFeatures(ofContent content: JSONObject?) throws(Failure) {
        guard missing.contains(.timer), let content else { return }
        for name in ["direction", "goal", "paused", "show_ruler"] where content[name] != nil {
            throw .content("content.\(name) is not known")
        }
    }
}
