import Simulator
import TestSupport
import Testing
import Values

@Suite("Requests and their answers")
struct RequestTests {
    static let rows = Reference.rows

    @Test("The last request of each row is answered as the reference says", arguments: rows)
    func answered(_ row: Row) {
        var bench = Bench()
        bench.carryOut(row)
        let answer = bench.body
        // The control surface is none of PushWard's.
        let isControl = row.lines.last?.contains(" /_sim/") == true
        #expect(isControl || bench.last.header("Date")?.hasSuffix("GMT") == true)
        guard row.status >= 400 else {
            #expect(bench.last.body.isEmpty || bench.last.header("Content-Type") == "application/json")
            return
        }
        #expect(bench.last.header("Content-Type") == "application/problem+json")
        #expect(answer["status"] == .int(row.status))
        #expect(answer["type"] != nil && answer["title"] != nil && answer["detail"] != nil)
        #expect(answer["instance"]?.stringValue?.hasPrefix("/") == true)
        if row.status == 422, row.code == nil {
            #expect(answer["errors"]?.arrayValue?.first?["location"]?.stringValue != nil)
            #expect(answer["errors"]?.arrayValue?.first?["message"]?.stringValue != nil)
        }
    }

    @Test("A schema violation names the place and the value")
    func location() {
        var bench = Bench()
        let answer = bench.send(#"POST /activities {"slug":"a b","name":"A"}"#)
        #expect(answer["errors"]?.arrayValue?.first?["location"] == "body.slug")
        #expect(answer["errors"]?.arrayValue?.first?["value"] == "a b")
        #expect(answer["code"] == nil)
    }

    @Test("Content types other than JSON are refused, a patch may be plain JSON")
    func contentTypes() {
        var bench = Bench()
        bench.send("POST", "/activities", Array(#"{"slug":"a","name":"A"}"#.utf8), type: "text/plain")
        #expect(bench.last.status == 415)
        bench.send(
            "POST",
            "/activities",
            Array(#"{"slug":"a","name":"A"}"#.utf8),
            type: "application/json; charset=utf-8"
        )
        #expect(bench.last.status == 201)
        bench.send("PATCH", "/activities/a", Array("{}".utf8), type: "application/json")
        #expect(bench.last.status == 200)
        bench.send("PATCH", "/activities/a", Array("{}".utf8), type: "text/json")
        #expect(bench.last.status == 415)
    }

    @Test("X-Resource-Action tells an insert from a refresh")
    func resourceAction() {
        var bench = Bench()
        bench.send(RequestTable.start)
        #expect(bench.last.header("X-Resource-Action") == "created")
        bench.send(RequestTable.start)
        #expect(bench.last.header("X-Resource-Action") == "updated")
        bench.send(RequestTable.post)
        #expect(bench.last.header("x-resource-action") == "updated")
        bench.send(#"POST /activities {"slug":"b","name":"B"}"#)
        #expect(bench.last.header("X-Resource-Action") == "created")
    }

    @Test("A body over a mebibyte is refused")
    func tooLarge() {
        var bench = Bench()
        let body = "{\"content\":{\"x\":\"" + String(repeating: "x", count: 1 << 20) + "\"}}"
        bench.send("PATCH", "/activities/a", Array(body.utf8))
        #expect(bench.last.status == 413)
    }

    @Test("A whole URL as target, as replay sends it, is taken by its path and query")
    func wholeURL() {
        var bench = Bench()
        bench.send("PATCH", "http://127.0.0.1:8080/activities/a?upsert=true", Array("{}".utf8))
        #expect(bench.last.status == 201)
    }
}
