import Engine
import Testing
import Values

private let lamp = """
    taps: {listen: "127.0.0.1:8080", public_url: "https://taps.example.net"}
    activities:
      lamp:
        inputs: {text: lamp}
        start: "{{ text != 'off' }}"
        content:
          template: generic
          state: "{{ text }}"
          url_action: {title: Off, publish: {topic: lamp/set, payload: "off"}}
    """

@Suite("Taps that come late")
struct LateTapTests {
    @Test("a tap that waited longer than the broker may take is refused and never published")
    func late() throws {
        let rig = try Rig(lamp)
        rig.say("lamp", "on")
        rig.pass(20)
        #expect(rig.tap("lamp", "url_action", age: .milliseconds(5100)) == 503)
        rig.pass(60)
        #expect(rig.published.isEmpty)
        #expect(rig.tap("lamp", "url_action", age: .seconds(4)) == 200)
        #expect(rig.published.count == 1)
    }
}
