import Values

/// A notification as the phone shows it.
struct Banner: Sendable {
    /// The notification's number.
    let id: Int
    let collapseID: String?
    let threadID: String?
    let shownAt: Timestamp
    /// The notification as the server returns it.
    var notification: JSONObject
    /// The words that lock the buttons once one was chosen.
    var answer: String?
    /// How often it was shown, for alerts that repeat.
    var times = 1

    var json: JSON {
        var object: JSONObject = [
            "id": .int(id),
            "shown_at": .string(TimeText.rfc3339(shownAt)),
            "collapse_id": collapseID.map(JSON.string) ?? .null,
            "times": .int(times),
            "answer": answer.map(JSON.string) ?? .null,
        ]
        for (name, value) in notification where object[name] == nil { object[name] = value }
        return .object(object)
    }
}

extension Phone {
    static let maxBanners = 200

    /// Shows a notification, newest first; one with the same collapse id goes.
    mutating func show(_ banner: Banner) {
        countNotificationPush()
        var shown = banner
        if let collapse = banner.collapseID {
            shown.times += banners.first { $0.collapseID == collapse && $0.id == banner.id }?.times ?? 0
            banners.removeAll { $0.collapseID == collapse }
        } else if let old = banners.first(where: { $0.id == banner.id }) {
            shown.times += old.times
            banners.removeAll { $0.id == banner.id }
        }
        banners.insert(shown, at: 0)
        if banners.count > Self.maxBanners { banners.removeLast() }
    }

    mutating func lock(_ id: Int, _ answer: String) {
        guard let place = banners.firstIndex(where: { $0.id == id }) else { return }
        banners[place].answer = answer
    }
}
