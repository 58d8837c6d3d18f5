import Mapping
import Templates
import Testing
import Values

private func decode(
    mqtt: String = "{url: mqtt://localhost}",
    pushward: String = "{token: hlk_example}",
    _ rest: String = ""
) -> Decoded {
    Decoded("version: 1\nmqtt: \(mqtt)\npushward: \(pushward)\nactivities: {}\n" + rest)
}

@Suite("Settings")
struct SettingsTests {
    @Test(
        "the broker's address is read with the scheme's port",
        arguments: [
            ("mqtt://broker", "broker", 1883, false), ("mqtts://broker", "broker", 8883, true),
            ("mqtt://192.0.2.1:1884", "192.0.2.1", 1884, false),
            ("mqtt://[2001:db8::1]:1883/", "2001:db8::1", 1883, false),
            ("tcp://broker", "broker", 1883, false), ("SSL://broker", "broker", 8883, true),
        ]
    )
    func broker(url: String, host: String, port: Int, tls: Bool) throws {
        let decoded = decode(mqtt: "{url: \"\(url)\"}")
        #expect(decoded.findings == [])
        let mqtt = try #require(decoded.mapping?.mqtt)
        #expect(mqtt.host == host)
        #expect(mqtt.port == port)
        #expect(mqtt.usesTLS == tls)
        #expect(mqtt.topicPrefix == "pushward")
        #expect(mqtt.discoveryPrefix == "homeassistant")
        #expect(mqtt.protocolVersion == .automatic)
    }

    @Test("a name and password in the broker's address count, unless they stand beside it")
    func userInfo() throws {
        let mqtt = try #require(decode(mqtt: "{url: \"mqtt://us%20er:p%40ss@broker\"}").mapping?.mqtt)
        #expect(mqtt.username == "us er")
        #expect(mqtt.password?.revealed == "p@ss")
        let other = try #require(
            decode(mqtt: "{url: \"mqtt://a:b@broker\", username: c, password: d}").mapping?.mqtt
        )
        #expect(other.username == "c")
        #expect(other.password?.revealed == "d")
    }

    @Test("all settings are read")
    func all() throws {
        let decoded = decode(
            mqtt: """

                  host: broker
                  port: 1884
                  username: bridge
                  password: sesame
                  client_id: bridge-1
                  protocol: 3.1.1
                  topic_prefix: home/pushward
                  discovery: no
                  max_payload: 64k
                  tls: {ca: ca.pem, certificate: c.pem, key: k.pem}
                """,
            pushward:
                "{token_file: /run/token, url: http://127.0.0.1:9000/, slug_prefix: home-, min_app_version: 1.19.0}",
            """
            taps: {listen: "[::1]:0", public_url: https://taps.example.net/p/, trusted_proxies: 172.16.0.0/12}
            http: {listen: 127.0.0.1:8788}
            log: {level: debug, format: json, areas: {mqtt: trace}}
            state: /var/lib/pushward-mqtt
            widgets: {}
            tests: []

            """
        )
        #expect(decoded.findings == [])
        let mapping = try #require(decoded.mapping)
        #expect(mapping.mqtt.clientID == "bridge-1")
        #expect(mapping.mqtt.protocolVersion == .v311)
        #expect(mapping.mqtt.topicPrefix == "home/pushward")
        #expect(mapping.mqtt.discoveryPrefix == nil)
        #expect(mapping.mqtt.maxPayloadBytes == 65_536)
        #expect(mapping.mqtt.usesTLS)
        #expect(mapping.mqtt.tls.ca == "ca.pem")
        #expect(mapping.pushward.tokenFile == "/run/token")
        #expect(mapping.pushward.url == "http://127.0.0.1:9000")
        #expect(mapping.pushward.slugPrefix == "home-")
        #expect(mapping.taps?.listen == ListenAddress(address: "::1", port: 0))
        #expect(mapping.taps?.publicURL == "https://taps.example.net/p")
        #expect(mapping.taps?.trustedProxies == ["172.16.0.0/12"])
        #expect(mapping.http == ListenAddress(address: "127.0.0.1", port: 8788))
        #expect(mapping.log.level == "debug")
        #expect(mapping.log.areaLevels == ["mqtt": "trace"])
        #expect(mapping.stateDirectory == "/var/lib/pushward-mqtt")
    }

    @Test(
        "words that YAML 1.1 made truth values are what the field makes of them",
        arguments: ["on", "off", "yes", "no"]
    )
    func words(word: String) throws {
        let text =
            head + "activities:\n  \(word):\n    inputs: {state: a/b}\n    start: \"{{ state }}\"\n"
            + "    content: {template: generic, state: \(word)}\n"
        let rule = try #require(Decoded(text).mapping?.activities.first)
        #expect(rule.name == word)
        guard case .template(let state)? = rule.content.fields.first?.value else {
            Issue.record("no state")
            return
        }
        #expect(state.template.source == word)
    }
}

@Suite("Secrets")
struct SecretTests {
    /// A file in which every value that may be wrong comes from outside.
    private static let text = """
        version: !env S
        mqtt: {url: !env S, username: !env S, protocol: !env S, max_payload: !env S, discovery: !env T}
        pushward: {token: !env S, url: !env S, slug_prefix: !env T, min_app_version: !env S}
        taps: {listen: !env S, public_url: !env S, trusted_proxies: [!env S], relay: !env S}
        log: {level: !env S}
        activities:
          washer:
            slug: !env T
            priority: !env S
            stale_ttl: !env S
            roll_over: !env S
            inputs:
              power: {topic: !env T, unit: !env S, timezone: !env T, value: !env T, availability: {topic: !env T, preset: !env S}}
            start: !env S
            end: !env T
            content:
              template: generic
              progress: !env S
              accent_color: !env S
              state: !env T
              image_url: !env S
              url_action: !env S
        notifications:
          bell:
            on: {activity: !env S, event: !env S}
            title: a
            body: b
            quiet_hours: {from: !env S, to: !env S}
            actions:
              - {id: !env T, title: a, publish: {topic: !env T, payload: !env T}}
              - {id: a, title: a, url: !env S, expires: !env S}

        """

    @Test("no message shows what came from outside the file")
    func shown() {
        let decoded = Decoded(Self.text, environment: ["S": "sesame", "T": "{{ sesame | sesame }} +sesame{"])
        #expect(decoded.findings.count > 25)
        for finding in decoded.findings {
            #expect(!finding.description.contains("sesame"), "\(finding)")
        }
    }

    @Test("what could not be resolved is told once")
    func unresolved() {
        let decoded = Decoded(Self.text)
        #expect(!decoded.findings.isEmpty)
        #expect(
            decoded.findings.allSatisfy { $0.message.contains("S") || $0.message.contains("T") },
            "\(decoded.findings)"
        )
    }
}
