import Foundation

/// Players that say where they are, each in a way of its own.
extension MediaCase {
    static let positions: [MediaCase] = [
        shairportReal, kodi, roon, tautulli, plex, jellyfin, musicBee, mqttPlayer,
    ]

    /// `prgr` is start, current and end in frames at 44.1 kHz; a flush is a pause.
    private static let shairportReal = MediaCase(
        recording: "shairport-real",
        mostRequests: 7,
        slugs: ["airplay"],
        mapping: """
            activities:
              airplay:
                inputs:
                  title: shairport/title
                  artist: shairport/artist
                  progress: {topic: shairport/ssnc/prgr, value: "{{ value.split('/') | map('int') | list }}"}
                  flushed: shairport/ssnc/pfls
                  left: {topic: shairport/active_end, empty: none}
                start: "{{ progress[2] > 0 and title is string }}"
                end: "{{ since('left') < since('progress') }}"
                content:
                  template: media
                  media_title: "{{ title }}"
                  subtitle: "{{ artist }}"
                  playback_state: "{{ 'paused' if since('flushed') < since('progress') else 'playing' }}"
                  position_seconds: "{{ (progress[1] - progress[0]) / 44100 }}"
                  duration_seconds: "{{ (progress[2] - progress[0]) / 44100 }}"
            """,
        oracle: {
            Oracle { oracle, topic, payload, time in
                oracle.change("airplay") { fact in
                    switch topic {
                    case "shairport/title": fact.title = payload
                    case "shairport/ssnc/prgr":
                        let frames = payload.split(separator: "/").compactMap { Double($0) }
                        (fact.isOn, fact.state) = (true, "playing")
                        fact.duration = (frames[2] - frames[0]) / 44100
                        fact.position = .at((frames[1] - frames[0]) / 44100, time: time, isPlaying: true)
                    case "shairport/ssnc/pfls":
                        guard fact.isOn == true, let position = fact.position(at: time) else { return }
                        fact.state = "paused"
                        fact.position = .at(position, time: time, isPlaying: false)
                    case "shairport/active_end": fact.isOn = false
                    default: break
                    }
                }
            }
        }
    )

    private static let kodi = MediaCase(
        recording: "kodi2mqtt",
        mostRequests: 9,
        slugs: ["kodi"],
        mapping: """
            activities:
              kodi:
                inputs:
                  state: {topic: kodi/status/playbackstate, value: "{{ value_json.val }}"}
                  title: {topic: kodi/status/title, value: "{{ value_json.kodi_details.label }}"}
                  position: {topic: kodi/status/progress, value: "{{ value_json.kodi_time }}", unit: clock}
                  length: {topic: kodi/status/progress, value: "{{ value_json.kodi_totaltime }}", unit: clock}
                start: "{{ state == 1 and title is string }}"
                end: "{{ state == 0 }}"
                content:
                  template: media
                  media_title: "{{ title }}"
                  playback_state: "{{ {0: 'stopped', 1: 'playing', 2: 'paused'}[state] }}"
                  position_seconds: "{{ position }}"
                  duration_seconds: "{{ length }}"
            """,
        oracle: {
            Oracle { oracle, topic, payload, time in
                guard let json = parsed(payload) else { return }
                oracle.change("kodi") { fact in
                    switch topic {
                    case "kodi/status/playbackstate":
                        let isPlaying = json["val"] as? Int == 1
                        if let position = fact.position(at: time) {
                            fact.position = .at(position, time: time, isPlaying: isPlaying)
                        }
                        fact.isOn = json["val"] as? Int != 0
                        fact.state = isPlaying ? "playing" : "paused"
                    case "kodi/status/title":
                        let details = json["kodi_details"] as? [String: Any]
                        fact.title = details?["label"] as? String
                    case "kodi/status/progress":
                        let length = clock(json["kodi_totaltime"] as? String)
                        fact.duration = length == 0 ? nil : length
                        fact.position = .at(
                            clock(json["kodi_time"] as? String) ?? 0,
                            time: time,
                            isPlaying: fact.state == "playing"
                        )
                    default: break
                    }
                }
            }
        }
    )

    /// The tree of a zone, flattened: only the leaves that changed, and the position in two places.
    private static let roon = MediaCase(
        recording: "roon",
        mostRequests: 6,
        slugs: ["kitchen"],
        mapping: """
            activities:
              roon:
                each: roon/{zone}/state
                slug: "{{ zone | slugify }}"
                name: "{{ zone }}"
                inputs:
                  state: roon/{zone}/state
                  title: roon/{zone}/now_playing/three_line/line1
                  artist: roon/{zone}/now_playing/three_line/line2
                  length: roon/{zone}/now_playing/length
                  ticking: roon/{zone}/seek_position
                  sought: roon/{zone}/now_playing/seek_position
                start: "{{ state == 'playing' }}"
                end: {when: "{{ state in ['stopped', 'removed'] }}", for: 10s}
                content:
                  template: media
                  media_title: "{{ title }}"
                  subtitle: "{{ artist }}"
                  playback_state: "{{ state }}"
                  duration_seconds: "{{ length }}"
                  position_seconds: "{{ ticking if since('ticking') | default(1e9) < since('sought') else sought }}"
            """,
        oracle: {
            Oracle { oracle, topic, payload, time in
                guard topic.hasPrefix("roon/Kitchen/") else { return }
                oracle.change("kitchen") { fact in
                    switch topic.dropFirst(13) {
                    case "state":
                        if payload == "playing" || payload == "paused" {
                            fact.isOn = true
                            fact.state = payload
                        } else if fact.isOn == true {
                            fact.isOn = nil
                        }
                        if let position = fact.position(at: time) {
                            fact.position = .at(position, time: time, isPlaying: payload == "playing")
                        }
                    case "now_playing/three_line/line1": fact.title = payload
                    case "now_playing/length": fact.duration = Double(payload)
                    case "now_playing/seek_position", "seek_position":
                        fact.position = Double(payload).map {
                            .at($0, time: time, isPlaying: fact.state == "playing")
                        }
                    default: break
                    }
                }
            }
        }
    )

    private static let tautulli = MediaCase(
        recording: "plex-tautulli",
        mostRequests: 4,
        slugs: ["tautulli"],
        mapping: """
            activities:
              tautulli:
                inputs:
                  action: {topic: plex/notify, value: "{{ value_json.body.action }}"}
                  title: {topic: plex/notify, value: "{{ value_json.body.title }}"}
                  minutes: {topic: plex/notify, value: "{{ value_json.body.duration }}"}
                  position:
                    topic: plex/notify
                    value: >-
                      {% set n = namespace(s=0) %}{% for p in value_json.body.progress_time.split(':') %}
                      {% set n.s = n.s * 60 + p | int %}{% endfor %}{{ n.s }}
                start: "{{ action in ['play', 'resume'] }}"
                end: "{{ action == 'stop' }}"
                content:
                  template: media
                  media_title: "{{ title }}"
                  playback_state: "{{ 'paused' if action == 'pause' else 'playing' }}"
                  position_seconds: "{{ position }}"
                  duration_seconds: "{{ minutes * 60 }}"
            """,
        oracle: {
            Oracle { oracle, topic, payload, time in
                guard topic == "plex/notify", let body = parsed(payload)?["body"] as? [String: Any] else {
                    return
                }
                oracle.change("tautulli") { fact in
                    fact.isOn = body["action"] as? String != "stop"
                    fact.title = body["title"] as? String
                    fact.state = body["state"] as? String
                    fact.duration = Double(body["duration"] as? String ?? "").map { $0 * 60 }
                    fact.position = clock(body["progress_time"] as? String).map {
                        .at($0, time: time, isPlaying: fact.state == "playing")
                    }
                }
            }
        }
    )

    private static let plex = MediaCase(
        recording: "plex-tautulli",
        mostRequests: 5,
        slugs: ["plex"],
        mapping: """
            activities:
              plex:
                inputs:
                  event: {topic: plex/webhook, value: "{{ value_json.event }}"}
                  title: {topic: plex/webhook, value: "{{ value_json.Metadata.title }}"}
                  artist: {topic: plex/webhook, value: "{{ value_json.Metadata.grandparentTitle }}"}
                  length: {topic: plex/webhook, value: "{{ value_json.Metadata.duration }}", unit: ms}
                  position: {topic: plex/webhook, value: "{{ value_json.Metadata.viewOffset }}", unit: ms}
                start: "{{ event in ['media.play', 'media.resume'] }}"
                end: "{{ event == 'media.stop' }}"
                content:
                  template: media
                  media_title: "{{ title }}"
                  subtitle: "{{ artist }}"
                  playback_state: "{{ 'paused' if event == 'media.pause' else 'playing' }}"
                  position_seconds: "{{ position }}"
                  duration_seconds: "{{ length }}"
            """,
        oracle: {
            Oracle { oracle, topic, payload, time in
                guard topic == "plex/webhook", let json = parsed(payload),
                    let event = json["event"] as? String,
                    let metadata = json["Metadata"] as? [String: Any]
                else { return }
                oracle.change("plex") { fact in
                    fact.isOn = event != "media.stop"
                    fact.state = event == "media.pause" ? "paused" : "playing"
                    fact.title = metadata["title"] as? String
                    fact.duration = (metadata["duration"] as? Double).map { $0 / 1000 }
                    fact.position = (metadata["viewOffset"] as? Double).map {
                        .at($0 / 1000, time: time, isPlaying: fact.state == "playing")
                    }
                }
            }
        }
    )

    /// Some of its messages are no JSON: what they say nobody knows.
    private static let jellyfin = MediaCase(
        recording: "jellyfin-webhook",
        mostRequests: 4,
        slugs: ["jellyfin"],
        mapping: """
            activities:
              jellyfin:
                inputs:
                  event: {topic: jellyfin/+, value: "{{ topic.split('/')[1] }}"}
                  title: {topic: jellyfin/PlaybackStart, value: "{{ value_json.Name }}"}
                  paused: {topic: jellyfin/PlaybackProgress, value: "{{ value_json.IsPaused }}"}
                  position: {topic: jellyfin/+, value: "{{ value_json.PlaybackPosition }}", unit: clock}
                  length: {topic: jellyfin/+, value: "{{ value_json.RunTime }}", unit: clock}
                start: "{{ event == 'PlaybackStart' and title is string }}"
                end: "{{ event == 'PlaybackStop' }}"
                content:
                  template: media
                  media_title: "{{ title }}"
                  playback_state: "{{ 'paused' if event == 'PlaybackProgress' and paused else 'playing' }}"
                  position_seconds: "{{ position }}"
                  duration_seconds: "{{ length }}"
            """,
        oracle: {
            Oracle { oracle, topic, payload, time in
                guard topic.hasPrefix("jellyfin/Playback"), let json = parsed(payload) else { return }
                oracle.change("jellyfin") { fact in
                    if topic.hasSuffix("/PlaybackStart") { fact.title = json["Name"] as? String }
                    fact.isOn = !topic.hasSuffix("/PlaybackStop")
                    fact.state = json["IsPaused"] as? String == "True" ? "paused" : "playing"
                    fact.duration = clock(json["RunTime"] as? String)
                    fact.position = clock(json["PlaybackPosition"] as? String).map {
                        .at($0, time: time, isPlaying: fact.state == "playing")
                    }
                }
            }
        }
    )

    private static let musicBee = MediaCase(
        recording: "musicbee-mqtt-mediaplayer",
        mostRequests: 6,
        slugs: ["musicbee"],
        mapping: """
            activities:
              musicbee:
                inputs:
                  playing: musicbee/playing
                  title: {topic: musicbee/songtitle, empty: none}
                  artist: {topic: musicbee/artist, empty: none}
                  volume: musicbee/volume
                start: "{{ playing and title is string }}"
                end: {when: "{{ not playing and title is none }}"}
                content:
                  template: media
                  media_title: "{{ title }}"
                  subtitle: "{{ artist }}"
                  playback_state: "{{ 'playing' if playing else 'paused' }}"
                  volume: "{{ volume / 100 }}"
            """,
        oracle: {
            Oracle { oracle, topic, payload, _ in
                oracle.change("musicbee") { fact in
                    switch topic {
                    case "musicbee/playing": fact.state = payload == "true" ? "playing" : "paused"
                    case "musicbee/songtitle": (fact.isOn, fact.title) = (!payload.isEmpty, payload)
                    default: break
                    }
                }
            }
        }
    )

    private static let mqttPlayer = MediaCase(
        recording: "mqtt-media-player",
        mostRequests: 6,
        slugs: ["myplayer"],
        mapping: """
            activities:
              myplayer:
                inputs:
                  state: myplayer/state
                  title: myplayer/title
                  artist: myplayer/artist
                  length: myplayer/duration
                  position: myplayer/position
                start: "{{ state == 'playing' }}"
                end: {when: "{{ state in ['idle', 'stopped', 'off'] }}", for: 10s}
                content:
                  template: media
                  media_title: "{{ title }}"
                  subtitle: "{{ artist }}"
                  playback_state: "{{ state }}"
                  duration_seconds: "{{ length }}"
                  position_seconds: "{{ position }}"
            """,
        oracle: {
            Oracle { oracle, topic, payload, time in
                oracle.change("myplayer") { fact in
                    switch topic {
                    case "myplayer/state":
                        let isPlaying = payload == "playing"
                        if let position = fact.position(at: time) {
                            fact.position = .at(position, time: time, isPlaying: isPlaying)
                        }
                        fact.state = payload
                        if isPlaying || payload == "paused" { fact.isOn = true }
                        if payload == "stopped", fact.isOn == true { fact.isOn = nil }
                    case "myplayer/title": fact.title = payload
                    case "myplayer/duration": fact.duration = Double(payload)
                    case "myplayer/position":
                        fact.position = Double(payload).map {
                            .at($0, time: time, isPlaying: fact.state == "playing")
                        }
                    default: break
                    }
                }
            }
        }
    )
}
