import Foundation
import Mapping
import Testing
import Values

@Suite("Payload budget")
struct BudgetTests {
    fileprivate func messages(_ rules: String, url: String = "https://taps.example.net") -> [String] {
        let head = "version: 1\nmqtt: {host: localhost}\npushward: {token: hlk_test}\n"
        let taps = "taps: {listen: 127.0.0.1:8787, public_url: \"\(url)\"}\n"
        return Decoded(head + taps + rules).findings.map { $0.message + " | " + ($0.hint ?? "") }
    }

    private func player(controls: [String], publicURL: String = "https://taps.example.net") -> [String] {
        let slots = controls.map { "        \($0): {publish: {topic: a/set, payload: x}}" }
        return messages(
            """
            activities:
              player:
                inputs: {a: a/state}
                start: "{{ a }}"
                content:
                  template: media
                  media_title: "{{ a }}"
                  controls:
            \(slots.joined(separator: "\n"))
            """,
            url: publicURL
        )
    }

    @Test("a player with its usual buttons fits, with the credentials that they carry")
    func fits() {
        #expect(player(controls: ["previous", "play_pause", "next"]) == [])
    }

    @Test("a player whose buttons are too much is told which of them go, in PushWard's order")
    func sheds() throws {
        let all = [
            "previous", "play_pause", "play", "pause", "next", "stop", "favorite", "volume_down", "volume_up",
        ]
        let long = "https://taps.example.net/" + String(repeating: "long/", count: 50)
        let found = try #require(player(controls: all, publicURL: long).first)
        #expect(found.contains("a push has room for about 3072"))
        #expect(found.contains("PushWard would leave out `controls.volume_down`, `controls.volume_up`"))
    }

    @Test("a board of long texts is told that it is too large, though nothing says what goes")
    func steps() throws {
        let labels = (0..<64).map { "\"\($0) " + String(repeating: "é", count: 28) + "\"" }
        let found = messages(
            """
            activities:
              job:
                inputs: {a: a/state}
                start: "{{ a }}"
                content:
                  template: steps
                  total_steps: 64
                  current_step: "{{ a }}"
                  step_labels: [\(labels.joined(separator: ", "))]
            """
        )
        let first = try #require(found.first)
        #expect(first.contains("this card is about"))
        #expect(first.contains("may not reach the phone"))
    }

    @Test("a notification of a long text is told")
    func notification() throws {
        let found = messages(
            "notifications: {n: {on: a/b, title: T, body: \"\(String(repeating: "x", count: 3500))\"}}"
        )
        #expect(try #require(found.first).contains("this notification is about 35"))
    }

    @Test("headers of a button beyond 1 KB are an error, in bytes, at each place", arguments: Place.allCases)
    func headers(place: Place) {
        // What is sent as it is is never said to be cut.
        #expect(place.limits(Self.header(511)) == [])
        for count in [512, 1_100] {
            #expect(
                place.limits(Self.header(count)) == [
                    "headers have at most 1024 bytes together, these have \(2 * count + 2)"
                ]
            )
        }
    }

    private static func header(_ count: Int) -> String {
        "url: \"https://x.example\", method: POST, headers: {AB: \"\(String(repeating: "é", count: count))\"}"
    }

    @Test("a body of a button beyond 1 KB is an error, counted as its place does", arguments: Place.allCases)
    func body(place: Place) {
        let isInBytes = place == .notification
        let most = isInBytes ? 512 : 1024
        #expect(place.limits(Self.body(most)) == [])
        for count in [most + 1, 1_100] {
            let told =
                isInBytes ? "1024 bytes, this one has \(2 * count)" : "1024 characters, this one has \(count)"
            #expect(place.limits(Self.body(count)) == ["a body has at most " + told])
        }
    }

    private static func body(_ count: Int) -> String {
        "url: \"https://x.example\", method: POST, body: \"\(String(repeating: "é", count: count))\""
    }

    /// Where a button may stand.
    enum Place: CaseIterable {
        case card, notification, widget

        /// The address of a button that publishes, but for its base.
        var path: String {
            switch self {
            case .card: "/t/rule/url_action"
            case .notification: "/t/rule/act"
            case .widget: "/t/widget.rule/url_action"
            }
        }

        /// What is said of a button with these members, but for what is said of all of a push.
        func limits(_ members: String) -> [String] {
            BudgetTests().messages(rule(members)).compactMap { message in
                let text = message.components(separatedBy: " | ")[0]
                return text.hasPrefix("headers and bodies of its buttons") ? nil : text
            }
        }

        func rule(_ members: String) -> String {
            switch self {
            case .card:
                """
                activities:
                  rule:
                    inputs: {a: a/state}
                    start: "{{ a }}"
                    content: {template: generic, url_action: {title: A, \(members)}}
                """
            case .notification:
                """
                notifications:
                  rule: {on: a/b, title: T, body: B, actions: [{id: act, title: A, \(members)}]}
                """
            case .widget:
                """
                widgets:
                  rule:
                    inputs: {a: a/state}
                    content: {template: value, value: "{{ a }}", url_action: {title: A, \(members)}}
                """
            }
        }
    }

    @Test("an address of more than 2048 characters with all that belongs to it", arguments: Place.allCases)
    func address(place: Place) {
        func found(_ length: Int) -> [String] {
            let base = "https://taps.example.net/"
            let rest = length - base.utf8.count - place.path.utf8.count
            return messages(
                place.rule("publish: {topic: a/set, payload: x}"),
                url: base + String(repeating: "x", count: rest)
            ).filter { $0.contains("public_url") }
        }
        #expect(found(2048) == [])
        #expect(
            found(2049).first?.hasPrefix(
                "no button of this rule can have its address under `taps.public_url`: a URL has at most 2048 characters, this one has 2049 | "
            ) == true,
            "\(found(2049))"
        )
    }
}
