import Simulator
import Values

/// What must be true after quiet.
extension ModelWorld {
    private static let mostOngoing = 5

    mutating func check() {
        for device in home.devices {
            for account in device.accounts { check(device, account) }
        }
        for reading in home.readings {
            for account in reading.accounts { check(reading, account) }
        }
        for account in servers.indices { checkChime(account) }
        if waitingTaps > 0 { ledger.fail("\(waitingTaps) taps were never answered") }
        ledger.settlePresses(at: uptime, mayBeLost: kind.isCapped)
    }

    private mutating func check(_ device: ModelHome.Device, _ account: Int) {
        let (status, row) = ask(account, "GET", "/activities/\(device.slug)")
        let state = row["state"]?.stringValue
        let card = servers[account].visibleCard(device.slug)
        let said = "\(uptime): \(device.slug) of \(account)"
        guard device.isOn else {
            if state == "ongoing" || card?["state"] == "ongoing", !isUsedUp(account) {
                ledger.fail("\(said) is off and its card is on: \(row.text)")
            }
            if device.isRemoved, status != 404 { ledger.fail("\(said) is off and has a row: \(row.text)") }
            return
        }
        guard status == 200, state == "ongoing", card?["state"] == "ongoing" else {
            if !kind.isCapped, !mayWait(device, account) {
                ledger.fail("\(said) is on and has no card: \(row.text)")
            }
            return
        }
        if kind.isCapped { return }
        if row["name"]?.stringValue != device.name {
            ledger.fail("\(said) is called \(row["name"]?.text ?? "")")
        }
        let content = card?["content"] ?? .null
        let shown =
            device.slug.hasPrefix("zone")
            ? content["value"]?.doubleValue : content["progress"]?.doubleValue.map { $0 * 100 }
        if content["state"]?.stringValue != device.text || abs((shown ?? -1) - Double(device.level)) > 0.01 {
            ledger.fail("\(said) is \(device.text) \(device.level): \(content.text)")
        }
    }

    /// Whether the account's updates are used up, so that nothing can be said any more.
    private func isUsedUp(_ account: Int) -> Bool {
        let quota = servers[account].stateJSON["quotas"]?["live_activity_updates"]
        guard let used = quota?["used"]?.intValue, let limit = quota?["limit"]?.intValue else { return false }
        return used >= limit
    }

    /// Whether all slots are taken by cards of the same or a higher priority.
    private mutating func mayWait(_ device: ModelHome.Device, _ account: Int) -> Bool {
        let rows = ask(account, "GET", "/activities").body["items"]?.arrayValue ?? []
        let priorities = rows.filter { $0["state"] == "ongoing" }.compactMap { $0["priority"]?.intValue }
        return priorities.count >= Self.mostOngoing && priorities.allSatisfy { $0 >= device.priority }
    }

    private mutating func check(_ reading: ModelHome.Reading, _ account: Int) {
        guard reading.isKnown, !kind.isCapped else { return }
        let row = ask(account, "GET", "/widgets/\(reading.slug)").body
        let content = row["content"] ?? .null
        let shown = content["value"]?.doubleValue.map { String(Int($0)) } ?? content["label"]?.stringValue
        if shown != reading.value {
            ledger.fail("\(uptime): \(reading.slug) of \(account) is \(reading.value): \(row.text)")
        }
    }

    /// Of notifications that replace each other the newest is seen.
    private mutating func checkChime(_ account: Int) {
        guard !kind.isCapped, let newest = ledger.newest("chime", of: account) else { return }
        let banners = servers[account].stateJSON["notifications"]?.arrayValue ?? []
        let shown = banners.filter { $0["collapse_id"] == "chime" }.compactMap { $0["body"]?.stringValue }
        if shown.count != 1 || !newest.contains(shown[0]) {
            ledger.fail("\(uptime): \(newest[0]) was rung, and \(shown) is shown")
        }
    }
}
