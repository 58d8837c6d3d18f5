/// The icons that Home Assistant gives to things that have none of their own: by device class, else by domain.
///
/// A card without an `icon` whose inputs are a Home Assistant entity's topics gets one of these.
package enum DefaultIcons {
    /// The icon of an entity.
    ///
    /// - Parameters:
    ///   - domain: `sensor`, `timer` …: the part of an entity's id before the dot.
    ///   - deviceClass: what a sensor measures or a cover is; nil: not known.
    /// - Returns: an icon of Home Assistant's, `mdi:` and its name; nil where nothing is known of such an entity.
    package static func icon(domain: String?, deviceClass: String?) -> String? {
        if let deviceClass, let icon = byClass[deviceClass] { return icon }
        return domain.flatMap { byDomain[$0] }
    }

    /// Whether it is one of Home Assistant's domains that are known here.
    package static func isDomain(_ name: String) -> Bool {
        byDomain[name] != nil || ["sensor", "number"].contains(name)
    }

    /// For the reference: what an entity is and its icon, by domain.
    package static let domains: [(name: String, icon: String)] = [
        ("alarm_control_panel", "mdi:shield"), ("automation", "mdi:robot"),
        ("binary_sensor", "mdi:radiobox-marked"), ("button", "mdi:button-pointer"),
        ("calendar", "mdi:calendar"),
        ("camera", "mdi:video"), ("climate", "mdi:thermostat"), ("counter", "mdi:counter"),
        ("cover", "mdi:window-open"), ("device_tracker", "mdi:account"), ("event", "mdi:eye-check"),
        ("fan", "mdi:fan"), ("humidifier", "mdi:air-humidifier"),
        ("input_boolean", "mdi:toggle-switch-outline"),
        ("input_button", "mdi:button-pointer"), ("input_number", "mdi:ray-vertex"),
        ("input_select", "mdi:format-list-bulleted"), ("lawn_mower", "mdi:robot-mower"),
        ("light", "mdi:lightbulb"),
        ("lock", "mdi:lock"), ("media_player", "mdi:cast"), ("person", "mdi:account"),
        ("plant", "mdi:flower"),
        ("remote", "mdi:remote"), ("scene", "mdi:palette"), ("schedule", "mdi:calendar-clock"),
        ("script", "mdi:script-text"), ("siren", "mdi:bullhorn"), ("sun", "mdi:white-balance-sunny"),
        ("switch", "mdi:toggle-switch-variant"), ("timer", "mdi:timer-outline"),
        ("todo", "mdi:clipboard-list"),
        ("update", "mdi:package-up"), ("vacuum", "mdi:robot-vacuum"), ("valve", "mdi:pipe-valve"),
        ("water_heater", "mdi:water-boiler"), ("weather", "mdi:weather-partly-cloudy"),
        ("zone", "mdi:map-marker-radius"),
    ]

    /// For the reference: device classes and their icons.
    package static let classes: [(name: String, icon: String)] = [
        ("apparent_power", "mdi:flash"), ("aqi", "mdi:air-filter"), ("area", "mdi:texture-box"),
        ("atmospheric_pressure", "mdi:thermometer-lines"), ("awning", "mdi:storefront-outline"),
        ("battery", "mdi:battery"), ("battery_charging", "mdi:battery-charging"),
        ("blind", "mdi:blinds-horizontal"),
        ("carbon_dioxide", "mdi:molecule-co2"), ("carbon_monoxide", "mdi:molecule-co"),
        ("cold", "mdi:snowflake"),
        ("connectivity", "mdi:server-network"), ("current", "mdi:current-ac"), ("curtain", "mdi:curtains"),
        ("data_rate", "mdi:transmission-tower"), ("data_size", "mdi:database"), ("date", "mdi:calendar"),
        ("distance", "mdi:arrow-left-right"), ("door", "mdi:door-open"), ("doorbell", "mdi:doorbell"),
        ("duration", "mdi:progress-clock"), ("energy", "mdi:lightning-bolt"),
        ("energy_storage", "mdi:car-battery"), ("frequency", "mdi:sine-wave"), ("garage", "mdi:garage-open"),
        ("garage_door", "mdi:garage-open"), ("gas", "mdi:meter-gas"), ("gate", "mdi:gate-open"),
        ("heat", "mdi:fire"), ("humidity", "mdi:water-percent"), ("illuminance", "mdi:brightness-5"),
        ("irradiance", "mdi:sun-wireless"), ("light", "mdi:brightness-7"), ("lock", "mdi:lock-open"),
        ("moisture", "mdi:water-percent"), ("monetary", "mdi:cash"), ("motion", "mdi:motion-sensor"),
        ("moving", "mdi:octagon"), ("nitrogen_dioxide", "mdi:molecule"), ("occupancy", "mdi:home"),
        ("opening", "mdi:square-outline"), ("outlet", "mdi:power-plug"), ("ozone", "mdi:molecule"),
        ("ph", "mdi:ph"), ("plug", "mdi:power-plug"), ("pm1", "mdi:molecule"), ("pm10", "mdi:molecule"),
        ("pm25", "mdi:molecule"), ("power", "mdi:flash"), ("power_factor", "mdi:angle-acute"),
        ("precipitation", "mdi:weather-rainy"), ("precipitation_intensity", "mdi:weather-pouring"),
        ("presence", "mdi:home"), ("pressure", "mdi:gauge"), ("problem", "mdi:alert-circle"),
        ("running", "mdi:play"), ("safety", "mdi:alert-circle"), ("shade", "mdi:roller-shade"),
        ("shutter", "mdi:window-shutter"), ("signal_strength", "mdi:wifi"), ("smoke", "mdi:smoke-detector"),
        ("sound", "mdi:music-note"), ("sound_pressure", "mdi:ear-hearing"), ("speaker", "mdi:speaker"),
        ("speed", "mdi:speedometer"), ("sulphur_dioxide", "mdi:molecule"), ("tamper", "mdi:alert-circle"),
        ("temperature", "mdi:thermometer"), ("timestamp", "mdi:clock"), ("tv", "mdi:television"),
        ("vibration", "mdi:vibrate"), ("volatile_organic_compounds", "mdi:molecule"),
        ("voltage", "mdi:sine-wave"),
        ("volume", "mdi:car-coolant-level"), ("volume_flow_rate", "mdi:pipe"), ("water", "mdi:water"),
        ("weight", "mdi:weight"), ("wind_direction", "mdi:compass-rose"), ("wind_speed", "mdi:weather-windy"),
        ("window", "mdi:window-open"),
    ]

    private static let byDomain = Dictionary(
        domains.map { ($0.name, $0.icon) },
        uniquingKeysWith: { first, _ in first }
    )
    private static let byClass = Dictionary(
        classes.map { ($0.name, $0.icon) },
        uniquingKeysWith: { first, _ in first }
    )
}
