package import Values

/// A message's payload, decoded at most once however many rules read it.
package struct Payload: Sendable {
    package let bytes: [UInt8]
    private let parseJSON: JSONParser
    private var textReading: String??
    private var jsonReading: JSON??
    private var pictureReading: String??

    package init(_ bytes: [UInt8], parseJSON: JSONParser) {
        self.bytes = bytes
        self.parseJSON = parseJSON
    }

    /// The payload as text, or nil where it is no UTF-8 or holds a NUL.
    package var text: String? {
        mutating get {
            if let textReading { return textReading }
            let reading = bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
            textReading = .some(reading)
            return reading
        }
    }

    /// The ThumbHash of the picture that the payload is, as bytes, base64 or a `data:` URL; nil where it is none.
    package mutating func thumbHash(_ decode: ([UInt8]) -> Pixels?) -> String? {
        if let pictureReading { return pictureReading }
        let picture = decode(bytes) ?? PictureText.bytes(bytes).flatMap(decode)
        let reading = picture.map { ThumbHash.text(of: $0) }
        pictureReading = .some(reading)
        return reading
    }

    /// The payload as JSON, or nil where it is none.
    package var json: JSON? {
        mutating get {
            if let jsonReading { return jsonReading }
            // Not being JSON is no fault of a payload.
            let reading = bytes.isEmpty ? nil : try? parseJSON(bytes)
            jsonReading = .some(reading)
            return reading
        }
    }
}
