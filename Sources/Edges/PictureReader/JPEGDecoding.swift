import CTurboJPEG
import Values

/// Decodes a JPEG at the smallest fraction of its size that still fills a ThumbHash.
enum JPEGDecoding {
    static func read(_ bytes: [UInt8]) -> Pixels? {
        guard let decoder = tjInitDecompress() else { return nil }
        defer { tjDestroy(decoder) }
        var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let length = UInt(bytes.count)
        guard tjDecompressHeader3(decoder, bytes, length, &width, &height, &sampling, &colors) == 0,
            PictureReader.isFine(width, height, most: PictureReader.mostJPEGPixels)
        else { return nil }
        (width, height) = reduced(width, height)
        var rgba = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
        // A file of very many scans would take minutes.
        let flags = TJFLAG_LIMITSCANS
        let format = Int32(TJPF_RGBA.rawValue)
        let result = tjDecompress2(decoder, bytes, length, &rgba, width, 0, height, format, flags)
        // What is cut off at the end is a picture all the same.
        guard result == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue else { return nil }
        return Pixels(width: Int(width), height: Int(height), rgba: rgba)
    }

    /// The smallest size that the decoder offers whose longer side has 100 pixels or more.
    private static func reduced(_ width: Int32, _ height: Int32) -> (Int32, Int32) {
        var count: Int32 = 0
        guard let factors = tjGetScalingFactors(&count) else { return (width, height) }
        var best = (width, height)
        for place in 0..<Int(count) {
            let factor = factors[place]
            guard factor.num > 0, factor.denom > 0, factor.num < factor.denom else { continue }
            let size = (scaled(width, factor), scaled(height, factor))
            if max(size.0, size.1) >= Int32(ThumbHash.longestSide), size.0 < best.0 { best = size }
        }
        return best
    }

    private static func scaled(_ length: Int32, _ factor: tjscalingfactor) -> Int32 {
        (length * factor.num + factor.denom - 1) / factor.denom
    }
}
