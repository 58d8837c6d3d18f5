import Values

/// The mapping that most tests of the whole program run with.
enum Rules {
    static let house = """
        activities:
          washer:
            name: Washing machine
            inputs:
              power: {topic: home/plug, value: "{{ value_json.power }}"}
            start: "{{ power > 10 }}"
            end: "{{ power < 3 }}"
            min_interval: 2s
            final_for: 1s
            content:
              template: generic
              state: "{{ 'Spinning' if power > 300 else 'Washing' }}"
              url_action: {title: Stop, once: true, publish: {topic: home/plug/set, payload: '{"state":"OFF"}'}}
              secondary_url_action: {title: Beep, publish: {topic: home/plug/beep, payload: beep}}
            outcomes:
              - {state: Done}

        notifications:
          doorbell:
            on: {topic: home/button, when: "{{ value_json.action == 'single' }}"}
            title: Front door
            body: "Press {{ value_json.n }}"
            collapse_id: "press-{{ value_json.n }}"
            actions:
              - {id: unlock, title: Unlock, once: true, publish: {topic: lock/front/set, payload: UNLOCK}}
              - {id: reply, title: Reply, text_input: true, publish: {topic: hall/tts, payload: {message: "{{ text }}"}}}
              - {id: brief, title: Brief, expires: 1s, publish: {topic: hall/brief, payload: brief}}
              - {id: topical, title: Odd, publish: {topic: "hall/{{ value_json.room }}", payload: odd}}

        """

    static func press(_ number: Int) -> String { #"{"action":"single","n":\#(number)}"# }
    static func press(_ number: Int, room: String) -> String {
        JSON.object(["action": "single", "n": .int(number), "room": .string(room)]).text
    }
    static func power(_ watts: Double) -> String { #"{"power":\#(watts),"state":"ON"}"# }
}
