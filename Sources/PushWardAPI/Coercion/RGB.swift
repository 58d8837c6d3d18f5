@_silgen_name("pow") private func power(_ base: Double, _ exponent: Double) -> Double

/// A colour in red, green and blue, each from 0 to 255.
struct RGB {
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

    /// Red, green and blue, and Home Assistant's white channels, one or a cold and a warm one, mixed in.
    ///
    /// White adds to each of the three; the whole is then as bright as its brightest channel was.
    init?(list: [Double]) {
        guard (3...5).contains(list.count), list.allSatisfy({ (0...255).contains($0) }) else { return nil }
        let white = list.dropFirst(3).max() ?? 0
        let mixed = list.prefix(3).map { $0 + white }
        let brightest = mixed.max() ?? 0
        let factor = brightest > 0 ? (list.max() ?? 0) / brightest : 1
        self.init(red: mixed[0] * factor, green: mixed[1] * factor, blue: mixed[2] * factor)
    }

    /// A colour of the CIE 1931 diagram at full brightness, in the wide gamut of lamps.
    init?(x: Double, y: Double) {
        guard (0...1).contains(x), (0...1).contains(y), x + y <= 1.000_001 else { return nil }
        let height = max(y, 1e-11)
        let (first, third) = (x / height, (1 - x - y) / height)
        let linear = [
            first * 1.656492 - 0.354851 - third * 0.255038, -first * 0.707196 + 1.655397 + third * 0.036152,
            first * 0.051713 - 0.121364 + third * 1.011530,
        ]
        let levels = linear.map { level in
            level <= 0.003_130_8 ? max(0, 12.92 * level) : 1.055 * power(level, 1 / 2.4) - 0.055
        }
        let brightest = max(levels.max() ?? 1, 1)
        self.init(
            red: levels[0] / brightest * 255,
            green: levels[1] / brightest * 255,
            blue: levels[2] / brightest * 255
        )
    }
}
