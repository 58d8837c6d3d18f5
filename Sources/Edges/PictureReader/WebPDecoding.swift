import CWebP
import Values

/// Decodes a WebP that does not move.
enum WebPDecoding {
    static func read(_ bytes: [UInt8]) -> Pixels? {
        var (width, height): (Int32, Int32) = (0, 0)
        guard WebPGetInfo(bytes, bytes.count, &width, &height) != 0,
            PictureReader.isFine(width, height, most: PictureReader.mostPixels)
        else { return nil }
        var rgba = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
        let count = rgba.count
        guard WebPDecodeRGBAInto(bytes, bytes.count, &rgba, count, width * 4) != nil else { return nil }
        return Pixels(width: Int(width), height: Int(height), rgba: rgba)
    }
}
