import PushWardAPI
import Testing
import Values

@Suite("Fitting into a push")
struct PayloadFittingTests {
    private func text(_ count: Int) -> JSON { .string(String(repeating: "x", count: count)) }

    private func button(_ bytes: Int) -> JSON {
        ["url": "https://home.example/", "method": "POST", "body": text(bytes)]
    }

    @Test("what fits stays as it is")
    func fits() {
        let content: JSONObject = ["template": "generic", "state": text(256), "url_action": button(1000)]
        var fitted = content
        #expect(PayloadFitting.fit(card: &fitted, required: []).isEmpty)
        #expect(fitted == content)
    }

    @Test("what matters least goes first, and no more than has to")
    func order() {
        var content: JSONObject = [
            "template": "generic", "state": text(256), "url_action": button(1000),
            "secondary_url_action": button(1000), "tap_action": button(1000), "image_url": text(1000),
        ]
        let cuts = PayloadFitting.fit(card: &content, required: [])
        #expect(cuts.map(\.field) == ["secondary_url_action"])
        #expect(PayloadBudget.estimate(content) <= PayloadBudget.pushedLimit)
        #expect(content["url_action"] != nil && content["state"] != nil)
    }

    @Test("what PushWard leaves out by itself is its own affair")
    func serverSheds() {
        let lines = (0..<20).map { JSON.object(["text": text(500), "at": .int($0)]) }
        let log: JSONObject = ["template": "log", "lines": .array(lines)]
        let extra = JSON.array(Array(repeating: button(900), count: 3))
        let media: JSONObject = [
            "template": "media", "media_title": "A",
            "controls": ["play_pause": button(900), "next": button(900), "extra": extra],
        ]
        for content in [log, media] {
            var fitted = content
            #expect(PayloadFitting.fit(card: &fitted, required: ["lines"]).isEmpty)
            #expect(fitted == content)
        }
    }

    @Test("the buttons of tiles go, the tiles do not")
    func tiles() {
        let tile: JSON = ["label": "L", "value": "V", "url_action": button(1000)]
        var content: JSONObject = ["template": "board", "tiles": .array([tile, tile, tile, tile])]
        #expect(PayloadFitting.fit(card: &content, required: ["tiles"]).map(\.field) == ["tiles"])
        #expect(content["tiles"]?.arrayValue == Array(repeating: ["label": "L", "value": "V"], count: 4))
    }

    @Test("where nothing more can go, that is said")
    func hopeless() {
        let options = JSON.array(Array(repeating: button(1000), count: 4))
        var content: JSONObject = ["template": "approval", "options": options, "subtitle": "S"]
        let cuts = PayloadFitting.fit(card: &content, required: ["options"])
        #expect(cuts.map(\.field) == ["subtitle", "template"])
        #expect(content["options"] == options)
    }

    @Test("of a notification what nobody reads goes first, then the end of its text")
    func notification() {
        var body: JSONObject = [
            "title": "T", "body": text(3000), "metadata": ["a": text(1000)], "actions": [button(500)],
        ]
        #expect(PayloadFitting.fit(notification: &body).map(\.field) == ["metadata"])
        #expect(body["body"] == text(3000))
        var long: JSONObject = ["title": "T", "body": text(4096), "subtitle": "S", "actions": [button(500)]]
        #expect(PayloadFitting.fit(notification: &long).map(\.field) == ["body"])
        #expect(PayloadBudget.estimate(long) <= PayloadBudget.pushedLimit)
        #expect(long["subtitle"] == "S")
    }
}
