import Values

/// `media` (pushward-api.md section 8.9).
enum MediaContent: ContentTemplate {
    static let name = "media"
    static let own: [Schema.Field] = [
        .init("media_title", .text(max: 128)),
        .init("playback_state", .choice(["playing", "paused", "stopped", "buffering"])),
        .init("position_seconds", .number(0...604_800)),
        .init("duration_seconds", duration),
        .init("position_at", .epoch),
        .init("volume", .number(0...1)),
        .init("favorite", .bool),
        .init("controls", controls),
    ]
    static let required: [String] = []
    static let slots = [
        "previous", "play_pause", "play", "pause", "next", "stop", "favorite", "volume_down", "volume_up",
    ]
    static let maxAheadSeconds = 300
    static let maxAgeSeconds = 12 * 3600

    private static let duration = Schema.rule(.number(0...604_800)) { value in
        (value.doubleValue ?? 0) > 0 ? nil : "must be greater than 0"
    }
    private static let slot = ActionRules.schema(silentOnly: true)
    private static let extra = Schema.array(
        of: ActionRules.schema(silentOnly: true, required: ["url", "icon"]),
        count: 0...3
    )
    private static let controls = Schema.object(
        slots.map { .init($0, slot) } + [.init("extra", extra)],
        required: []
    )

    /// A slot that gets another URL without a method loses its stored method.
    static func repointControls(_ patch: JSONObject, _ base: inout JSONObject) {
        guard let sent = patch["controls"]?.objectValue, var stored = base["controls"]?.objectValue else {
            return
        }
        for slot in slots {
            guard let new = sent[slot]?.objectValue, var old = stored[slot]?.objectValue,
                let url = new.text("url"), new["method"] == nil, url != old.text("url")
            else { continue }
            old["method"] = nil
            stored[slot] = .object(old)
        }
        base["controls"] = .object(stored)
    }

    /// A position without its instant is one of now; position and length are mirrored into `progress`.
    static func settle(_ draft: inout Draft) throws(Failure) {
        if draft.sends("position_seconds"), !draft.sends("position_at") {
            draft.merged["position_at"] = .int(draft.now)
        }
        guard let position = draft.merged.number("position_seconds"),
            let duration = draft.merged.number("duration_seconds"), duration > 0, position >= 0
        else { return }
        draft.merged["progress"] = .double(min(1, position / duration))
    }

    static func check(_ draft: Draft) throws(Failure) {
        guard let instant = draft.merged.integer("position_at") else { return }
        if instant > draft.now + maxAheadSeconds {
            throw .content("content.position_at must be at most \(maxAheadSeconds) seconds ahead")
        }
        if instant < draft.now - maxAgeSeconds {
            throw .content("content.position_at must be at most 12 hours old")
        }
    }
}
