import Values

/// A small JSON reader for the tests.
struct TinyJSON {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static let parser = JSONParser { (bytes) throws(JSONSyntaxError) in try read(bytes) }

    static func read(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSON {
        var reader = TinyJSON(bytes)
        guard String(validating: bytes, as: UTF8.self) != nil, let value = reader.value() else {
            throw reader.error
        }
        reader.skip()
        guard reader.place == bytes.count else { throw reader.error }
        return value
    }

    private var error: JSONSyntaxError { JSONSyntaxError(message: "no JSON", line: 1, column: place + 1) }

    private var current: UInt8 { place < bytes.count ? bytes[place] : 0 }

    private mutating func skip() {
        while [0x20, 0x09, 0x0A, 0x0D].contains(current) { place += 1 }
    }

    private mutating func take(_ word: String) -> Bool {
        guard bytes[place...].starts(with: word.utf8) else { return false }
        place += word.utf8.count
        return true
    }

    private mutating func value() -> JSON? {
        skip()
        depth += 1
        defer { depth -= 1 }
        guard depth < 1_000 else { return nil }
        switch current {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func object() -> JSON? {
        place += 1
        var object = JSONObject()
        skip()
        if take("}") { return .object(object) }
        while true {
            skip()
            guard let key = string() else { return nil }
            skip()
            guard take(":"), let value = value() else { return nil }
            object[key] = value
            skip()
            if take("}") { return .object(object) }
            guard take(",") else { return nil }
        }
    }

    private mutating func array() -> JSON? {
        place += 1
        var items: [JSON] = []
        skip()
        if take("]") { return .array(items) }
        while true {
            guard let value = value() else { return nil }
            items.append(value)
            skip()
            if take("]") { return .array(items) }
            guard take(",") else { return nil }
        }
    }

    private mutating func number() -> JSON? {
        let start = place
        func digits(_ place: inout Int) -> Int {
            let first = place
            while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
            return place - first
        }
        _ = take("-")
        let whole = place
        let count = digits(&place)
        guard count > 0, count == 1 || bytes[whole] != 0x30 else { return nil }
        var isFloat = false
        if take(".") {
            guard digits(&place) > 0 else { return nil }
            isFloat = true
        }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits(&place) > 0 else { return nil }
            isFloat = true
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if !isFloat, let number = Int(text) { return .int(number) }
        guard let number = Double(text), number.isFinite else { return nil }
        return .double(number)
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var output: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: output, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                output += Array(String(scalar).utf8)
            case ..<0x20: return nil
            default: output.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        let letter = current
        place += 1
        switch letter {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "u"):
            guard let high = hexadecimal() else { return nil }
            if let scalar = Unicode.Scalar(high) { return scalar }
            guard take("\\u"), let low = hexadecimal(), (0xDC00..<0xE000).contains(low) else { return nil }
            return Unicode.Scalar(0x1_0000 + (high - 0xD800) << 10 + low - 0xDC00)
        default: return nil
        }
    }

    private mutating func hexadecimal() -> UInt32? {
        guard place + 4 <= bytes.count else { return nil }
        let digits = String(decoding: bytes[place..<place + 4], as: UTF8.self)
        place += 4
        return UInt32(digits, radix: 16)
    }
}
