import PushWardAPI
import Values

/// Changes that the server makes by itself to what we sent, and that a patch must not undo
/// (`pushward-api.md` sections 5.1, 7.4 and 8.2).
enum ServerOwned {
    /// What the server holds, as far as it differs from ours by something else than the server's own doing.
    ///
    /// - Parameters:
    ///   - comparable: the stored content in the form that can be compared.
    ///   - stored: the same as it was read.
    ///   - ours: what the server may have of us, the newest last; none where that is not known.
    ///   - now: the moment, against which a snooze is over or not.
    /// - Returns: the content to take as the server's.
    static func leftAlone(_ comparable: JSONObject, stored: JSONObject, ours: [JSONObject], now: Moment)
        -> JSONObject
    {
        guard let newest = ours.last else { return comparable }
        var result = comparable
        // Equal but for what the server works out or writes in another way, such as the method of a button.
        for content in ours {
            let asStored = StoredContent.comparable(content)
            for (name, value) in content where asStored[name] == comparable[name] { result[name] = value }
        }
        let isSnoozed = stored["snoozed_until"]?.doubleValue.map { $0 > now.wall.unixSeconds - 3600 } ?? false
        if isSnoozed {
            for name in ["end_date", "start_date"] { result[name] = newest[name] }
        }
        // A snooze takes the note of the warning away, and not its colour.
        if isSnoozed || stored["warning_pushed"] == true { result["accent_color"] = newest["accent_color"] }
        return result
    }
}
