import TestSupport
import Values

/// Traffic of a home, and what it makes true: a machine, a player, and two bells.
struct Traffic {
    static let rules = """
        activities:
          washer:
            name: Washing machine
            inputs:
              power: {topic: home/plug, value: "{{ value_json.power }}"}
            start: "{{ power > 10 }}"
            end: "{{ power < 3 }}"
            min_interval: 200ms
            final_for: 500ms
            max_starts_per_hour: 60
            content:
              template: generic
              state: "{{ power | int }} W"
            outcomes:
              - {state: Done}
          player:
            name: Player
            inputs:
              state: player/state
              title: player/media_title
              position: player/media_position
              position_at: {topic: player/media_position_updated_at, unit: iso}
            start: "{{ state == 'playing' }}"
            end: "{{ state == 'off' }}"
            min_interval: 200ms
            max_starts_per_hour: 60
            content:
              template: media
              media_title: "{{ title }}"
              playback_state: "{{ state }}"
              duration_seconds: 600
              position_seconds: "{{ position }}"
              position_at: "{{ position_at }}"

        notifications:
          bell:
            on: {topic: home/bell, when: "{{ value_json.action == 'single' }}"}
            title: Bell
            body: "bell {{ value_json.n }}"
            collapse_id: "bell-{{ value_json.n }}"
          gong:
            on: {topic: home/gong, when: "{{ value_json.action == 'single' }}"}
            title: Gong
            body: "gong {{ value_json.n }}"
            actions:
              - {id: open, title: Open, once: true, publish: {topic: home/open, payload: "gong {{ value_json.n }}"}}

        """

    /// A press: `bell` is sent with a collapse id, `gong` without.
    struct Press {
        var name: String
        /// When the broker had it, on the continuous clock.
        var at: ContinuousClock.Instant
    }

    private let device: Peer
    private let clock = ContinuousClock()
    private(set) var random: SeededGenerator
    private(set) var presses: [Press] = []
    private(set) var watts = 0
    private(set) var playing: (state: String, title: String, position: Double, at: Timestamp)
    private var nextPress = 1
    private var track = 1

    init(device: Peer, seed: UInt64, now: Timestamp) {
        self.device = device
        random = SeededGenerator(seed: seed)
        playing = ("playing", "Track 1", 0, now)
    }

    /// Publishes until `deadline`.
    mutating func run(until deadline: ContinuousClock.Instant, now: () -> Timestamp) async {
        while clock.now < deadline {
            await step(now: now())
            try? await Task.sleep(for: random.milliseconds(5...60))
        }
    }

    /// Publishes one thing.
    mutating func step(now: Timestamp) async {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: await change(watts: Int.random(in: 20..<2000, using: &random))
        case 3..<6: await play(now: now)
        case 6..<8: await press("bell")
        default: await press("gong")
        }
    }

    /// Changes what the machine draws.
    mutating func change(watts: Int) async {
        self.watts = watts
        await device.publish("home/plug", #"{"power":\#(watts)}"#, retain: true)
    }

    /// Plays, pauses, seeks or goes on to the next track; published as Home Assistant does, the state first.
    mutating func play(now: Timestamp) async {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            track += 1
            playing = ("playing", "Track \(track)", 0, now)
        case 1: playing = ("playing", playing.title, Double.random(in: 0..<300, using: &random), now)
        case 2: playing = ("paused", playing.title, Double.random(in: 0..<300, using: &random), now)
        default:
            // A report of where the player is anyway.
            if playing.state == "playing" { playing.position += (now - playing.at).inSeconds }
            playing.at = now
        }
        await publishPlayer()
    }

    func publishPlayer() async {
        for (name, value) in [
            ("state", playing.state), ("media_title", JSON.string(playing.title).text),
            ("media_position", JSON.double(playing.position).text),
            ("media_position_updated_at", JSON.string(playing.at.rfc3339).text),
        ] { await device.publish("player/\(name)", value, retain: true) }
    }

    /// Presses a bell; the message is kept at the broker, as some devices have it.
    mutating func press(_ name: String) async {
        let number = nextPress
        nextPress += 1
        await device.publish("home/\(name)", #"{"action":"single","n":\#(number)}"#, retain: true)
        presses.append(Press(name: "\(name) \(number)", at: clock.now))
    }

    /// Why the phone does not show the truth; nil where it does.
    func lie(_ phone: Phone) -> String? { machineLie(phone) ?? playerLie(phone) }

    private func machineLie(_ phone: Phone) -> String? {
        let card = phone.card("washer")
        guard watts > 10 else { return card == nil || card?["state"] == "ended" ? nil : "the machine is off" }
        guard card?["state"] == "ongoing" else { return "the machine runs, and its card is not on" }
        let shown = card?["content"]?["state"]?.stringValue
        return shown == "\(watts) W" ? nil : "the machine draws \(watts) W, shown is \(shown ?? "nothing")"
    }

    private func playerLie(_ phone: Phone) -> String? {
        guard let content = phone.card("player")?["content"], phone.isOngoing("player") else {
            return "the player's card is not on"
        }
        let title = content["media_title"]?.stringValue
        guard title == playing.title else { return "\(playing.title) plays, shown is \(title ?? "nothing")" }
        let state = content["playback_state"]?.stringValue
        guard state == playing.state else { return "the player is \(playing.state), shown is \(state ?? "")" }
        let now = phone.now
        var wanted = playing.position
        var shown = content["position_seconds"]?.doubleValue ?? -100
        if playing.state == "playing" {
            wanted += now - playing.at.unixSeconds
            shown += now - (content["position_at"]?.doubleValue ?? 0)
        }
        return abs(wanted - shown) < 4.5 ? nil : "the playhead is at \(wanted), shown is \(shown)"
    }
}
