import CPNG
import Values

/// Decodes a PNG of any kind to eight bits a channel.
enum PNGDecoding {
    static func read(_ bytes: [UInt8]) -> Pixels? {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        return bytes.withUnsafeBytes { memory -> Pixels? in
            // The library keeps the address between its two calls.
            guard png_image_begin_read_from_memory(&image, memory.baseAddress, memory.count) != 0,
                let width = Int32(exactly: image.width), let height = Int32(exactly: image.height),
                PictureReader.isFine(width, height, most: PictureReader.mostPixels)
            else { return nil }
            image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
            var rgba = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
            guard png_image_finish_read(&image, nil, &rgba, 0, nil) != 0 else { return nil }
            return Pixels(width: Int(width), height: Int(height), rgba: rgba)
        }
    }
}
