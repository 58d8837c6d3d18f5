import Mapping
import Values

/// Taps that are being carried out, those that were used up, and how many came lately.
struct TapLedger: Sendable {
    /// A tap whose publication waits for the broker.
    struct Pending: Sendable {
        var source: TapSource
        var rule: String
        var action: String
        /// What the button is called.
        var title: String
        /// The key under which a single use is noted.
        var onceKey: String?
        var card: Int?
        var widget: Int?
        var notice: String?
        var confirm: Confirmation?
    }

    /// The most taps of one peer in a minute.
    static let mostPerPeer = 120
    /// The most taps of one action in ten seconds.
    static let mostPerAction = 20
    private static let mostPeers = 1000

    var pending: [PublicationID: Pending] = [:]
    var nextID = 1
    /// Single uses, with the instant at which they may be forgotten.
    var used: [String: Timestamp] = [:]
    private var byPeer: [String: [Duration]] = [:]
    private var byAction: [String: [Duration]] = [:]

    /// Counts a tap of `peer`; whether it may go on.
    mutating func admit(peer: String, at uptime: Duration) -> Bool {
        if byPeer.count > Self.mostPeers {
            byPeer = byPeer.filter { $0.value.last.map { uptime - $0 < .seconds(60) } ?? false }
        }
        return Self.admit(
            &byPeer[peer, default: []],
            within: .seconds(60),
            most: Self.mostPerPeer,
            at: uptime
        )
    }

    /// Counts a tap of an action that proved to be authorised; whether it may go on.
    mutating func admit(action: String, at uptime: Duration) -> Bool {
        if byAction.count > Self.mostPeers { byAction = [:] }
        return Self.admit(
            &byAction[action, default: []],
            within: .seconds(10),
            most: Self.mostPerAction,
            at: uptime
        )
    }

    private static func admit(
        _ times: inout [Duration],
        within window: Duration,
        most: Int,
        at uptime: Duration
    ) -> Bool {
        times.removeAll { uptime - $0 >= window }
        guard times.count < most else { return false }
        times.append(uptime)
        return true
    }
}
