import Simulator
import TestSupport
import Testing
import Values

@Suite("Widgets")
struct WidgetTests {
    @Test("Devices are stored sorted, and changes are pushed once a throttle window, the last one at its end")
    func pushes() {
        var bench = Bench()
        bench.send(
            WidgetTable.post(
                #""template":"battery","device_sort":[{"field":"level","direction":"desc"}],"devices":[{"name":"a","level":1},{"name":"b","level":9}]"#
            )
        )
        #expect(bench.body["content"]?["devices"]?.arrayValue?.map { $0["name"] } == ["b", "a"])
        bench.send(#"PATCH /widgets/w {"content":{"label":"x"}}"#)
        bench.send(#"PATCH /widgets/w {"content":{"label":"y"}}"#)
        #expect(bench.state["pushes"]?["widgets"] == 1)
        bench.send("+15")
        #expect(bench.state["pushes"]?["widgets"] == 2)
        bench.send("+15")
        bench.send(#"PATCH /widgets/w {"content":{"label":"y"}}"#)
        #expect(bench.state["pushes"]?["widgets"] == 2, "nothing changed")
        bench.send(#"PATCH /widgets/w {"content":{"label":"z"}}"#)
        #expect(bench.state["pushes"]?["widgets"] == 3)
    }

    @Test("A heartbeat stamps the widget anew, costs one update and pushes nothing")
    func heartbeat() {
        var bench = Bench(Configuration(requestsPerMinute: nil))
        bench.send(WidgetTable.post(#""template":"value","value":1"#, #""stale_after":60"#))
        bench.send("+59")
        #expect(bench.state["widgets"]?.arrayValue?.first?["is_stale"] == false)
        bench.send("+1")
        #expect(bench.state["widgets"]?.arrayValue?.first?["is_stale"] == true)
        bench.send(#"PATCH /widgets/w {"content":{"value":1}}"#)
        #expect(bench.body["updated_at"] == "2026-11-18T17:31:00Z")
        #expect(bench.body["created_at"] == "2026-11-18T17:30:00Z")
        #expect(bench.state["widgets"]?.arrayValue?.first?["is_stale"] == false)
        #expect(bench.state["pushes"]?["widgets"] == 1)
        #expect(bench.send("GET /auth/me")["widget_updates_used"] == 1)
        bench.send(#"PATCH /widgets/w {"stale_after":null,"content":{}}"#)
        bench.send("+604800")
        #expect(bench.state["widgets"]?.arrayValue?.first?["is_stale"] == false)
    }

    @Test("A post says whether it made a row, and a patch says nothing of it")
    func action() {
        var bench = Bench()
        bench.send(WidgetTable.value)
        #expect(bench.last.header("X-Resource-Action") == "created")
        bench.send(WidgetTable.value)
        #expect(bench.last.header("X-Resource-Action") == "updated")
        #expect(bench.last.status == 201)
        bench.send(#"PATCH /widgets/w {"content":{"value":2}}"#)
        #expect(bench.last.header("X-Resource-Action") == nil)
    }

    @Test("Objects merge deep, and the list of inputs is replaced")
    func merge() {
        var bench = Bench()
        bench.send(
            WidgetTable.post(
                #""template":"flow","flow":{"inputs":[{"rate":1,"name":"PV"}],"output":{"rate":2,"name":"House"}}"#
            )
        )
        bench.send(#"PATCH /widgets/w {"content":{"flow":{"inputs":[{"rate":3}],"output":{"rate":4}}}}"#)
        #expect(
            bench.body["content"]?["flow"] == [
                "inputs": [["rate": 3]], "output": ["rate": 4, "name": "House"],
            ]
        )
    }

    @Test("A widget's own token reads and changes nothing")
    func extensionToken() {
        let key = Key(token: "hlw_phone", id: "phone", name: "Phone")
        var bench = Bench(Configuration(keys: [key], plan: .unlimited, requestsPerMinute: nil))
        bench.send(WidgetTable.value)
        bench.token = "hlw_phone"
        bench.send("GET /widgets/w")
        #expect(bench.last.status == 200)
        for line in [WidgetTable.value, #"PATCH /widgets/w {"content":{}}"#, "DELETE /widgets/w"] {
            bench.send(line)
            #expect(bench.last.status == 403)
            #expect(bench.code == "widget.token_not_permitted")
        }
    }

    @Test("The names of widgets and of activities are apart")
    func namespaces() {
        var bench = Bench()
        bench.send(#"POST /activities {"slug":"w","name":"W"}"#)
        bench.send(WidgetTable.value)
        #expect(bench.last.header("X-Resource-Action") == "created")
        bench.send("DELETE /widgets/w")
        bench.send("GET /activities/w")
        #expect(bench.last.status == 200)
    }
}
