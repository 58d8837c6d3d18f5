import Foundation
import Values

/// A JSON text read for a test; keys lose their order, which no comparison looks at.
func parsed(_ text: String) throws -> JSON {
    try JSONDecoder().decode(Node.self, from: Data(text.utf8)).json
}

private struct Node: Decodable {
    var json: JSON

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: AnyKey.self) {
            json = .object(
                JSONObject(
                    try object.allKeys.map { ($0.stringValue, try object.decode(Node.self, forKey: $0).json) }
                )
            )
            return
        }
        if var list = try? decoder.unkeyedContainer() {
            var elements: [JSON] = []
            while !list.isAtEnd { elements.append(try list.decode(Node.self).json) }
            json = .array(elements)
            return
        }
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            json = .null
        } else if let flag = try? single.decode(Bool.self) {
            json = .bool(flag)
        } else if let whole = try? single.decode(Int.self) {
            json = .int(whole)
        } else if let number = try? single.decode(Double.self) {
            json = .double(number)
        } else {
            json = .string(try single.decode(String.self))
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
