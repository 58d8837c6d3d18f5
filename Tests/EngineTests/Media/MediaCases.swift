import Foundation

/// The rule for a player of Home Assistant's statestream, as the documentation has it.
func statestreamMapping(_ base: String = "homeassistant") -> String {
    """
    activities:
      player:
        each: \(base)/media_player/{player}/state
        slug: "{{ player }}"
        inputs:
          state: \(base)/media_player/{player}/state
          title: \(base)/media_player/{player}/media_title
          artist: \(base)/media_player/{player}/media_artist
          length: \(base)/media_player/{player}/media_duration
          position: \(base)/media_player/{player}/media_position
          position_at: {topic: "\(base)/media_player/{player}/media_position_updated_at", unit: iso}
        start: "{{ state == 'playing' }}"
        end: {when: "{{ state in ['off', 'idle', 'standby'] }}", for: 10s}
        content:
          template: media
          media_title: "{{ title }}"
          subtitle: "{{ artist }}"
          playback_state: "{{ state }}"
          duration_seconds: "{{ length }}"
          position_seconds: "{{ position }}"
          position_at: "{{ position_at }}"
    """
}

/// Home Assistant's entity: an attribute that is not in the burst after a state is not there any more.
func statestreamOracle(_ epoch: Double) -> Oracle {
    Oracle { oracle, topic, payload, time in
        let parts = topic.split(separator: "/").map(String.init)
        guard parts.count == 4, parts[1] == "media_player" else { return }
        let (slug, name) = (parts[2], parts[3])
        func attribute(_ key: String) -> String? { oracle.memory["\(slug).\(key)"] }
        if name == "state" {
            for key in oracle.memory.keys where key.hasPrefix("\(slug).") { oracle.memory[key] = nil }
            oracle.memory["\(slug).state"] = payload
        } else {
            let value = try? JSONSerialization.jsonObject(
                with: Data(payload.utf8),
                options: .fragmentsAllowed
            )
            oracle.memory["\(slug).\(name)"] = (value as? String) ?? (value as? NSNumber)?.stringValue
        }
        oracle.change(slug) { fact in
            switch attribute("state") {
            case "playing", "paused", "buffering":
                if fact.isOn != true, attribute("state") != "playing" { return }
                let isPlaying = attribute("state") == "playing"
                fact.isOn = true
                fact.state = attribute("state")
                fact.title = attribute("media_title") ?? fact.title
                fact.duration = attribute("media_duration").flatMap(Double.init)
                fact.position = PlayerFact.Position.none
                guard let position = attribute("media_position").flatMap(Double.init) else { return }
                let at = attribute("media_position_updated_at").flatMap(rfc3339).map { $0 - epoch } ?? time
                fact.position = .at(position, time: at, isPlaying: isPlaying)
            case "off", "idle", "standby":
                // The mapping waits for 10 s before it ends the card.
                if fact.isOn != false { fact.isOn = nil }
                oracle.memory["ends \(slug)"] = String(time + 10)
            default: break
            }
        }
    }
}

func rfc3339(_ text: String) -> Double? {
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? format.parse(text))?.timeIntervalSince1970
}

/// Players of which each topic says one thing.
extension MediaCase {
    static let homeAssistant: [MediaCase] = [
        MediaCase(
            recording: "homeassistant-real-media",
            epoch: "2026-11-30T01:02:01.3Z",
            mostRequests: 21,
            slugs: ["walkman", "house_player", "bedroom", "lounge_room"],
            mapping: statestreamMapping(),
            oracle: { statestreamOracle(1_796_000_521.3) }
        ),
        MediaCase(
            recording: "homeassistant-statestream-spotify",
            mostRequests: 7,
            slugs: ["spotify"],
            mapping: statestreamMapping(),
            oracle: { statestreamOracle(1_772_474_400) }
        ),
        MediaCase(
            recording: "music-assistant-statestream",
            mostRequests: 7,
            slugs: ["kitchen_speaker"],
            mapping: statestreamMapping(),
            oracle: { statestreamOracle(1_772_474_400) }
        ),
        MediaCase(
            recording: "homeassistant-real-retained-snapshot",
            epoch: "2026-11-30T01:05:00Z",
            mostRequests: 3,
            slugs: ["walkman", "house_player", "bedroom", "lounge_room"],
            mapping: statestreamMapping(),
            oracle: { statestreamOracle(1_796_000_700) }
        ),
        MediaCase(
            recording: "homeassistant-real-retained-after-restart",
            epoch: "2026-11-30T01:06:30Z",
            mostRequests: 1,
            slugs: ["walkman", "house_player"],
            mapping: statestreamMapping(),
            oracle: { statestreamOracle(1_796_000_790) }
        ),
        MediaCase(
            recording: "homeassistant-real-webhook",
            epoch: "2026-11-30T01:06:30Z",
            mostRequests: 2,
            slugs: ["walkman", "house_player"],
            mapping: statestreamMapping(),
            oracle: { statestreamOracle(1_796_000_790) }
        ),
        MediaCase(
            recording: "homeassistant-real-stateonly-media",
            mostRequests: 9,
            slugs: ["walkman", "house_player", "bedroom"],
            mapping: """
                activities:
                  player:
                    each: hass/media_player/{player}/state
                    slug: "{{ player }}"
                    inputs: {state: "hass/media_player/{player}/state"}
                    start: "{{ state == 'playing' }}"
                    end: {when: "{{ state in ['off', 'idle'] }}", for: 10s}
                    content: {template: media, media_title: "{{ player }}", playback_state: "{{ state }}"}
                """,
            oracle: {
                Oracle { oracle, topic, payload, _ in
                    let parts = topic.split(separator: "/").map(String.init)
                    guard parts.count == 4, parts[1] == "media_player", parts[3] == "state" else { return }
                    oracle.change(parts[2]) { fact in
                        switch payload {
                        case "playing": (fact.isOn, fact.state, fact.title) = (true, payload, parts[2])
                        case "paused": if fact.isOn != false { fact.state = payload }
                        default: if fact.isOn != false { fact.isOn = nil }
                        }
                    }
                }
            }
        ),
    ]

    static let streams: [MediaCase] = [
        MediaCase(
            recording: "mopidy-real",
            mostRequests: 8,
            slugs: ["mopidy"],
            mapping: """
                activities:
                  mopidy:
                    inputs: {state: mopidy/i/sta, track: mopidy/i/trk}
                    start: "{{ state == 'playing' and track is string }}"
                    end: {when: "{{ state == 'stopped' }}", for: 5s}
                    content:
                      template: media
                      media_title: "{{ track.split(';')[:-2] | join(';') }}"
                      subtitle: "{{ track.split(';')[-2] }}"
                      playback_state: "{{ state }}"
                """,
            oracle: {
                Oracle { oracle, topic, payload, _ in
                    oracle.change("mopidy") { fact in
                        if topic == "mopidy/i/trk", !payload.isEmpty {
                            fact.title = payload.split(separator: ";", omittingEmptySubsequences: false)
                                .dropLast(2).joined(separator: ";")
                        }
                        guard topic == "mopidy/i/sta" else { return }
                        switch payload {
                        case "playing", "paused": (fact.isOn, fact.state) = (true, payload)
                        default: if fact.isOn == true { fact.isOn = nil }
                        }
                    }
                }
            }
        ),
        MediaCase(
            recording: "shairport-sync-v5",
            mostRequests: 6,
            slugs: ["shairport"],
            mapping: """
                activities:
                  shairport:
                    inputs:
                      playing: shairport/playing
                      active: shairport/active
                      title: {topic: shairport/title, value: "{{ none if value == '--' else value }}"}
                      artist: {topic: shairport/artist, value: "{{ none if value == '--' else value }}"}
                    start: "{{ playing and title is string }}"
                    end: "{{ not active }}"
                    content:
                      template: media
                      media_title: "{{ title }}"
                      subtitle: "{{ artist }}"
                      playback_state: "{{ 'playing' if playing else 'paused' }}"
                """,
            oracle: {
                Oracle { oracle, topic, payload, _ in
                    oracle.memory[topic] = payload
                    oracle.change("shairport") { fact in
                        let isPlaying = oracle.memory["shairport/playing"] == "1"
                        if topic == "shairport/title" { (fact.isOn, fact.title) = (true, payload) }
                        fact.state = isPlaying ? "playing" : "paused"
                        if topic == "shairport/active", payload == "0" { fact.isOn = false }
                    }
                }
            }
        ),
        MediaCase(
            recording: "squeezelite-lyrion",
            mostRequests: 5,
            slugs: ["lms"],
            mapping: """
                activities:
                  lms:
                    inputs:
                      power: {topic: lms/020000000061/power, value: "{{ value_json.value }}"}
                      volume: {topic: lms/020000000061/mixer/volume, value: "{{ value_json.value }}"}
                      muting: {topic: lms/020000000061/mixer/muting, value: "{{ value_json.value }}"}
                    start: "{{ power == 1 }}"
                    content:
                      template: media
                      media_title: Kitchen
                      playback_state: playing
                      volume: "{{ 0 if muting | default(0) else volume | default(50) / 100 }}"
                """,
            oracle: {
                Oracle { oracle, topic, payload, _ in
                    guard topic.hasSuffix("/power") else { return }
                    let isOn = parsed(payload)?["value"] as? Int == 1
                    oracle.change("lms") { ($0.isOn, $0.title, $0.state) = (isOn, "Kitchen", "playing") }
                }
            }
        ),
        MediaCase(
            recording: "snapcast",
            mostRequests: 2,
            slugs: ["spotify"],
            mapping: """
                activities:
                  snapcast:
                    each: snapcast/stream/{stream}
                    slug: "{{ stream | lower }}"
                    inputs: {status: {topic: "snapcast/stream/{stream}", value: "{{ value_json.status }}"}}
                    start: "{{ status == 'playing' }}"
                    content: {template: media, media_title: "{{ stream }}", playback_state: "{{ status }}"}
                """,
            oracle: {
                Oracle { oracle, topic, payload, _ in
                    guard topic == "snapcast/stream/Spotify" else { return }
                    let isOn = parsed(payload)?["status"] as? String == "playing"
                    oracle.change("spotify") { ($0.isOn, $0.title, $0.state) = (isOn, "Spotify", "playing") }
                }
            }
        ),
    ]
}
