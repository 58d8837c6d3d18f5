import PushWardAPI
import Values

/// The one writer of a slug: what the server acknowledged, what is in flight, and what may or may not have arrived.
///
/// The next patch leads from every state in which the server may be to the desired one, so that lost, repeated and
/// unanswered requests do no harm (design section 7).
struct Slot: Sendable {
    enum Step: String, Sendable, Hashable {
        /// `POST /activities`: the name.
        case name
        case start
        case update
        /// The last frame of a card that stays on for `final_for`.
        case end
        /// Keeps `stale_ttl` from running out.
        case touch
        /// `DELETE`: the row goes, and a card that is shown goes at once.
        case remove
    }

    /// Stands for a deletion among the bodies that may have been carried out.
    static let deletion: JSONObject = ["deleted": true]

    struct InFlight: Sendable, Hashable {
        var id: RequestID
        var step: Step
        var body: JSONObject
        /// Whether the body is among the uncertain ones because of this request alone.
        var isNew: Bool
    }

    let slug: Slug
    /// nil: the server has no such row, or nothing is known.
    var acknowledged: ServerCard?
    /// Bodies of patches without an answer, oldest first: each may have been carried out.
    var uncertain: [JSONObject] = []
    var inFlight: InFlight?
    /// On the uptime clock.
    var lastSentAt: Duration?
    var retryAt: Duration?
    var attempts = 0
    /// A body that the server refused; the same one is not sent again before `refusedUntil`, on the uptime clock.
    var refused: JSONObject?
    var refusedUntil: Duration?
    /// Whether a change goes with all that the card shows: the server refused one and named nothing that was in it, so that
    /// it may hold something else than was thought.
    var sendsAll = false
    /// Values that the server refused, by field; the card keeps what it shows until they change.
    var refusedValues: [String: JSON] = [:]
    /// Whether a 404 has been answered by making the card anew, since the last success.
    var hasRecreated = false
    /// When another card took its place, on the uptime clock.
    var displacedAt: Duration?
    /// Whether the key may not create rows: then nothing is named or created, and cards that are there are updated
    /// (`pushward-api.md` section 14.3, `activity.upsert_forbidden`).
    var mayNotManage = false
    /// Whether the key may not delete rows.
    var mayNotDelete = false

    init(slug: Slug) {
        self.slug = slug
    }

    /// What the server shows when everything sent has arrived.
    var believed: ServerCard {
        uncertain.all(on: acknowledged ?? ServerCard()) { Self.applying($0, to: $1) }
    }

    /// Whether the server shows the card when everything sent has arrived; the same as `believed` says, for less.
    var isBelievedOngoing: Bool {
        for body in uncertain.reversed() {
            if body == Self.deletion { return false }
            if let state = body["state"]?.stringValue { return state == ServerCard.State.ongoing.rawValue }
        }
        return acknowledged?.state == .ongoing
    }

    /// Whether the server has, or may have, a row.
    var mayExist: Bool { acknowledged != nil || !uncertain.isEmpty }

    /// The states in which the server may be, as far as a patch must know them.
    private var possible: [ServerCard] {
        uncertain.possible(on: acknowledged ?? ServerCard()) { Self.applying($0, to: $1) }
    }

    static func applying(_ body: JSONObject, to card: ServerCard) -> ServerCard {
        if body == deletion { return ServerCard() }
        let isNew = card == ServerCard()
        var card = card
        if isNew, body["slug"] != nil { card.isLasting = true }
        if let content = body["content"]?.objectValue {
            card.content = ContentRules.applying(content, to: card.content)
            // It is a seed that the server takes once; afterwards it keeps its own.
            card.content["history"] = nil
        }
        if let state = body["state"]?.stringValue.flatMap(ServerCard.State.init) {
            card.state = state
            card.isStale = false
            if state == .ongoing { card.isLasting = false }
        }
        card.row.adopt(body)
        return card
    }

    /// Whether the server showed the card for certain when it was heard of last.
    var isSurelyOngoing: Bool { possible.allSatisfy { $0.state == .ongoing } }

    /// Whether the server may show the card.
    var mayBeOngoing: Bool { possible.contains { $0.state == .ongoing } }

    /// The request that leads to `desired`, or nil where the server is there already.
    func nextRequest(to desired: DesiredCard) -> (step: Step, request: PushWardRequest)? {
        let states = possible
        let mayBeOngoing = states.contains { $0.state == .ongoing }
        switch desired.lifecycle {
        case .ongoing:
            let isOngoing = states.allSatisfy { $0.state == .ongoing }
            return isOngoing ? update(to: desired, from: states) : start(desired, from: states)
        case .ended:
            guard mayBeOngoing else { return nil }
            return end(desired, from: states)
        case .removed:
            return mayExist ? (.remove, .deleteActivity(slug)) : nil
        }
    }

    private func start(_ desired: DesiredCard, from states: [ServerCard]) -> (
        step: Step, request: PushWardRequest
    )? {
        if let naming = naming(desired.row, from: states) { return (.name, naming) }
        var body: JSONObject = ["state": "ongoing"]
        for (key, value) in desired.row.patchMembers(differingFrom: states.map(\.row)) { body[key] = value }
        if let sound = desired.sound { body["sound"] = .string(sound) }
        var content = MergePatch.union(difference(to: desired.content, from: states), desired.content)
        content = MergePatch.union(content, desired.refreshed)
        body["content"] = .object(content)
        return (.start, patch(body, mayCreate: !mayNotManage))
    }

    /// The request that names the row, where it may have another name; one without a name has its slug's.
    private func naming(_ row: RowSettings, from states: [ServerCard]) -> PushWardRequest? {
        guard !mayNotManage, let name = row.name,
            states.contains(where: { $0.row.name != name && ($0.row.name != nil || name != slug.text) })
        else { return nil }
        return .postActivity(
            slug,
            name: name,
            priority: row.priority,
            staleTTL: row.staleTTL,
            endedTTL: row.endedTTL,
            dismissalTTL: row.dismissalTTL
        )
    }

    private func update(to desired: DesiredCard, from states: [ServerCard]) -> (
        step: Step, request: PushWardRequest
    )? {
        // A row that a patch had to make has no other name than its slug.
        if let naming = naming(desired.row, from: states.filter { $0.row.name == slug.text }) {
            return (.name, naming)
        }
        var content = difference(to: desired.content, from: states)
        var body = desired.row.patchMembers(differingFrom: states.map(\.row))
        if !content.isEmpty || desired.refreshIsNews {
            if sendsAll {
                content = MergePatch.union(content, all(desired.content, withoutNewWindow: states))
            }
            content = MergePatch.union(content, desired.refreshed)
        }
        if !content.isEmpty { body["content"] = .object(content) }
        guard !body.isEmpty else { return nil }
        if let sound = desired.sound { body["sound"] = .string(sound) }
        return (.update, patch(body))
    }

    private func end(_ desired: DesiredCard, from states: [ServerCard]) -> (
        step: Step, request: PushWardRequest
    )? {
        var body: JSONObject = ["state": "ended"]
        for (key, value) in desired.row.patchMembers(differingFrom: states.map(\.row)) { body[key] = value }
        let content = MergePatch.union(difference(to: desired.content, from: states), desired.refreshed)
        if !content.isEmpty { body["content"] = .object(content) }
        return (.end, patch(body))
    }

    /// All of a content, but for a timer's window that is shown already: sent again it would end a pause
    /// (`pushward-api.md` section 8.2).
    private func all(_ content: JSONObject, withoutNewWindow states: [ServerCard]) -> JSONObject {
        guard content["template"] == "countdown" else { return content }
        return content.filtered { name in
            !["start_date", "end_date", "duration"].contains(name)
                || states.contains { $0.content[name] != content[name] }
        }
    }

    /// The patch that leads to `content` from whichever of the states the server is in.
    private func difference(to content: JSONObject, from states: [ServerCard]) -> JSONObject {
        states.reduce(into: JSONObject()) { patch, state in
            patch = MergePatch.union(patch, ContentRules.patch(from: state.content, to: content))
        }
    }

    private func patch(_ body: JSONObject, mayCreate: Bool = false) -> PushWardRequest {
        .patchActivity(slug, body: body, upsert: mayCreate)
    }
}
