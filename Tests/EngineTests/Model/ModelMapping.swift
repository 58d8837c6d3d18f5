/// The rules of the model's home.
enum ModelMapping {
    /// The mapping of a home with one or two accounts.
    static func text(accounts: Int) -> String {
        let isShared = accounts > 1
        let pushward =
            isShared
            ? "pushward: [{name: anna, token: hlk_anna}, {name: ben, token: hlk_ben}]"
            : "pushward: {token: hlk_test}"
        func to(_ names: String) -> String { isShared ? "to: [\(names)]" : "" }
        return """
            version: 1
            mqtt: {host: localhost, port: 1883}
            \(pushward)
            taps: {listen: 127.0.0.1:8787, public_url: "https://taps.example.net"}
            activities:
            \(activities(to))
            notifications:
            \(notifications(to))
            widgets:
            \(widgets(to))
            """
    }

    private static func activities(_ to: (String) -> String) -> String {
        """
          washer:
            \(to("anna, ben"))
            name: Washing machine
            priority: 2
            inputs: {on: home/washer/on, text: home/washer/text, level: home/washer/level}
            start: {when: "{{ on == 'on' }}"}
            end: {when: "{{ on == 'off' }}"}
            max_starts_per_hour: 60
            content:
              template: generic
              state: "{{ text }}"
              progress: "{{ level / 100 }}"
              url_action: {title: Stop, once: true, publish: {topic: home/washer/set, payload: stop}}
            outcomes: [{state: Done, progress: 1}]
          dryer:
            \(to("anna"))
            inputs: {on: home/dryer/on, text: home/dryer/text, level: home/dryer/level}
            start: {when: "{{ on == 'on' }}", for: 30s}
            end: {when: "{{ on == 'off' }}", for: 1m}
            max_starts_per_hour: 60
            on_dismiss: restart
            content: {template: generic, state: "{{ text }}", progress: "{{ level / 100 }}"}
            outcomes: [{state: Done, progress: 1}]
          kettle:
            \(to("ben, anna"))
            name: Kettle
            priority: 1
            inputs: {on: home/kettle/on, text: home/kettle/text, level: home/kettle/level}
            start: {when: "{{ on == 'on' }}"}
            max_starts_per_hour: 60
            remove: true
            content: {template: generic, state: "{{ text }}", progress: "{{ level / 100 }}"}
          zone:
            \(to("ben"))
            each: {topic: "home/{zone}/zone/on"}
            slug: "zone-{{ zone }}"
            name: "Zone {{ zone }}"
            inputs: {on: "home/{zone}/zone/on", text: "home/{zone}/zone/text", level: "home/{zone}/zone/level"}
            start: {when: "{{ on == 'on' }}"}
            max_starts_per_hour: 60
            content:
              template: gauge
              value: "{{ level }}"
              min_value: 0
              max_value: 100
              state: "{{ text }}"
            outcomes: [{state: Done}]
        """
    }

    private static func notifications(_ to: (String) -> String) -> String {
        """
          bell:
            \(to("anna, ben"))
            on: {topic: home/bell}
            title: Bell
            body: "{{ value }}"
            collapse_id: "{{ value }}"
            max_age: 24h
          chime:
            \(to("ben"))
            on: {topic: home/chime}
            title: Chime
            body: "{{ value }}"
            collapse_id: chime
            max_age: 24h
          gong:
            \(to("anna"))
            on: {topic: home/gong}
            title: Gong
            body: "{{ value }}"
            max_age: 24h
            actions:
              - {id: open, title: Open, once: true, publish: {topic: home/door/set, payload: open}}
        """
    }

    private static func widgets(_ to: (String) -> String) -> String {
        """
          tank:
            \(to("anna, ben"))
            name: Tank
            inputs: {level: home/tank/level}
            stale_after: 2h
            content: {template: gauge, value: "{{ level }}", min_value: 0, max_value: 100, label: Tank}
          room:
            \(to("ben"))
            each: {topic: "home/{room}/room/text"}
            slug: "room-{{ room }}"
            inputs: {text: "home/{room}/room/text"}
            content: {template: status, label: "{{ text }}", severity: info}
        """
    }
}
