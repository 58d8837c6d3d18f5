internal import CJansson
package import Values

/// Reads JSON as Home Assistant does: what counts as JSON, and what a number becomes, is what orjson makes of it.
///
/// Any kind of value may stand alone; keys keep their order and the last of two equal keys counts; `NaN`, `1e400`,
/// `01`, a byte order mark, lone surrogates and bytes that are no UTF-8 are refused; integers beyond `Int64` become
/// doubles, where orjson keeps those below 2^64. Nesting beyond 1,024 levels is refused.
package enum JSONReader {
    /// The most levels of arrays and objects, as orjson has it.
    package static let maxDepth = 1_024

    /// The parser to hand to the core.
    package static let parser = JSONParser { (bytes: [UInt8]) throws(JSONSyntaxError) -> JSON in
        try JSONReader.read(bytes)
    }

    /// Reads one JSON value of any kind from UTF-8 bytes that hold nothing else.
    ///
    /// - Throws: `JSONSyntaxError` for bytes that are no JSON or no UTF-8, or are nested too deep.
    package static func read(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSON {
        do {
            return try parse(bytes)
        } catch {
            guard error.isNumericOverflow, let amended = LongIntegers.amending(bytes) else {
                throw error.located(in: bytes)
            }
            do {
                return try parse(amended.bytes)
            } catch {
                var moved = error
                moved.offset = amended.originalOffset(of: error.offset)
                throw moved.located(in: bytes)
            }
        }
    }

    private static func parse(_ bytes: [UInt8]) throws(JSONFailure) -> JSON {
        guard !bytes.isEmpty else { throw JSONFailure(message: "the text is empty", offset: 0) }
        var problem = json_error_t()
        let flags = Int(JSON_DECODE_ANY | JSON_ALLOW_NUL)
        let root = bytes.withUnsafeBytes { buffer in
            json_loadb(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, flags, &problem)
        }
        guard let root else {
            throw JSONFailure(
                message: String(cString: pushward_json_error_text(&problem)),
                offset: Int(problem.position),
                isNumericOverflow: pushward_json_error_code(&problem)
                    == Int32(json_error_numeric_overflow.rawValue)
            )
        }
        defer { json_decref(root) }
        guard let value = copy(root, levelsLeft: maxDepth) else {
            throw JSONFailure(message: "nested deeper than 1,024 levels", offset: 0)
        }
        return value
    }

    /// Copies jansson's tree into values, or gives nil where it is nested too deep.
    private static func copy(_ node: UnsafeMutablePointer<json_t>, levelsLeft: Int) -> JSON? {
        switch node.pointee.type {
        case JSON_OBJECT: copyObject(node, levelsLeft: levelsLeft - 1)
        case JSON_ARRAY: copyArray(node, levelsLeft: levelsLeft - 1)
        case JSON_STRING: .string(text(json_string_value(node), json_string_length(node)))
        case JSON_INTEGER: .int(Int(json_integer_value(node)))
        case JSON_REAL: .double(json_real_value(node))
        case JSON_TRUE: .bool(true)
        case JSON_FALSE: .bool(false)
        default: .null
        }
    }

    private static func copyObject(_ node: UnsafeMutablePointer<json_t>, levelsLeft: Int) -> JSON? {
        guard levelsLeft >= 0 else { return nil }
        var object = JSONObject()
        var iterator = json_object_iter(node)
        while let place = iterator {
            guard let member = json_object_iter_value(place),
                let value = copy(member, levelsLeft: levelsLeft)
            else { return nil }
            object[text(json_object_iter_key(place), json_object_iter_key_len(place))] = value
            iterator = json_object_iter_next(node, place)
        }
        return .object(object)
    }

    private static func copyArray(_ node: UnsafeMutablePointer<json_t>, levelsLeft: Int) -> JSON? {
        guard levelsLeft >= 0 else { return nil }
        let count = json_array_size(node)
        var elements: [JSON] = []
        elements.reserveCapacity(count)
        for place in 0..<count {
            guard let element = json_array_get(node, place),
                let value = copy(element, levelsLeft: levelsLeft)
            else { return nil }
            elements.append(value)
        }
        return .array(elements)
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
    }
}
