import JSONReader
import Simulator
import Testing
import Values

/// A template's least content, and a patch on it that is legal or not.
struct ContentCase: CustomTestStringConvertible {
    let template: String
    let patch: String

    init(_ template: String, _ patch: String) {
        self.template = template
        self.patch = patch
    }

    var testDescription: String { "\(template) \(patch.prefix(80))" }

    static let least: [String: String] = [
        "generic": #"{"template":"generic"}"#,
        "countdown": #"{"template":"countdown","duration":600}"#,
        "up": #"{"template":"timer","direction":"up"}"#,
        "steps": #"{"template":"steps","total_steps":3,"current_step":1}"#,
        "alert": #"{"template":"alert","severity":"info"}"#,
        "gauge": #"{"template":"gauge","value":5,"min_value":0,"max_value":10}"#,
        "timeline": #"{"template":"timeline","value":{"A":1}}"#,
        "board": #"{"template":"board","tiles":[{"label":"A","value":"1"}]}"#,
        "log": #"{"template":"log","lines":[{"text":"a"}]}"#,
        "media": #"{"template":"media","media_title":"A"}"#,
        "approval":
            #"{"template":"approval","state":"Q?","options":[{"id":"a","title":"A"},{"id":"b","title":"B"}]}"#,
    ]

    /// The whole request of a start with the patch in it.
    func request(_ bench: inout Bench) throws -> JSON {
        let least = try JSONReader.parser(Self.least[template] ?? "{}")
        let patch = try JSONReader.parser(bench.expand(patch))
        let content = MergePatch.applying(patch, to: least)
        return bench.send(
            "PATCH /activities/a?upsert=true \(JSON.object(["state": "ongoing", "content": content]).text)"
        )
    }
}

@Suite("Rules of activity content")
struct ContentRuleTests {
    @Test("What breaks a rule is refused with activity.content_invalid", arguments: ContentTable.refused)
    func refused(_ row: ContentCase) throws {
        var bench = Bench()
        let answer = try row.request(&bench)
        #expect(bench.last.status == 422, "\(answer.text)")
        #expect(answer["code"] == "activity.content_invalid")
        #expect(bench.last.header("Content-Type") == "application/problem+json")
        bench.send("GET /activities/a")
        #expect(bench.last.status == 404, "nothing is stored")
    }

    @Test("What keeps every rule is accepted", arguments: ContentTable.accepted)
    func accepted(_ row: ContentCase) throws {
        var bench = Bench()
        let answer = try row.request(&bench)
        #expect(bench.last.status == 201, "\(answer.text)")
        let name = row.template == "up" ? "countdown" : row.template
        #expect(answer["content"]?["template"] == .string(name))
    }

    @Test("Lengths count code points, not bytes or characters")
    func codePoints() throws {
        var bench = Bench()
        let fits = ContentCase("generic", #"{"state":"\#(String(repeating: "é", count: 256))"}"#)
        _ = try fits.request(&bench)
        #expect(bench.last.status == 201)
        let family = "👨\u{200D}👩\u{200D}👧"
        let tooLong = ContentCase("generic", #"{"state":"\#(String(repeating: family, count: 52))"}"#)
        _ = try tooLong.request(&bench)
        #expect(bench.last.status == 422)
    }
}
