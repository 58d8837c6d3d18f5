import PushWardAPI
import Values

/// Decodes the options that an activity and `defaults` share (design sections 4 to 7).
struct ActivityOptionsDecoder {
    let findings: Findings

    /// The keys that it reads.
    static let keys = [
        "priority", "stale_ttl", "ended_ttl", "dismiss_after", "min_interval", "settle", "final_for",
        "max_starts_per_hour", "roll_over", "on_dismiss", "unavailable_after", "sound", "eta_tolerance",
        "remove", "image_base",
    ]

    /// Overwrites what `reader` names in `options`.
    func read(_ reader: MapReader, into options: inout ActivityOptions) {
        times(reader, &options)
        if let priority = reader.integer(
            "priority",
            in: 0...10,
            hint: "higher ones stay when a sixth card comes"
        ) {
            options.priority = priority
        }
        if let starts = reader.integer("max_starts_per_hour", in: 1...60) {
            options.maxStartsPerHour = starts
        }
        if let rollOver = reader.bool("roll_over") { options.rollOver = rollOver }
        if let removes = reader.bool("remove") { options.removes = removes }
        if let policy = reader.choice("on_dismiss", ActivityOptions.DismissPolicy.self) {
            options.onDismiss = policy
        }
        if let scalar = reader.scalar("image_base", wants: "an address") {
            options.imageBase = PictureCheck(findings: findings).base(scalar)
        }
        sound(reader, &options)
    }

    private func times(_ reader: MapReader, _ options: inout ActivityOptions) {
        let second = Duration.seconds(1)
        if let scalar = reader.scalar("stale_ttl", wants: "a duration such as `2h`"),
            let time = reader.duration(scalar, "stale_ttl", in: second...Limits.month)
        {
            options.staleTTL = time
            if time < .seconds(600) {
                findings.warning(
                    scalar.mark,
                    "a card that goes stale this soon needs an update each time before it does, and each one costs",
                    hint:
                        "leave `stale_ttl` at 10m or more; `expire_after` tells when an input is no longer known"
                )
            }
        }
        if let time = reader.duration("ended_ttl", in: second...Limits.month) { options.endedTTL = time }
        let linger = "iOS keeps an ended card for 4 hours at most"
        if let time = reader.duration("dismiss_after", in: .zero...(.seconds(14_400)), hint: linger) {
            options.dismissAfter = time
        }
        if let scalar = reader.scalar("min_interval", wants: "a duration such as `10s`"),
            let time = reader.duration(scalar, "min_interval", in: .zero...Limits.day)
        {
            options.minInterval = time
            if time < .seconds(2) {
                findings.warning(
                    scalar.mark,
                    "iOS drops updates that come this often, and each one costs",
                    hint: "leave `min_interval` at 10s or more; starts, ends and alerts pass at once anyway"
                )
            }
        }
        if let time = reader.duration("settle", in: .zero...(.seconds(60))) { options.settle = time }
        if let time = reader.duration("final_for", in: .zero...(.seconds(300))) { options.finalFor = time }
        if let time = reader.duration("unavailable_after", in: second...Limits.month) {
            options.unavailableAfter = time
        }
        if let time = reader.duration("eta_tolerance", in: .zero...Limits.day) { options.etaTolerance = time }
    }

    /// `sound: {start, end}`; a sound alone is the start's.
    private func sound(_ reader: MapReader, _ options: inout ActivityOptions) {
        guard let entry = reader.take("sound") else { return }
        if case .scalar = entry.value {
            let short = MapReader([entry], mark: entry.keyMark, "`sound`", findings: findings)
            if let name = short.choice("sound", of: Sounds.activity) { options.startSound = name }
            return
        }
        guard let sounds = MapReader(entry.value, "`sound`", findings: findings) else { return }
        if let name = sounds.choice("start", of: Sounds.activity) { options.startSound = name }
        if let name = sounds.choice("end", of: Sounds.activity) { options.endSound = name }
        sounds.finish()
    }
}
