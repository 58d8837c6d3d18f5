import Testing
import Values

/// A member that a template makes wrong never makes a button another one (`pushward-api.md` sections 7.3 and 11.3).
@Suite("Buttons whose members come from templates")
struct DynamicButtonTests {
    private static func shown(_ content: String, _ payload: String) throws -> Scenario {
        let yaml = """
            activities:
              a:
                inputs: {x: a/x}
                start: "{{ x is not none }}"
                content: {\(content)}
            """
        return try Scenario(yaml, [Line.message(0, "a/x", payload), Line.pass(9)].recording)
    }

    private static func content(_ run: Scenario) -> JSON? { run.bodies("/activities/a").last?["content"] }

    @Test(
        "a silent call does not become a page that opens",
        arguments: [("post", "POST"), ("put", "PUT"), ("FETCH", nil), ("7", nil)] as [(String, String?)]
    )
    func method(payload: String, expected: String?) throws {
        let run = try Self.shown(
            "template: generic, state: A, url_action: {title: T, url: \"https://h.example/w\", method: \"{{ x }}\"}",
            payload
        )
        let button = Self.content(run)?["url_action"]
        #expect(button?["method"]?.stringValue == expected, "\(run.requests)")
        #expect(button?["foreground"] == nil)
        #expect((button == nil) == (expected == nil))
    }

    @Test("an answer whose address is wrong is not one that PushWard records")
    func option() throws {
        let options = """
            options: [{id: a, title: A, icon: circle, url: "{{ x }}"}, {id: b, title: B, icon: circle},
              {id: c, title: C, icon: circle}]
            """
        let run = try Self.shown("template: approval, state: Q, \(options)", "javascript:alert(1)")
        let ids = Self.content(run)?["options"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        #expect(ids.count == 2 && ids.allSatisfy { !$0.hasPrefix("a-") }, "\(run.requests)")
    }

    @Test(
        "a button that cannot be used any more goes from a running card, and is told once",
        arguments: [
            ("generic", "url_action: {title: T, url: \"{{ x }}\"}", "nowhere"),
            (
                "generic", "url_action: {title: T, url: \"https://h.example\", headers: {X: \"{{ x }}\"}}",
                String(repeating: "y", count: 1100)
            ),
            (
                "media",
                "media_title: M, controls: {play_pause: {url: \"https://h.example\"}, next: {url: \"{{ x }}\"}}",
                "//"
            ),
            ("board", "tiles: [{label: A, value: \"1\", url_action: {url: \"{{ x }}\"}}]", "nowhere"),
        ]
    )
    func goes(template: String, button: String, wrong: String) throws {
        let yaml = """
            activities:
              a:
                inputs: {x: a/x}
                start: "{{ x is not none }}"
                content: {template: \(template), state: A, \(button)}
            """
        let lines = [
            Line.message(0, "a/x", "https://h.example/w"), Line.message(60, "a/x", wrong),
            Line.message(120, "a/x", wrong + "2"), Line.pass(200),
        ]
        let run = try Scenario(yaml, lines.recording, why: true)
        let before = try #require(run.bodies("/activities/a").first?["content"]?.text)
        let after = try #require(run.finalState["activities"]?.arrayValue?.first?["content"]?.text)
        #expect(before.contains("h.example/w") || before.contains("\"X\""))
        #expect(!after.contains("h.example/w") && !after.contains("\"X\""), "\(run.requests)")
        #expect(run.output.filter { $0["log"] != nil }.count == 1, "\(run.output)")
    }

    @Test("one bad header does not keep the question away")
    func header() throws {
        let options =
            "options: [{id: a, title: A, url: \"https://h.example/w\", headers: {Ok: c, \"X-Big\": \"{{ x * 1025 }}\"}}, {id: b, title: B}]"
        let run = try Self.shown("template: approval, state: Q, \(options)", "\"y\"")
        let first = Self.content(run)?["options"]?.arrayValue?.first
        #expect(first?["headers"] == ["Ok": "c"], "\(run.requests)")
    }

    @Test("a body that is too long takes only its button away", arguments: [1024, 1025])
    func body(length: Int) throws {
        let run = try Self.shown(
            "template: generic, state: A, url_action: {title: T, url: \"https://h.example/w\", body: \"{{ 'ä' * x }}\"}",
            String(length)
        )
        #expect(Self.content(run)?["state"] == "A")
        let body = Self.content(run)?["url_action"]?["body"]?.stringValue
        #expect(body?.unicodeScalars.count == (length == 1024 ? 1024 : nil))
        #expect((Self.content(run)?["url_action"] == nil) == (length > 1024))
    }

    @Test(
        "a notification's button, too",
        arguments: [
            ("url: \"{{ x }}\"", "nowhere", false),
            ("url: \"https://h.example\", method: \"{{ x }}\"", "FETCH", false),
            ("url: \"{{ x }}\"", "https://h.example/w", true),
            ("url: \"https://h.example\", method: \"{{ x }}\"", "put", true),
        ]
    )
    func notification(members: String, payload: String, isThere: Bool) throws {
        let yaml = """
            notifications:
              n: {on: a/x, inputs: {x: a/x}, title: T, body: B, actions: [{id: a, title: A, \(members)}]}
            """
        let lines = [Line.message(1, "a/x", payload), Line.message(60, "a/x", payload), Line.pass(90)]
        let run = try Scenario(yaml, lines.recording, why: true)
        let sent = try #require(run.bodies("/notifications").last, "\(run.requests)")
        #expect((sent["actions"]?.arrayValue?.isEmpty == false) == isThere, "\(sent)")
        let told = run.output.compactMap { $0["log"]?["message"]?.stringValue }
        #expect(told.count == (isThere ? 0 : 1) && told.allSatisfy { $0.contains("actions.a") }, "\(told)")
    }
}
