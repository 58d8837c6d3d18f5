import JSONReader
import Simulator
import TestSupport
import Testing
import Values

extension ContentCase {
    /// Asks for a start with the patch in its content.
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
    @Test("What breaks a rule is refused with activity.content_invalid", arguments: Reference.refused)
    func refused(_ row: ContentCase) throws {
        var bench = Bench()
        let answer = try row.request(&bench)
        #expect(bench.last.status == 422, "\(answer.text)")
        #expect(answer["code"] == "activity.content_invalid")
        #expect(bench.last.header("Content-Type") == "application/problem+json")
        bench.send("GET /activities/a")
        #expect(bench.last.status == 404, "nothing is stored")
    }

    @Test("What keeps every rule is accepted", arguments: Reference.accepted)
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
        let fits = ContentCase("1", "generic", #"{"state":"\#(String(repeating: "é", count: 256))"}"#)
        _ = try fits.request(&bench)
        #expect(bench.last.status == 201)
        let family = "👨\u{200D}👩\u{200D}👧"
        let tooLong = ContentCase("1", "generic", #"{"state":"\#(String(repeating: family, count: 52))"}"#)
        _ = try tooLong.request(&bench)
        #expect(bench.last.status == 422)
    }
}
