import Mapping
import Templates
import Values

/// What a Home Assistant player that statestream publishes does not say any more.
///
/// Statestream sends the state first and then every attribute that there is, all of them with each change, and clears none
/// that is gone: a radio after an album would keep the album's length and artist.
enum PlayerAttributes {
    /// States in which a player says what it plays; an idle one merely rests, and its card ends.
    private static let active: Set<String> = ["playing", "paused", "buffering", "on"]

    /// The inputs of a rule that its player left out when it last said its state and other attributes.
    static func leftOut(of inputs: [InputState], _ rule: ActivityRule) -> [Int] {
        guard rule.content.template == "media" else { return [] }
        var gone: [Int] = []
        for (number, input) in rule.inputs.enumerated() where isState(input.topic) {
            guard inputs.indices.contains(number), let said = inputs[number].receivedAt?.uptime,
                !inputs[number].wasRetained, case .string(let state)? = inputs[number].value,
                active.contains(state)
            else { continue }
            let entity = input.topic.levels.dropLast()
            let others = rule.inputs.indices.filter {
                $0 != number && inputs.indices.contains($0)
                    && rule.inputs[$0].topic.levels.dropLast() == entity
            }
            guard others.contains(where: { isMedia(rule.inputs[$0].topic) }),
                others.contains(where: { (inputs[$0].receivedAt?.uptime ?? .zero) >= said })
            else { continue }
            gone += others.filter { inputs[$0].receivedAt.map { $0.uptime < said } ?? false }
        }
        return gone
    }

    /// `<base>/media_player/<id>/state`.
    private static func isState(_ topic: TopicFilter) -> Bool {
        topic.levels.count >= 4 && !topic.matchesRest && topic.levels.last == .text("state")
            && topic.levels[topic.levels.count - 3] == .text("media_player")
    }

    /// An attribute of Home Assistant's own, such as `media_title`.
    private static func isMedia(_ topic: TopicFilter) -> Bool {
        if case .text(let name)? = topic.levels.last { name.hasPrefix("media_") } else { false }
    }
}

extension Card {
    /// Takes that attributes are none which the player's last burst left out.
    mutating func forgetLeftOut(_ rule: ActivityRule, at now: Moment) {
        for number in PlayerAttributes.leftOut(of: inputs, rule) where inputs[number].value != Value.none {
            inputs[number].take(.none, isRetained: false, at: now)
        }
    }
}
