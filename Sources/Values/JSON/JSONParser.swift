/// Reads JSON text; the core is given one, since reading JSON is the business of a library at the edge.
package struct JSONParser: Sendable {
    private let parse: @Sendable ([UInt8]) throws(JSONSyntaxError) -> JSON

    /// - Parameter parse: reads one JSON value of any kind from UTF-8 bytes that hold nothing else.
    package init(_ parse: @escaping @Sendable ([UInt8]) throws(JSONSyntaxError) -> JSON) {
        self.parse = parse
    }

    /// Reads a whole JSON text (RFC 8259); scalars count, `NaN` does not, of equal keys the last one counts.
    ///
    /// - Throws: `JSONSyntaxError` for bytes that are no JSON or no UTF-8.
    package func callAsFunction(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSON {
        try parse(bytes)
    }

    package func callAsFunction(_ text: String) throws(JSONSyntaxError) -> JSON {
        try parse(Array(text.utf8))
    }
}

/// Why a text is no JSON, and where.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    package let message: String
    /// Counted from 1.
    package let line: Int
    /// Counted from 1, in bytes.
    package let column: Int

    package init(message: String, line: Int, column: Int) {
        self.message = message
        self.line = line
        self.column = column
    }

    package var description: String { "line \(line), column \(column): \(message)" }
}
