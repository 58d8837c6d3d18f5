import Values

extension Coercer {
    /// What lights report: `rgb_color` (and with white channels), `xy_color`, `hs_color`, `color_temp_kelvin`, `color_temp` in
    /// mireds; the whole object of a light of Zigbee2MQTT or of Home Assistant's JSON schema, whose `color` has `r g b`,
    /// `x y` or `hue saturation`; Tasmota's `HSBColor`.
    ///
    /// `color_mode` says which one counts where several are there: a light keeps the others up to date, or does not.
    func colorObject(_ object: JSONObject) -> String? {
        let mode = object["color_mode"]?.stringValue?.lowercased() ?? ""
        if mode.contains("temp"), let color = temperature(object) { return color }
        if mode == "hs", let color = hueAndSaturation(object) { return color }
        if mode == "xy", let color = chromaticity(object) { return color }
        return levels(object) ?? (mode == "hs" ? nil : chromaticity(object)) ?? hueAndSaturation(object)
            ?? inner(object) ?? temperature(object)
    }

    /// A light's `color`: an object of its own, or a text.
    private func inner(_ object: JSONObject) -> String? {
        switch object["color"] {
        case .object(var color)?:
            // One light in another is none.
            color["color"] = nil
            color["color_mode"] = object["color_mode"]
            return colorObject(color)
        case .string(let text)?: return colorText(text)
        case .array(let elements)?: return rgb(elements)?.hex
        default: return nil
        }
    }

    private func levels(_ object: JSONObject) -> String? {
        for key in ["rgb_color", "rgb", "rgbw_color", "rgbww_color"] {
            if case .array(let elements)? = object[key], let color = rgb(elements) { return color.hex }
        }
        guard let red = number(object, "r", "red"), let green = number(object, "g", "green"),
            let blue = number(object, "b", "blue")
        else { return nil }
        return levels([red, green, blue])?.hex
    }

    private func chromaticity(_ object: JSONObject) -> String? {
        let pair = pair(object, "xy_color", "xy")
        guard let x = pair?.0 ?? number(object, "x"), let y = pair?.1 ?? number(object, "y") else {
            return nil
        }
        return RGB(x: x, y: y)?.hex
    }

    private func hueAndSaturation(_ object: JSONObject) -> String? {
        let pair = pair(object, "hs_color", "hs", "HSBColor", "hsb")
        guard let hue = pair?.0 ?? number(object, "h", "hue"),
            let saturation = pair?.1 ?? number(object, "s", "saturation")
        else { return nil }
        return RGB(hue: hue, saturation: saturation / 100).hex
    }

    private func temperature(_ object: JSONObject) -> String? {
        if let kelvin = number(object, "color_temp_kelvin", "kelvin"), Self.kelvins.contains(kelvin) {
            return RGB(kelvin: kelvin).hex
        }
        if let mireds = number(object, "color_temp", "mireds"), Self.mireds.contains(mireds) {
            return RGB(kelvin: 1_000_000 / mireds).hex
        }
        return nil
    }

    private func number(_ object: JSONObject, _ names: String...) -> Double? {
        names.lazy.compactMap { object[$0] }.compactMap { finiteNumber($0) }.first
    }

    /// The first two numbers of a list, or of a text such as `120,100,50`.
    private func pair(_ object: JSONObject, _ names: String...) -> (Double, Double)? {
        for name in names {
            let parts: [JSON] =
                switch object[name] {
                case .array(let elements)?: elements
                case .string(let text)?: text.split(separator: ",").prefix(4).map { .string(String($0)) }
                default: []
                }
            let numbers = parts.prefix(4).compactMap { finiteNumber($0) }
            guard numbers.count == parts.count, (2...3).contains(numbers.count) else { continue }
            return (numbers[0], numbers[1])
        }
        return nil
    }
}
