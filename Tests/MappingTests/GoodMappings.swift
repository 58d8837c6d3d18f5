/// The example of the design, with its one rule that needs a recipe.
let designExample = #"""
    version: 1
    mqtt:
      url: mqtt://homeassistant.local:1883        # mqtt, mqtts; or host/port
      username: bridge
      password: !secret mqtt_password
    pushward:
      token: !secret pushward_token               # hlk_...
    taps:
      listen: 0.0.0.0:8787
      public_url: https://taps.example.net        # what the phone can reach; without it see section 8

    activities:
      washer:                                     # the slug
        name: Washing machine
        inputs:
          power: {topic: zigbee2mqtt/washer_plug, value: "{{ value_json.power }}"}
          left:  {topic: statestream/sensor/washer_left/state, unit: min}
        start: {when: "{{ power > 10 }}", for: 1m}
        end:   {when: "{{ power < 3 }}", for: 3m}
        content:
          template: generic
          icon: washer
          state: "{{ 'Spinning' if power > 300 else 'Washing' }}"
          eta: "{{ left }}"
          url_action: {title: Pause, icon: pause.fill, publish: {topic: zigbee2mqtt/washer_plug/set, payload: '{"state":"OFF"}'},
                       confirm: {when: "{{ power < 1 }}", within: 20s}}
        outcomes:
          - {when: "{{ activity.elapsed < 300 }}", state: Cancelled, icon: xmark.circle, accent_color: orange}
          - {state: Done, icon: checkmark.circle.fill, accent_color: green, progress: 1}
        dismiss_after: 30m

      zone:
        each: {topic: "sonos/{zone}"}             # one card for each zone seen; {name} captures one level
        slug: "zone-{{ zone }}"
        use: media/sonos2mqtt                     # a recipe; its parts can be overridden here

    notifications:
      doorbell:
        on: {topic: zigbee2mqtt/doorbell, when: "{{ value_json.action == 'single' }}"}
        title: Front door
        body: Someone is at the door
        level: time-sensitive
        cooldown: 20s
        actions:
          - {id: unlock, title: Unlock, icon: lock.open, authentication_required: true, once: true, expires: 5m,
             publish: {topic: lock/front/set, payload: UNLOCK}}
          - {id: reply, title: Reply, text_input: true, publish: {topic: hall/tts, payload: "{{ text }}"}}

    widgets: {}
    tests: []                                     # mapping tests, section 9
    """#

let designSecrets = "mqtt_password: sesame\npushward_token: hlk_0123456789abcdef\n"

/// Ten mistakes, one a line that is marked.
let tenMistakes = #"""
    version: 1
    mqtt:
      url: mqtt://localhost
      pasword: sesame
    pushward: {token: hlk_example}
    taps: {listen: 0.0.0.0:8787, public_url: https://taps.example.net}
    activities:
      washer:
        inputs:
          power: {topic: z2m/plug+, value: "{{ value_json.power }}"}
          left: {tpic: z2m/left}
        start: {when: "{{ pwer > 10 }}", for: 1 min}
        priority: 12
        content:
          template: generic
          severity: critical
          state: |
            Washing
            {% if power > 300 %}
              and spinning {{ left | rund }}
            {% endif %}
        dismiss_after: 30m
        dismiss_after: 1h
    notifications:
      done:
        on: {activity: wascher, event: end}
        title: Done
        body: Done
    """#
