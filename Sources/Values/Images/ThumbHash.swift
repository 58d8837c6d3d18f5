@_silgen_name("cos") private func cosine(_ x: Double) -> Double

/// A tiny likeness of a picture: a few cosine terms of its lightness, colours and opacity in about 25 bytes.
///
/// Source: the ThumbHash format (evanw.github.io/thumbhash).
package enum ThumbHash {
    /// No side of a picture may be longer.
    package static let longestSide = 100

    /// The hash of a picture, which is scaled down where it is larger than 100 by 100.
    package static func bytes(of picture: Pixels) -> [UInt8] {
        let picture = picture.fitting(longestSide)
        let channels = Channels(picture)
        let limit = channels.hasAlpha ? 5.0 : 7.0
        let longest = Double(max(picture.width, picture.height))
        let across = max(1, Int((limit * Double(picture.width) / longest).rounded()))
        let down = max(1, Int((limit * Double(picture.height) / longest).rounded()))
        func waves(_ channel: [Double], _ nx: Int, _ ny: Int) -> Waves {
            Waves(channel, width: picture.width, height: picture.height, nx: nx, ny: ny)
        }
        let light = waves(channels.light, max(3, across), max(3, down))
        let yellow = waves(channels.yellow, 3, 3)
        let red = waves(channels.red, 3, 3)
        let isLandscape = picture.width > picture.height
        var head = whole(63 * light.mean) | whole(31.5 + 31.5 * yellow.mean) << 6
        head |= whole(31.5 + 31.5 * red.mean) << 12 | whole(31 * light.scale) << 18
        if channels.hasAlpha { head |= 1 << 23 }
        var tail = UInt32(isLandscape ? down : across) | whole(63 * yellow.scale) << 3
        tail |= whole(63 * red.scale) << 9 | (isLandscape ? 1 << 15 : 0)
        var hash = [head, head >> 8, head >> 16, tail, tail >> 8].map { UInt8(truncatingIfNeeded: $0) }
        var terms = light.terms + yellow.terms + red.terms
        if channels.hasAlpha {
            let alpha = waves(channels.alpha, 5, 5)
            hash.append(UInt8(truncatingIfNeeded: whole(15 * alpha.mean) | whole(15 * alpha.scale) << 4))
            terms += alpha.terms
        }
        for (place, term) in terms.enumerated() {
            let half = UInt8(truncatingIfNeeded: whole(15 * term))
            if place % 2 == 0 {
                hash.append(half)
            } else {
                hash[hash.count - 1] |= half << 4
            }
        }
        return hash
    }

    /// The hash in base64 with the standard alphabet, padded, as PushWard wants it (`pushward-api.md` section 9.3).
    package static func text(of picture: Pixels) -> String {
        let plain = Base64URL.text(bytes(of: picture)).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        return String(plain) + String(repeating: "=", count: (4 - plain.count % 4) % 4)
    }

    private static func whole(_ number: Double) -> UInt32 {
        UInt32(max(0, min((number + 0.5).rounded(.down), 4_194_303)))
    }
}

/// The lightness, the two colours and the opacity of each pixel; what is transparent has the average colour.
private struct Channels {
    var light: [Double] = []
    var yellow: [Double] = []
    var red: [Double] = []
    var alpha: [Double] = []
    let hasAlpha: Bool

    init(_ picture: Pixels) {
        let rgba = picture.rgba.map(Double.init)
        let starts = stride(from: 0, to: rgba.count - 3, by: 4)
        var sum = (red: 0.0, green: 0.0, blue: 0.0, alpha: 0.0)
        for place in starts {
            let alpha = rgba[place + 3] / 255
            sum.red += alpha / 255 * rgba[place]
            sum.green += alpha / 255 * rgba[place + 1]
            sum.blue += alpha / 255 * rgba[place + 2]
            sum.alpha += alpha
        }
        let all = sum.alpha > 0 ? sum.alpha : 1
        for place in starts {
            let alpha = rgba[place + 3] / 255
            let red = sum.red / all * (1 - alpha) + alpha / 255 * rgba[place]
            let green = sum.green / all * (1 - alpha) + alpha / 255 * rgba[place + 1]
            let blue = sum.blue / all * (1 - alpha) + alpha / 255 * rgba[place + 2]
            light.append((red + green + blue) / 3)
            yellow.append((red + green) / 2 - blue)
            self.red.append(red - green)
            self.alpha.append(alpha)
        }
        hasAlpha = sum.alpha < Double(picture.width * picture.height)
    }
}

/// The mean and the cosine terms of a channel, the terms from 0 to 1 around 0.5 in units of `scale`.
private struct Waves {
    private(set) var mean = 0.0
    private(set) var terms: [Double] = []
    private(set) var scale = 0.0

    init(_ channel: [Double], width: Int, height: Int, nx: Int, ny: Int) {
        let across = Self.table(nx, width)
        let down = Self.table(ny, height)
        for (cy, fy) in down.enumerated() {
            for (cx, fx) in across.enumerated() where cx * ny < nx * (ny - cy) {
                var sum = 0.0
                for (y, row) in fy.enumerated() {
                    for (x, column) in fx.enumerated() { sum += channel[x + y * width] * column * row }
                }
                sum /= Double(width * height)
                if cx == 0, cy == 0 {
                    mean = sum
                } else {
                    terms.append(sum)
                    scale = max(scale, abs(sum))
                }
            }
        }
        if scale > 0 { terms = terms.map { 0.5 + 0.5 / scale * $0 } }
    }

    /// For each frequency the cosine at the middle of each pixel.
    private static func table(_ count: Int, _ length: Int) -> [[Double]] {
        (0..<count).map { frequency in
            (0..<length).map { cosine(Double.pi / Double(length) * Double(frequency) * (Double($0) + 0.5)) }
        }
    }
}
