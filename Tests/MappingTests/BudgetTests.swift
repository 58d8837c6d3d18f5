import Mapping
import Testing
import Values

@Suite("Payload budget")
struct BudgetTests {
    private func messages(_ rules: String, url: String = "https://taps.example.net") -> [String] {
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

    @Test("headers of one button beyond 1 KB are an error, with the bytes of names and values together")
    func headers() {
        func found(_ count: Int) -> [String] {
            messages(
                """
                notifications:
                  n:
                    on: a/b
                    title: T
                    body: B
                    actions:
                      - {id: a, title: A, url: "https://x.example", method: POST, headers: {AB: "\(String(repeating: "é", count: count))"}}
                """
            )
        }
        #expect(found(500) == [])
        #expect(found(512).contains("`headers` are 1026 bytes together, and PushWard takes 1024 | "))
    }
}
