import PushWardAPI
import Testing
import Values

@Suite("Actions mean the same in every place")
struct ActionBuilderTests {
    private let hook = ActionEffect.webhook(
        url: "https://taps.example.org/t/a/b",
        bearer: Secret("s3cret"),
        body: nil
    )

    private func reason(
        _ place: FieldSpec.ActionPlace,
        _ look: JSONObject,
        _ effect: ActionEffect
    ) -> String? {
        do {
            _ = try ActionBuilder.action(at: place, look: look, effect: effect)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(
        "A webhook has its method and its credential written out",
        arguments: FieldSpec.ActionPlace.allCases
    )
    func webhook(place: FieldSpec.ActionPlace) throws {
        let look: JSONObject = ["id": "go", "title": "Go", "icon": "bolt"]
        let action = try ActionBuilder.action(at: place, look: look, effect: hook)
        #expect(action["url"] == "https://taps.example.org/t/a/b")
        #expect(action["method"] == "POST")
        #expect(action["headers"] == ["Authorization": "Bearer s3cret"])
        #expect(action["foreground"] == nil)
    }

    @Test("Opening a page says so")
    func open() throws {
        let page = ActionEffect.open(url: "https://example.org/x")
        for place in [FieldSpec.ActionPlace.cardButton, .cardBackground, .notification, .widget] {
            let action = try ActionBuilder.action(
                at: place,
                look: ["id": "o", "title": "Open"],
                effect: page
            )
            #expect(action["foreground"] == true)
            #expect(action["method"] == nil)
        }
        for place in [FieldSpec.ActionPlace.mediaControl, .mediaExtra, .approvalOption] {
            #expect(reason(place, ["id": "o", "title": "Open", "icon": "x"], page) != nil)
        }
        #expect(reason(.notification, ["id": "o", "title": "O"], .open(url: "http://example.org")) != nil)
    }

    @Test("An app's link has nothing of HTTP", arguments: FieldSpec.ActionPlace.allCases)
    func appLink(place: FieldSpec.ActionPlace) throws {
        let effect = ActionEffect.request([
            "url": "homeassistant://navigate/x", "method": "POST", "headers": ["A": "b"], "body": "x",
            "foreground": true,
        ])
        let action = try ActionBuilder.action(
            at: place,
            look: ["id": "o", "title": "T", "icon": "x"],
            effect: effect
        )
        for name in ["method", "headers", "body", "foreground"] { #expect(action[name] == nil) }
        #expect(action["url"] == "homeassistant://navigate/x")
    }

    @Test("A tap is recorded only where PushWard records")
    func recorded() throws {
        let option = try ActionBuilder.action(
            at: .approvalOption,
            look: ["id": "y", "title": "Yes"],
            effect: .recorded
        )
        #expect(option == ["id": "y", "title": "Yes"])
        let reply = try ActionBuilder.action(
            at: .notification,
            look: ["id": "r", "title": "Reply", "text_input": "on", "text_input_placeholder": "…"],
            effect: .recorded
        )
        #expect(reply == ["id": "r", "title": "Reply", "text_input": true, "text_input_placeholder": "…"])
        #expect(reason(.cardButton, ["title": "x"], .recorded) != nil)
        #expect(reason(.mediaControl, [:], .recorded) != nil)
    }

    @Test("Headers count with the token in them", arguments: [(1024, true), (1025, false)])
    func headerBytes(total: Int, isTaken: Bool) {
        let token = Secret(String(repeating: "t", count: total - "Authorization".count - "Bearer ".count))
        let found = reason(.cardButton, [:], .webhook(url: "https://example.org", bearer: token, body: nil))
        #expect((found == nil) == isTaken)
        #expect(found?.contains("ttt") != true)
    }

    @Test("A body is sent whole or not at all", arguments: [(1024, true), (1025, false)])
    func bodyBytes(size: Int, isTaken: Bool) {
        let body = String(repeating: "b", count: size)
        let found = reason(.cardButton, [:], .webhook(url: "https://example.org", bearer: nil, body: body))
        #expect((found == nil) == isTaken)
    }

    @Test("Texts of buttons are cut and icons checked")
    func look() throws {
        let action = try ActionBuilder.action(
            at: .cardButton,
            look: [
                "title": .string(String(repeating: "x", count: 65)), "icon": "mdi:home", "style": "primary",
            ],
            effect: hook
        )
        #expect(action["title"]?.stringValue?.count == 64)
        #expect(action["icon"] == nil)
        #expect(action["style"] == nil)
        #expect(reason(.mediaExtra, ["title": "x"], hook) != nil)
        #expect(reason(.notification, ["title": "x"], hook) != nil)
        #expect(reason(.notification, ["id": "pw_ack", "title": "x"], hook) != nil)
        #expect(reason(.cardButton, [:], .webhook(url: "homeassistant://x", bearer: nil, body: nil)) != nil)
        #expect(reason(.cardButton, [:], .open(url: "javascript:x")) != nil)
    }

    @Test("A bare link on a card opens, and a call without a method posts")
    func bareLinks() {
        let kind = FieldSpec.Kind.action(.cardButton)
        #expect(
            kind.coerce("https://example.org") == .value(["url": "https://example.org", "foreground": true])
        )
        #expect(
            kind.coerce(["url": "https://example.org", "body": ["a": 1]])
                == .value(["url": "https://example.org", "body": "{\"a\":1}", "method": "POST"])
        )
        #expect(
            kind.coerce(["url": "https://example.org", "foreground": false])
                == .value(["url": "https://example.org", "method": "POST"])
        )
    }

    @Test(
        "Headers that would be refused are refused",
        arguments: [["a b": "c"], ["A": "x\r\ny"], ["": "x"]] as [JSON]
    )
    func badHeaders(headers: JSON) {
        guard
            case .invalid = FieldSpec.Kind.action(.cardButton).coerce([
                "url": "https://a.b", "headers": headers,
            ])
        else {
            Issue.record("was taken")
            return
        }
    }
}
