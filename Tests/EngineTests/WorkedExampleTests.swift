import Foundation
import JSONReader
import PushWardAPI
import Replay
import TestSupport
import Testing
import Values

/// The worked examples of pushward-api.md section 18, each made by a mapping.
@Suite("Worked examples from mappings")
struct WorkedExampleTests {
    /// Between the times that the examples name.
    private static let epoch = Timestamp(microseconds: 1_794_995_000_000_000)

    /// The examples that start a card; the others are patches of one that runs.
    static let starts = Examples.activities.indices.filter {
        Examples.activities[$0].contains("\"template\"")
    }
    static let names = starts.compactMap { place in body(place)["content"]?["template"]?.stringValue }

    private static func body(_ place: Int) -> JSON {
        (try? JSONReader.parser(Array(Examples.activities[place].utf8))) ?? .null
    }

    private func mapping(_ body: JSON) -> String {
        var rule: JSONObject = [
            "inputs": ["go": "a/go"], "start": "{{ go == 'on' }}", "content": body["content"] ?? .null,
        ]
        rule["priority"] = body["priority"]
        for name in ["stale_ttl", "ended_ttl"] { rule[name] = body[name] }
        rule["sound"] = body["sound"].map { ["start": $0] }
        let file: JSON = [
            "version": 1, "mqtt": ["url": "mqtt://localhost"], "pushward": ["token": "hlk_test"],
            "activities": ["card": .object(rule)],
        ]
        return file.text
    }

    @Test("there is one of each template, and the server's own accepts what the mapping sends")
    func complete() {
        let templates = Set(Self.names.map { ContentFields.template(named: $0)?.name ?? $0 })
        #expect(templates == Set(ContentFields.templates.map(\.name)))
    }

    @Test("a mapping with the example's content sends the example's body", arguments: starts)
    func start(_ place: Int) throws {
        let body = Self.body(place)
        let scenario = try Scenario(
            mapping(body),
            Line.message(0, "a/go", "on"),
            epoch: Self.epoch
        )
        #expect(scenario.summary.refusals == [:])
        let sent = try #require(scenario.bodies("/activities/card").last)
        for (name, value) in body.objectValue ?? [:] where name != "content" {
            #expect(sent[name] == value, "\(name)")
        }
        let expected = try stored(body["content"])
        let content = try stored(sent["content"])
        #expect(content == expected, "\(JSON.object(content).text)\n\(JSON.object(expected).text)")
    }

    /// What the server holds then; the ids of answers belong to one run of the card, and carry its name.
    private func stored(_ content: JSON?) throws -> JSONObject {
        let text = (content ?? .null).text.replacingOccurrences(of: "-run1\"", with: "\"")
        let plain = try JSONReader.parser(Array(text.utf8)).objectValue ?? [:]
        var stored = StoredContent.normalising(plain, at: Self.epoch)
        // A window without a start begins now.
        if stored["end_date"] != nil, stored["start_date"] == nil, stored["template"] == "countdown" {
            stored["start_date"] = .int(Self.epoch.wholeSeconds)
        }
        return StoredContent.comparable(stored)
    }

    @Test("a number that changes on a timeline is sent alone")
    func tick() throws {
        let scenario = try Scenario(
            """
            activities:
              temperatures:
                inputs: {inside: a/inside, outside: a/outside}
                start: "{{ inside is number }}"
                settle: 1s
                min_interval: 1s
                content:
                  template: timeline
                  value: {Living room: "{{ inside }}", Outside: "{{ outside }}"}
                  unit: °C
                  smoothing: true
            """,
            [
                Line.message(0, "a/outside", "3.8"), Line.message(0, "a/inside", "21.4"),
                Line.message(60, "a/inside", "21.6"), Line.message(60, "a/outside", "3.7"),
            ].recording
        )
        let last = try #require(scenario.bodies("/activities/temperatures").last)
        #expect(last == ["content": ["value": ["Living room": 21.6, "Outside": 3.7]]])
    }

    @Test("a clock that is paused is sent the switch and its text alone")
    func pause() throws {
        let scenario = try Scenario(
            """
            activities:
              dryer:
                inputs: {tank: a/tank}
                start: "{{ tank in ['ok', 'full'] }}"
                min_interval: 1s
                content:
                  template: timer
                  direction: up
                  goal: 90m
                  paused: "{{ tank == 'full' }}"
                  state: "{{ 'Tank full' if tank == 'full' else 'Running' }}"
            """,
            [Line.message(0, "a/tank", "ok"), Line.message(600, "a/tank", "full")].recording
        )
        let last = try #require(scenario.bodies("/activities/dryer").last)
        #expect(last == ["content": ["paused": true, "state": "Tank full"]])
    }

    @Test("a player that pauses and cannot go on to the next one is sent just that")
    func media() throws {
        let scenario = try Scenario(
            """
            taps: {listen: "127.0.0.1:0", public_url: "https://taps.example.net"}
            activities:
              kitchen:
                inputs: {state: a/state, position: a/position, next: a/next}
                start: "{{ state in ['playing', 'paused'] }}"
                settle: 1s
                content:
                  template: media
                  media_title: Evening News
                  playback_state: "{{ state }}"
                  position_seconds: "{{ position }}"
                  controls:
                    play_pause: {publish: {topic: a/set, payload: toggle}}
                    next: {when: "{{ next == 'yes' }}", publish: {topic: a/set, payload: next}}
            """,
            [
                Line.message(0, "a/next", "yes"), Line.message(0, "a/position", "312"),
                Line.message(0, "a/state", "playing"), Line.message(89, "a/position", "401.5"),
                Line.message(89, "a/next", "no"), Line.message(89, "a/state", "paused"),
            ].recording
        )
        let last = try #require(scenario.bodies("/activities/kitchen").last)
        #expect(
            last == [
                "content": [
                    "playback_state": "paused", "position_seconds": 401.5, "controls": ["next": nil],
                ]
            ]
        )
    }

    @Test("a wash that is done ends in two phases")
    func end() throws {
        let scenario = try Scenario(
            """
            activities:
              washer:
                inputs: {power: a/power}
                start: "{{ power > 10 }}"
                end: "{{ power < 5 }}"
                dismiss_after: 900s
                sound: {end: success}
                content: {template: generic, progress: 0.42, state: Rinsing, eta: 600, accent_color: blue}
                outcomes:
                  - {progress: 1, state: Laundry is done, icon: checkmark.circle.fill, accent_color: green}
            """,
            [Line.message(0, "a/power", "500"), Line.message(60, "a/power", "1")].recording
        )
        let bodies = scenario.bodies("/activities/washer")
        let final = try #require(bodies.dropLast().last)
        #expect(final["sound"] == "success")
        for (name, value) in [
            ("progress", 1), ("state", "Laundry is done"), ("icon", "checkmark.circle.fill"),
            ("accent_color", "green"), ("end_date", nil), ("live_progress", nil),
        ] as [(String, JSON)] {
            #expect(final["content"]?[name] == value, "\(name)")
        }
        #expect(bodies.last?["state"] == "ended")
    }
}
