import Mapping
import Values

/// What Home Assistant is told of the bridge: one device with its connection and its budgets (design section 10).
struct Discovery {
    /// Home Assistant's own prefix.
    var prefix: String
    /// The bridge's topics; their prefix is unique at the broker, and so makes the identities.
    var mqtt: MQTTSettings
    var version: String
    var accounts: [String]

    /// The one retained message of the device.
    var publication: MQTTPublication {
        MQTTPublication(
            topic: "\(prefix)/device/\(identity)/config",
            payload: payload.utf8,
            qos: 1,
            isRetained: true
        )
    }

    /// Letters, digits and `_`, as Home Assistant allows in a topic.
    private var identity: String {
        "pushward_mqtt_"
            + String(mqtt.topicPrefix.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private var payload: JSON {
        var device: JSONObject = [
            "identifiers": .array([.string(identity)]), "name": "PushWard", "model": "pushward-mqtt",
        ]
        var origin: JSONObject = ["name": "pushward-mqtt"]
        if !version.isEmpty {
            device["sw_version"] = .string(version)
            origin["sw_version"] = .string(version)
        }
        var components: JSONObject = ["connection": connection, "unsaved": unsaved]
        for account in accounts {
            let isOnly = accounts.count == 1
            let label = isOnly ? "" : "\(account) "
            components[isOnly ? "updates_used" : "\(account)_updates_used"] = count("used", account, label)
            components[isOnly ? "updates_limit" : "\(account)_updates_limit"] = count("limit", account, label)
            components[isOnly ? "budget" : "\(account)_budget"] = problem(account, label)
        }
        return .object([
            "device": .object(device), "origin": .object(origin), "components": .object(components),
        ])
    }

    private var connection: JSON {
        [
            "platform": "binary_sensor", "unique_id": .string("\(identity)_connection"), "name": "Connection",
            "device_class": "connectivity", "entity_category": "diagnostic",
            "state_topic": .string(mqtt.availabilityTopic), "payload_on": "online", "payload_off": "offline",
        ]
    }

    private var unsaved: JSON {
        var entity = common("unsaved", "state not saved")
        entity["platform"] = "binary_sensor"
        entity["device_class"] = "problem"
        entity["value_template"] = "{{ 'ON' if value_json.unsaved else 'OFF' }}"
        return .object(entity)
    }

    private func count(_ member: String, _ account: String, _ label: String) -> JSON {
        let what = "(value_json.accounts['\(account)'].live_activity_updates | default({})).\(member)"
        var entity = common("\(account)_updates_\(member)", "\(label)updates \(member)")
        entity["platform"] = "sensor"
        // Where nothing is known or limited, Home Assistant reads None as unknown.
        entity["value_template"] = .string("{{ \(what) | default(none) }}")
        entity["unit_of_measurement"] = "updates"
        entity["icon"] = member == "used" ? "mdi:counter" : "mdi:gauge-full"
        if member == "used" { entity["state_class"] = "total_increasing" }
        return .object(entity)
    }

    private func problem(_ account: String, _ label: String) -> JSON {
        var entity = common("\(account)_budget", "\(label)budget")
        entity["platform"] = "binary_sensor"
        entity["device_class"] = "problem"
        entity["value_template"] =
            .string("{{ 'ON' if value_json.accounts['\(account)'].problem else 'OFF' }}")
        entity["json_attributes_topic"] = .string(mqtt.statusTopic)
        entity["json_attributes_template"] = .string("{{ value_json.accounts['\(account)'] | tojson }}")
        return .object(entity)
    }

    private func common(_ id: String, _ name: String) -> JSONObject {
        [
            "unique_id": .string("\(identity)_\(id)"),
            "name": .string(name.prefix(1).uppercased() + name.dropFirst()),
            "entity_category": "diagnostic", "state_topic": .string(mqtt.statusTopic),
            "availability_topic": .string(mqtt.availabilityTopic),
        ]
    }
}
