import JSONReader
import Simulator
import Testing
import Values

@Suite("The worked examples of the reference")
struct ExampleTests {
    @Test("Each one is accepted, with an alert or an answer of 2xx")
    func accepted() throws {
        var bench = Bench()
        bench.now = 1_795_000_500
        bench.send("PATCH /activities/front-door?upsert=true {}")
        var slug = "ex-0"
        for (place, example) in Examples.all.enumerated() {
            let body = try JSONReader.parser(example.body)
            let line: String
            switch example.kind {
            case "activity-create": line = "POST /activities"
            case "activity":
                if body["content"]?["template"] != nil { slug = "ex-\(place)" }
                line = "PATCH /activities/\(slug)?upsert=true"
            case "notification", "notification-new": line = "POST /notifications"
            case "schedule": line = "POST /notifications/scheduled"
            case "widget": line = "POST /widgets"
            default: line = "PATCH /widgets/outside-temp"
            }
            let answer = bench.send("\(line) \(body.text)")
            #expect((200...201).contains(bench.last.status), "\(example.body): \(answer.text)")
        }
        #expect(bench.state["warnings"] == [])
    }
}
