package import Values

/// Decodes JPEG, PNG and WebP pictures that come from anywhere, within bounds on what that may cost.
///
/// The size is read before anything is decoded; a picture larger than the bounds is none.
package enum PictureReader {
    /// The most pixels of a JPEG, which is decoded at a fraction of its size: a progressive one takes 30 MB meanwhile.
    package static let mostJPEGPixels = 10_000_000
    /// The most pixels of a PNG or WebP, which is decoded whole: 16 MB meanwhile.
    package static let mostPixels = 4_000_000

    /// The picture that the bytes are, no larger than it needs to be to fill 100 by 100 pixels; nil: they are none.
    package static func read(_ bytes: [UInt8]) -> Pixels? {
        switch Kind(bytes) {
        case .jpeg: JPEGDecoding.read(bytes)
        case .png: PNGDecoding.read(bytes)
        case .webP: WebPDecoding.read(bytes)
        case nil: nil
        }
    }

    private enum Kind {
        case jpeg, png, webP

        init?(_ bytes: [UInt8]) {
            if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if bytes.starts(with: Array("RIFF".utf8)),
                bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
            {
                self = .webP
            } else {
                return nil
            }
        }
    }

    /// Whether a picture of that size may be decoded.
    static func isFine(_ width: Int32, _ height: Int32, most: Int) -> Bool {
        width > 0 && height > 0 && Int(width) * Int(height) <= most
    }
}
