import Host
import Testing
import TestSupport
import Values

extension EndToEndTests {
    @Suite("Widgets on the phone")
    struct WidgetTests {
        private static let rules = """
            widgets:
              tank:
                name: Rain tank
                push_throttle: 1s
                inputs:
                  level: {topic: garden/tank, value: "{{ value_json.litres }}"}
                content:
                  template: value
                  value: "{{ level }}"
                  unit: L
                  url_action: {title: Pump, publish: {topic: garden/pump/set, payload: "ON"}}
              doors:
                inputs: {front: door/front, back: door/back}
                content:
                  template: stat_list
                  stat_rows:
                    - {label: Front, value: "{{ front }}"}
                    - {label: Back, value: "{{ back }}"}

            """

        private func widget(_ home: Home, _ slug: String) -> JSON? {
            home.phone.state["widgets"]?.arrayValue?.first { $0["slug"]?.stringValue == slug }
        }

        @Test("A widget follows its topics, its button publishes, and a crash costs nothing")
        func life() async throws {
            let home = try Home(Self.rules)
            let device = try Peer(port: home.broker.port, listensTo: ["garden/pump/set"])
            try #require(await device.isListening())
            await device.publish("garden/tank", #"{"litres": 640}"#, retain: true)
            await device.publish("door/front", "open", retain: true)
            try #require(await home.startAndWait(), "\(home.log)")
            #expect(await eventually { widget(home, "tank")?["content"]?["value"] == 640 }, "\(home.log)")
            #expect(widget(home, "tank")?["name"] == "Rain tank")
            #expect(
                await eventually {
                    widget(home, "doors")?["content"]?["stat_rows"] == [["label": "Front", "value": "open"]]
                },
                "\(home.log)"
            )
            await device.publish("garden/tank", #"{"litres": 630}"#, retain: true)
            #expect(await eventually { widget(home, "tank")?["content"]?["value"] == 630 }, "\(home.log)")
            #expect(try await home.phone.tap(["widget": "tank", "action": "url_action"]) == 200)
            #expect(await eventually { device.texts("garden/pump/set") == ["ON"] })
            let before = try await home.phone.requests().filter { $0["method"] != "GET" }.count

            home.kill()
            try #require(await home.startAndWait(), "\(home.log)")
            await device.publish("garden/tank", #"{"litres": 620}"#, retain: true)
            #expect(await eventually { widget(home, "tank")?["content"]?["value"] == 620 }, "\(home.log)")
            #expect(try await home.phone.requests().filter { $0["method"] != "GET" }.count == before + 1)
            #expect(try await home.metric("pushward_mqtt_widgets{state=\"shown\"}") == 2)
            #expect(try await home.phone.tap(["widget": "tank", "action": "url_action"]) == 200)
            let refused = try await home.phone.requests().filter { ($0["status"]?.intValue ?? 0) >= 400 }
            #expect(refused.isEmpty)
        }

        @Test("A widget whose rule is gone is deleted, and others' widgets stay")
        func removal() async throws {
            let home = try Home(Self.rules)
            let device = try Peer(port: home.broker.port)
            await device.publish("garden/tank", #"{"litres": 640}"#, retain: true)
            await device.publish("door/front", "open", retain: true)
            _ = try await Web.send(
                "POST",
                home.phone.url + "/widgets",
                headers: [
                    HTTPRequest.Pair("Authorization", "Bearer \(Phone.token)"),
                    HTTPRequest.Pair("Content-Type", "application/json"),
                ],
                body: JSON.object(["slug": "other", "name": "O", "content": ["template": "status"]]).utf8
            )
            try #require(await home.startAndWait(), "\(home.log)")
            #expect(
                await eventually { widget(home, "tank") != nil && widget(home, "doors") != nil },
                "\(home.log)"
            )
            home.kill()
            let path = home.folder.file("config.yaml")
            let text = try Files.readText(path).replacing("  doors:", with: "  gates:")
            try Files.write(Array(text.utf8), to: path)
            try #require(await home.startAndWait(), "\(home.log)")
            #expect(
                await eventually { widget(home, "doors") == nil && widget(home, "gates") != nil },
                "\(home.log)"
            )
            #expect(widget(home, "other") != nil)
            #expect(widget(home, "tank") != nil)
        }
    }
}
