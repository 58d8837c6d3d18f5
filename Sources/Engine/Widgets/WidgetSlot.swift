import PushWardAPI
import Values

/// What the server holds of a widget, as far as its answers told.
struct ServerWidget: Sendable, Hashable {
    var name: String?
    var content: JSONObject
    /// Seconds; nil: PushWard's own.
    var pushThrottle: Int?
    /// Seconds; nil: never.
    var staleAfter: Int?
}

/// The one writer of a widget: what the server acknowledged, what is in flight, and what may or may not have arrived.
///
/// The next patch leads from every state in which the server may be to the desired one (design section 7).
struct WidgetSlot: Sendable {
    enum Step: String, Sendable, Hashable {
        /// `POST /widgets` with everything.
        case create
        case update
        /// Says that what is shown is still true.
        case touch
    }

    struct InFlight: Sendable, Hashable {
        var id: RequestID
        var step: Step
        var body: JSONObject
        /// Whether a patch is among the uncertain ones because of this request alone.
        var isNew = false
        /// Whether a post before it had no answer.
        var followsOpenPost: Bool
    }

    let slug: Slug
    /// nil: the server has no such row, or nothing is known.
    var acknowledged: ServerWidget?
    /// Bodies of patches without an answer, oldest first: each may have been carried out.
    var uncertain: [JSONObject] = []
    /// Whether a post has no answer: it is sent again.
    var isPostOpen = false
    var inFlight: InFlight?
    /// When the last request left, on the uptime clock.
    var lastSentAt: Duration?
    /// When the request in flight left.
    var sentAt: Timestamp?
    /// When the last request left that the server took: it dims the widget so much later.
    var updatedAt: Timestamp?
    /// On the uptime clock.
    var retryAt: Duration?
    var attempts = 0
    /// A body that the server refused; the same one is not sent again before `refusedUntil`, on the uptime clock.
    var refused: JSONObject?
    var refusedUntil: Duration?
    /// Values that the server refused, by field; the widget keeps what it shows until they change.
    var refusedValues: [String: JSON] = [:]
    /// Whether a 404 has been answered by making the widget anew, since the last patch that was taken.
    var hasRecreated = false

    init(slug: Slug) {
        self.slug = slug
    }

    /// The content that the server holds when everything sent has arrived.
    var believed: JSONObject {
        uncertain.all(on: acknowledged?.content ?? [:], applying: Self.applying)
    }

    /// The contents that the server may hold, as far as a patch must know them.
    private var possible: [JSONObject] {
        uncertain.possible(on: acknowledged?.content ?? [:], applying: Self.applying)
    }

    private static func applying(_ body: JSONObject, to content: JSONObject) -> JSONObject {
        MergePatch.applying(body["content"]?.objectValue ?? [:], to: content)
    }

    /// The request that leads to `desired`, or nil where the server is there already, or nobody would see it.
    func nextRequest(to desired: ServerWidget) -> (step: Step, request: PushWardRequest)? {
        guard let acknowledged, !isPostOpen else { return create(desired) }
        let hasNews =
            desired.name != acknowledged.name
            || throttle(desired) != throttle(acknowledged)
            || desired.staleAfter != nil && desired.staleAfter != acknowledged.staleAfter
        // Only a post surely takes the name; it costs no update either.
        if hasNews { return create(desired) }
        let patch = possible.reduce(into: JSONObject()) { patch, state in
            patch = MergePatch.union(patch, WidgetRules.patch(from: state, to: desired.content))
        }
        if acknowledged.staleAfter != nil, desired.staleAfter == nil {
            let content = patch.isEmpty ? Self.smallest(desired.content) : patch
            return (.update, .patchWidget(slug, content: content, settings: ["stale_after": nil]))
        }
        guard !patch.isEmpty else { return nil }
        if uncertain.isEmpty, WidgetRules.looksTheSame(acknowledged.content, desired.content) { return nil }
        return (.update, .patchWidget(slug, content: patch))
    }

    /// The request that changes nothing that is seen and says that it is still true.
    func heartbeat(_ desired: ServerWidget) -> (step: Step, request: PushWardRequest) {
        let patch = WidgetRules.patch(from: believed, to: desired.content)
        return (
            .touch,
            .patchWidget(slug, content: patch.isEmpty ? Self.smallest(desired.content) : patch)
        )
    }

    /// A patch wants a field of the content, even where nothing of it changes (`pushward-api.md` section 12.1).
    private static func smallest(_ content: JSONObject) -> JSONObject {
        var patch = JSONObject()
        patch["template"] = content["template"]
        return patch
    }

    private func create(_ desired: ServerWidget) -> (step: Step, request: PushWardRequest) {
        let isDefault = acknowledged.map { throttle($0) == WidgetSettings.defaultPushThrottle } ?? true
        return (
            .create,
            .postWidget(
                slug,
                name: desired.name ?? slug.text,
                content: desired.content,
                pushThrottle: desired.pushThrottle ?? (isDefault ? nil : WidgetSettings.defaultPushThrottle),
                staleAfter: desired.staleAfter
            )
        )
    }

    private func throttle(_ widget: ServerWidget) -> Int {
        widget.pushThrottle ?? WidgetSettings.defaultPushThrottle
    }
}

extension WidgetSlot {
    /// Notes that a request leaves: from now on it may have been carried out.
    mutating func sent(_ id: RequestID, step: Step, body: JSONObject, at now: Moment) {
        inFlight = InFlight(id: id, step: step, body: body, followsOpenPost: isPostOpen)
        if step == .create {
            isPostOpen = true
        } else {
            inFlight?.isNew = uncertain.open(body)
        }
        lastSentAt = now.uptime
        sentAt = now.wall
        retryAt = nil
    }

    /// Takes that the request in flight was carried out.
    mutating func acknowledge() {
        if let inFlight, inFlight.step == .create {
            acknowledged = ServerWidget(
                name: inFlight.body["name"]?.stringValue,
                content: inFlight.body["content"]?.objectValue ?? [:],
                pushThrottle: inFlight.body["push_throttle"]?.intValue ?? acknowledged?.pushThrottle,
                staleAfter: inFlight.body["stale_after"]?.intValue ?? acknowledged?.staleAfter
            )
            isPostOpen = false
            uncertain = []
        } else {
            let body = inFlight?.body ?? [:]
            let patch = body["content"]?.objectValue ?? [:]
            let content = MergePatch.applying(patch, to: acknowledged?.content ?? [:])
            acknowledged?.content = content
            uncertain.settle(by: body)
            if inFlight?.body["stale_after"] == .null { acknowledged?.staleAfter = nil }
            hasRecreated = false
        }
        updatedAt = sentAt
        inFlight = nil
        attempts = 0
        retryAt = nil
        refused = nil
        refusedUntil = nil
    }

    /// Takes that the server refused the request in flight: it was not carried out.
    mutating func withdraw() {
        if let inFlight {
            if inFlight.step == .create {
                isPostOpen = inFlight.followsOpenPost
            } else {
                uncertain.withdraw(inFlight.body, wasNew: inFlight.isNew)
            }
        }
        inFlight = nil
    }

    /// Takes that the request in flight failed for now, and whether it may have been carried out all the same.
    mutating func leaveOpen(mayHaveArrived: Bool, retryAt: Duration) {
        if !mayHaveArrived { withdraw() }
        inFlight = nil
        attempts += 1
        self.retryAt = retryAt
    }

    /// Takes the server's own word for what it holds.
    mutating func adopt(_ widget: ServerWidget?, updatedAt: Timestamp?) {
        acknowledged = widget
        uncertain = []
        isPostOpen = false
        self.updatedAt = updatedAt
    }
}
