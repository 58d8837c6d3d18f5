import Mapping
import Values

/// What a rule of `silent_for` remembers of its silence across restarts, with few writes.
struct WatchSilence: Sendable, Hashable {
    /// When the last message came.
    var heardAt: Timestamp
    /// Up to when the daemon has listened.
    var listenedAt: Timestamp

    /// How often it is saved at most: a twentieth of the silence that is told, and never more than once a minute.
    static func interval(_ limit: Duration) -> Duration { max(.seconds(60), limit / 20) }

    /// For how long it has been silent at `now`; the time in which nobody listened does not count, but for a short one.
    func length(at now: Timestamp, limit: Duration) -> Duration {
        let away = now - listenedAt
        guard away >= .zero, heardAt <= listenedAt else { return .zero }
        return away <= Self.interval(limit) + .seconds(60) ? now - heardAt : listenedAt - heardAt
    }
}

extension Engine {
    /// After a start it is listened at least this long before a silence is told.
    private static let leastListening: Duration = .seconds(60)

    /// Takes a message that ends a silence.
    mutating func heard(_ place: Int, _ limit: Duration, at now: Moment) {
        let wasTold = watches[place].hasToldSilence
        watches[place].heardAt = now.uptime
        watches[place].hasToldSilence = false
        let saved = watches[place].silenceSavedAt
        if wasTold || saved.map({ now.uptime - $0 >= WatchSilence.interval(limit) }) ?? true {
            saveSilence(place, at: now)
        }
        awaitSilence(place, limit, at: now)
    }

    /// Looks whether a silence is long enough to be told; whether it is.
    mutating func silenceIsOver(_ place: Int, _ limit: Duration, at now: Moment) -> Bool {
        guard !watches[place].hasToldSilence, let heard = watches[place].heardAt else { return false }
        let isDue = now.uptime - heard >= limit
        watches[place].hasToldSilence = isDue
        let saved = watches[place].silenceSavedAt ?? .zero
        if isDue || now.uptime - saved >= WatchSilence.interval(limit) { saveSilence(place, at: now) }
        awaitSilence(place, limit, at: now)
        return isDue
    }

    /// Sets when a watch must be looked at again for the sake of its silence.
    mutating func awaitSilence(_ place: Int, _ limit: Duration, at now: Moment) {
        guard !watches[place].hasToldSilence, let heard = watches[place].heardAt else {
            return deadlines.set(nil, for: .watch(place))
        }
        let saves = (watches[place].silenceSavedAt ?? now.uptime) + WatchSilence.interval(limit)
        deadlines.set(max(now.uptime, min(heard + limit, saves)), for: .watch(place))
    }

    private mutating func saveSilence(_ place: Int, at now: Moment) {
        guard let heard = watches[place].heardAt else { return }
        watches[place].silenceSavedAt = now.uptime
        watches[place].silence = WatchSilence(
            heardAt: now.wall - (now.uptime - heard),
            listenedAt: now.wall
        )
        saveWatch(place, at: now)
    }

    /// Goes on with the silence that was before a restart.
    mutating func resumeSilence(_ place: Int, _ row: JSONObject, at now: Moment) {
        guard case .silence(_, let limit) = mapping.notifications[watches[place].rule].trigger,
            let heard = row["heard_at"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:)),
            let listened = row["listened_at"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
        else { return }
        let silence = WatchSilence(heardAt: heard, listenedAt: listened)
        watches[place].silence = silence
        watches[place].hasToldSilence = row["told"]?.boolValue ?? false
        // That it listens again is saved with the first look.
        watches[place].silenceSavedAt = now.uptime - WatchSilence.interval(limit)
        let longest = max(.zero, limit - min(limit, Self.leastListening))
        watches[place].heardAt = now.uptime - min(silence.length(at: now.wall, limit: limit), longest)
        awaitSilence(place, limit, at: now)
    }
}
