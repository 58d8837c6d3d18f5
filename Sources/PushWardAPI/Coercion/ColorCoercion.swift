import Values

/// A colour in red, green and blue, each from 0 to 255.
private struct RGB {
    var red: Double
    var green: Double
    var blue: Double

    var hex: String { "#" + Self.pair(red) + Self.pair(green) + Self.pair(blue) }

    static func pair(_ level: Double) -> String {
        let clamped = UInt8(Numbers.clamped(level, to: 0...255).rounded())
        let text = String(clamped, radix: 16, uppercase: true)
        return text.utf8.count == 1 ? "0" + text : text
    }

    /// Hue in degrees, saturation and brightness from 0 to 1.
    init(hue: Double, saturation: Double, brightness: Double = 1) {
        let turn = hue.truncatingRemainder(dividingBy: 360)
        let sector = (turn < 0 ? turn + 360 : turn) / 60
        let chroma = Numbers.clamped(saturation, to: 0...1) * Numbers.clamped(brightness, to: 0...1)
        let second = chroma * (1 - abs(sector.truncatingRemainder(dividingBy: 2) - 1))
        let base = Numbers.clamped(brightness, to: 0...1) - chroma
        let (red, green, blue): (Double, Double, Double) =
            switch sector {
            case ..<1: (chroma, second, 0)
            case ..<2: (second, chroma, 0)
            case ..<3: (0, chroma, second)
            case ..<4: (0, second, chroma)
            case ..<5: (second, 0, chroma)
            default: (chroma, 0, second)
            }
        self.red = (red + base) * 255
        self.green = (green + base) * 255
        self.blue = (blue + base) * 255
    }

    /// The colour of a black body.
    init(kelvin: Double) {
        var below = ColorTables.temperatures.first ?? (1000, 255, 68, 0)
        for row in ColorTables.temperatures {
            if row.kelvin >= kelvin {
                let span = row.kelvin - below.kelvin
                let share = span > 0 ? Numbers.clamped((kelvin - below.kelvin) / span, to: 0...1) : 0
                self.red = below.red + (row.red - below.red) * share
                self.green = below.green + (row.green - below.green) * share
                self.blue = below.blue + (row.blue - below.blue) * share
                return
            }
            below = row
        }
        self.red = below.red
        self.green = below.green
        self.blue = below.blue
    }

    init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    init?(list: [Double]) {
        guard list.count >= 3 else { return nil }
        self.init(red: list[0], green: list[1], blue: list[2])
    }
}

extension Coercer {
    /// Numbers in this range are colour temperatures in kelvin.
    private static let kelvins = 1000.0...40_000.0

    func color(_ value: JSON) -> Coercion {
        let color: String? =
            switch value {
            case .string(let text): colorText(TextLimit.cut(text, to: 64, keepsLines: false).text)
            case .int, .double: colorNumber(value)
            case .array(let elements): rgb(elements)?.hex
            case .object(let object): colorObject(object)
            case .null, .bool: nil
            }
        if let color { return .value(.string(color)) }
        var hint = ""
        if case .string(let text) = value {
            hint = NearestName.find(text, in: ColorTables.pushWard).map { "; did you mean \($0)?" } ?? ""
        }
        return .invalid(reason: "\(excerpt(value)) is no color: a name or #RRGGBB belongs here\(hint)")
    }

    private func colorText(_ text: String) -> String? {
        let lowered = text.lowercased()
        if ColorTables.pushWard.contains(lowered) { return lowered }
        let name = lowered.filter { $0 != " " && $0 != "_" && $0 != "-" }
        if ColorTables.pushWard.contains(name) { return name }
        if let hex = ColorTables.css[name] { return "#" + hex }
        if let hex = hexColor(lowered) { return hex }
        if name.hasSuffix("k"), let kelvin = Numbers.parse(String(name.dropLast())),
            Self.kelvins.contains(kelvin)
        {
            return RGB(kelvin: kelvin).hex
        }
        if let open = name.firstIndex(of: "("), name.hasSuffix(")") {
            return colorFunction(
                String(name[..<open]),
                numbers: Self.numbers(in: lowered.drop { $0 != "(" }.dropFirst().dropLast())
            )
        }
        let stripped =
            lowered.hasPrefix("[") && lowered.hasSuffix("]") ? lowered.dropFirst().dropLast() : lowered[...]
        if let list = Self.numbers(in: stripped), (3...4).contains(list.count) { return levels(list)?.hex }
        if let number = Numbers.parse(lowered) { return colorNumber(Numbers.json(number)) }
        return nil
    }

    /// `#RGB`, `#RGBA`, `RRGGBB`, `RRGGBBAA`, with or without the `#`; three digits only with it.
    private func hexColor(_ text: String) -> String? {
        let hasMark = text.hasPrefix("#")
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text.dropFirst(hasMark ? 1 : 0)
        guard digits.utf8.allSatisfy({ isLetterOrDigit($0) }), digits.allSatisfy(\.isHexDigit) else {
            return nil
        }
        switch digits.utf8.count {
        case 6, 8: return "#" + digits.uppercased()
        case 3 where hasMark, 4 where hasMark: return "#" + digits.uppercased().map { "\($0)\($0)" }.joined()
        default: return nil
        }
    }

    private func colorFunction(_ name: String, numbers: [Double]?) -> String? {
        guard let numbers, let first = numbers.first else { return nil }
        switch (name, numbers.count) {
        case ("rgb", 3): return levels(numbers)?.hex
        case ("rgba", 4), ("rgb", 4):
            // The fourth number is an opacity from 0 to 1.
            return levels(Array(numbers.prefix(3))).map { $0.hex + RGB.pair(numbers[3] * 255) }
        case ("hs", 2): return RGB(hue: first, saturation: numbers[1] / 100).hex
        case ("hsv", 3):
            return RGB(hue: first, saturation: numbers[1] / 100, brightness: numbers[2] / 100).hex
        default: return nil
        }
    }

    /// Kelvin; or hex digits that were taken for a number because no letter is among them.
    private func colorNumber(_ value: JSON) -> String? {
        guard let number = value.doubleValue else { return nil }
        if Self.kelvins.contains(number) { return RGB(kelvin: number).hex }
        if case .int(let whole) = value, whole > 0 { return hexColor(String(whole)) }
        return nil
    }

    private func rgb(_ elements: [JSON]) -> RGB? {
        let list = elements.prefix(5).compactMap { finiteNumber($0) }
        // A fourth and fifth are Home Assistant's white channels.
        guard (3...5).contains(elements.count), list.count == elements.count else { return nil }
        return levels(Array(list.prefix(3)))
    }

    private func levels(_ list: [Double]) -> RGB? {
        guard list.prefix(3).allSatisfy({ (0...255).contains($0) }) else { return nil }
        return RGB(list: list)
    }

    /// What lights report: `rgb_color`, `hs_color`, `color_temp_kelvin`, and Zigbee2MQTT's `r g b` and `hue saturation`.
    private func colorObject(_ object: JSONObject) -> String? {
        for key in ["rgb_color", "rgb"] {
            if case .array(let elements)? = object[key], let color = rgb(elements) { return color.hex }
        }
        for key in ["hs_color", "hs"] {
            if case .array(let elements)? = object[key], elements.count == 2,
                let hue = finiteNumber(elements[0]), let saturation = finiteNumber(elements[1])
            {
                return RGB(hue: hue, saturation: saturation / 100).hex
            }
        }
        func number(_ names: [String]) -> Double? {
            names.lazy.compactMap { object[$0] }.compactMap { finiteNumber($0) }.first
        }
        if let red = number(["r", "red"]), let green = number(["g", "green"]),
            let blue = number(["b", "blue"])
        {
            return levels([red, green, blue])?.hex
        }
        if let hue = number(["h", "hue"]), let saturation = number(["s", "saturation"]) {
            return RGB(hue: hue, saturation: saturation / 100).hex
        }
        if let kelvin = number(["color_temp_kelvin", "kelvin"]), Self.kelvins.contains(kelvin) {
            return RGB(kelvin: kelvin).hex
        }
        return nil
    }

    private static func numbers(in text: Substring) -> [Double]? {
        let parts = text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "/" })
        let numbers = parts.compactMap { Numbers.parse(String($0)) }
        return numbers.count == parts.count && !numbers.isEmpty ? numbers : nil
    }
}
