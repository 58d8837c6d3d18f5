import PushWardAPI
import Values

/// The rate of requests to a host, over restarts.
extension Engine {
    private static let rateKey = "rate\u{1F}"

    /// When the rate of requests lets one of that weight leave to the host of an account; nil: at once.
    func rateWait(_ account: Int, _ uptime: Duration, _ weight: RequestWeight) -> Duration? {
        windows[accounts[account].url]?.waitingUntil(uptime, weight)
    }

    /// Counts a request to the host of an account, before it leaves.
    mutating func countRequest(_ account: Int, at now: Moment) {
        let url = accounts[account].url
        guard let fullAt = windows[url, default: RateWindow(at: now)].count(at: now) else { return }
        effects.append(.save([StateChange(.accounts, Self.rateKey + url, .double(fullAt.unixSeconds))]))
    }

    /// Takes over what another process has written down of the rate; whether the row is one of these.
    mutating func restoreRate(_ key: String, _ value: JSON, at now: Moment) -> Bool {
        guard key.hasPrefix(Self.rateKey) else { return false }
        let url = String(key.dropFirst(Self.rateKey.count))
        guard accounts.contains(where: { $0.url == url }) else {
            outdatedRows.append(StateChange(.accounts, key, nil))
            return true
        }
        let saved = value.doubleValue.flatMap(Timestamp.init(unixSeconds:))
        windows[url] = RateWindow(at: now, saved: saved)
        return true
    }

    /// What a card's request weighs.
    func weight(_ place: Int, _ step: Slot.Step) -> RequestWeight {
        switch step {
        case .end, .remove: return .vital
        case .name, .start: return .start
        case .update, .touch:
            if case .finishing = cards[place].phase { return .vital }
            return .update
        }
    }
}

extension NotificationOutbox.Waiting {
    /// Whether it must break through.
    var weight: RequestWeight {
        switch body["level"]?.stringValue {
        case "time-sensitive", "critical": .vital
        default: .notification
        }
    }
}

extension NotificationOutbox {
    /// All that wait in the order in which they leave: what must break through, then the newest.
    var inOrder: [Waiting] {
        let all = newestFirst
        return all.filter { $0.weight == .vital } + all.filter { $0.weight != .vital }
    }
}
