/// A picture as red, green, blue and alpha, a byte each, row after row from the top.
package struct Pixels: Sendable, Hashable {
    package let width: Int
    package let height: Int
    package let rgba: [UInt8]

    /// Makes a picture, or nil where the bytes are not those of its size.
    package init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, width <= 100_000, height <= 100_000, rgba.count == width * height * 4
        else { return nil }
        self.width = width
        self.height = height
        self.rgba = rgba
    }

    /// The picture scaled down so that neither side is longer than `side`; each pixel is the average of those it covers.
    package func fitting(_ side: Int) -> Pixels {
        let longest = max(width, height)
        guard side > 0, longest > side else { return self }
        let newWidth = max(1, (width * side + longest / 2) / longest)
        let newHeight = max(1, (height * side + longest / 2) / longest)
        var result: [UInt8] = []
        result.reserveCapacity(newWidth * newHeight * 4)
        for row in 0..<newHeight {
            let rows =
                row * height / newHeight..<max((row + 1) * height / newHeight, row * height / newHeight + 1)
            for column in 0..<newWidth {
                let first = column * width / newWidth
                let columns = first..<max((column + 1) * width / newWidth, first + 1)
                append(average(rows, columns), to: &result)
            }
        }
        return Pixels(width: newWidth, height: newHeight, rgba: result) ?? self
    }

    private typealias Color = (red: Int, green: Int, blue: Int, alpha: Int)

    /// A transparent pixel's colour does not count.
    private func average(_ rows: Range<Int>, _ columns: Range<Int>) -> Color {
        var sum: Color = (0, 0, 0, 0)
        for y in rows {
            for x in columns {
                let place = (y * width + x) * 4
                guard place + 3 < rgba.count else { continue }
                let alpha = Int(rgba[place + 3])
                sum.red += Int(rgba[place]) * alpha
                sum.green += Int(rgba[place + 1]) * alpha
                sum.blue += Int(rgba[place + 2]) * alpha
                sum.alpha += alpha
            }
        }
        guard sum.alpha > 0 else { return (0, 0, 0, 0) }
        let half = sum.alpha / 2
        return (
            (sum.red + half) / sum.alpha, (sum.green + half) / sum.alpha, (sum.blue + half) / sum.alpha,
            sum.alpha / max(1, rows.count * columns.count)
        )
    }

    private func append(_ color: Color, to bytes: inout [UInt8]) {
        for level in [color.red, color.green, color.blue, color.alpha] {
            bytes.append(UInt8(clamping: level))
        }
    }
}
