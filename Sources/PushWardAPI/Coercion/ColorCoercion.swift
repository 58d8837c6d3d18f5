import Values

extension Coercer {
    /// Numbers in this range are colour temperatures in kelvin.
    static let kelvins = 1000.0...40_000.0
    /// Numbers in this range are colour temperatures in mireds, a million divided by kelvin.
    static let mireds = 100.0..<1000.0

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

    func colorText(_ text: String) -> String? {
        let lowered = text.lowercased()
        if ColorTables.pushWard.contains(lowered) { return lowered }
        let name = lowered.filter { $0 != " " && $0 != "_" && $0 != "-" }
        if ColorTables.pushWard.contains(name) { return name }
        if let hex = ColorTables.css[name] { return "#" + hex }
        if let hex = hexColor(lowered) { return hex }
        if name.hasSuffix("mired") || name.hasSuffix("mireds"),
            let mireds = Numbers.parse(String(name.prefix { $0 != "m" })), Self.mireds.contains(mireds)
        {
            return RGB(kelvin: 1_000_000 / mireds).hex
        }
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
        if let list = Self.numbers(in: stripped), (2...5).contains(list.count) { return color(of: list)?.hex }
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
        case ("rgbw", 4), ("rgbww", 5): return RGB(list: numbers)?.hex
        case ("xy", 2): return RGB(x: first, y: numbers[1])?.hex
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
        if Self.mireds.contains(number) { return RGB(kelvin: 1_000_000 / number).hex }
        if case .int(let whole) = value, whole > 0 { return hexColor(String(whole)) }
        return nil
    }

    func rgb(_ elements: [JSON]) -> RGB? {
        let list = elements.prefix(6).compactMap { finiteNumber($0) }
        guard list.count == elements.count else { return nil }
        return color(of: list)
    }

    /// Two numbers are `xy` where they can be, else hue and saturation; three to five are levels.
    private func color(of list: [Double]) -> RGB? {
        guard list.count == 2 else { return RGB(list: list) }
        if list.contains(where: { $0 != $0.rounded() }), let color = RGB(x: list[0], y: list[1]) {
            return color
        }
        guard (0...360).contains(list[0]), (0...100).contains(list[1]) else { return nil }
        return RGB(hue: list[0], saturation: list[1] / 100)
    }

    func levels(_ list: [Double]) -> RGB? {
        guard list.prefix(3).allSatisfy({ (0...255).contains($0) }) else { return nil }
        return RGB(list: list)
    }

    private static func numbers(in text: Substring) -> [Double]? {
        let parts = text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "/" })
        let numbers = parts.compactMap { Numbers.parse(String($0)) }
        return numbers.count == parts.count && !numbers.isEmpty ? numbers : nil
    }
}
