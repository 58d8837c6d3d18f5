import PushWardAPI
import TestSupport
import Testing
import Values

@Suite("Whatever the inputs, the server would take what comes out")
struct ContentPropertyTests {
    static let now = Timestamp(microseconds: 1_780_000_000 * 1_000_000)

    @Test(
        "Random fields of every kind of value make an acceptable content or one that says what is missing",
        arguments: ContentFields.templates.map(\.name)
    )
    func random(name: String) throws {
        let template = try #require(ContentFields.template(named: name))
        var complete = 0
        for seed in 0..<1500 {
            var values = RandomValues(seed: UInt64(seed), now: Self.now.wholeSeconds)
            let fields = values.fields(of: template)
            let result = ContentRules.content(of: fields, template: template, now: Self.now)
            guard result.isComplete else { continue }
            complete += 1
            let problems = ServerChecker.problems(result.content, now: Self.now.wholeSeconds)
            #expect(problems.isEmpty, "seed \(seed): \(problems) in \(JSON.object(result.content).text)")
            if !problems.isEmpty { return }
        }
        #expect(complete > 100)
    }

    @Test("Doing it again changes nothing", arguments: ContentFields.templates.map(\.name))
    func idempotent(name: String) throws {
        let template = try #require(ContentFields.template(named: name))
        for seed in 0..<500 {
            var values = RandomValues(seed: UInt64(seed), now: Self.now.wholeSeconds)
            let once = ContentRules.content(
                of: values.fields(of: template),
                template: template,
                now: Self.now
            )
            let twice = ContentRules.content(of: once.content, template: template, now: Self.now)
            #expect(twice.content == once.content, "seed \(seed)")
            if twice.content != once.content { return }
        }
    }

    @Test("The checker itself refuses what is wrong")
    func checker() {
        let wrong: [JSONObject] = [
            [:], ["template": "pipeline"], ["template": "generic", "progress": 2],
            ["template": "gauge", "value": 1],
            ["template": "generic", "live_progress": true], ["template": "alert", "severity": "bad"],
            ["template": "countdown"], ["template": "generic", "accent_color": "white"],
            ["template": "generic", "compact_label": "12345"], ["template": "board", "tiles": []],
            ["template": "gauge", "value": 9, "min_value": 0, "max_value": 5],
            ["template": "steps", "total_steps": 2, "current_step": 3],
            ["template": "steps", "total_steps": 2, "current_step": 1, "step_labels": ["a"]],
            ["template": "generic", "url_action": ["url": "https://example.org"]],
            ["template": "media", "position_at": 1_780_000_000], ["template": "generic", "media_title": "x"],
            ["template": "timeline", "value": 5], ["template": "log", "lines": [["text": " "]]],
            ["template": "approval", "options": [["id": "a", "title": "A"]]],
            ["template": "generic", "state": nil], ["template": "generic", "progress": .double(.nan)],
        ]
        for content in wrong {
            #expect(
                !ServerChecker.problems(content, now: 1_780_000_000).isEmpty,
                "\(JSON.object(content).text)"
            )
        }
    }
}
