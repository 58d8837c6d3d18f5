import JSONReader
import Testing
import Values

@Suite("JSON reader")
struct JSONReaderTests {
    @Test(
        "Values of every kind are read as orjson reads them",
        arguments: [
            ("1", .int(1)), (" 1 ", .int(1)), ("-0", .int(0)), ("-0.0", .double(-0.0)), ("1.0", .double(1)),
            ("1e3", .double(1000)), ("1e-400", .double(0)), ("null", .null), ("true", .bool(true)),
            ("\"on\"", .string("on")), ("\"a\\u0000b\"", .string("a\0b")),
            ("\"\\ud83d\\ude00\"", .string("😀")),
            ("\"\u{7F}\"", .string("\u{7F}")), ("[]", .array([])), ("{}", .object([:])),
            ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
            ("9223372036854775808", .double(9.223372036854775808e18)),
            ("-9223372036854775809", .double(-9.223372036854775808e18)),
            ("18446744073709551616", .double(1.8446744073709551616e19)),
            (
                "[\"99999999999999999999\",99999999999999999999]",
                .array([.string("99999999999999999999"), .double(1e20)])
            ),
            ("{\"a\":1,\"b\":2,\"a\":3}", .object(["a": 3, "b": 2])),
        ] as [(String, JSON)]
    )
    func reads(text: String, expected: JSON) throws {
        #expect(try JSONReader.parser(text) == expected)
    }

    @Test("Keys keep their order")
    func order() throws {
        let value = try JSONReader.parser("{\"z\":1,\"a\":2,\"m\":3,\"z\":4}")
        #expect(value.objectValue?.keys == ["z", "a", "m"])
        #expect(value.text == "{\"z\":4,\"a\":2,\"m\":3}")
    }

    @Test(
        "What is no JSON is refused",
        arguments: [
            "", " ", "NaN", "Infinity", "-Infinity", "1e400", "-1e400", "01", "-", "1.", ".5", "+1", "[1,]",
            "{,}",
            "{\"a\":1,}", "[1 2]", "'a'", "{a:1}", "\"a", "\"\u{9}\"", "\"\\x\"", "\"\\ud800\"",
            "\"\\udc00\"",
            "\u{FEFF}1", "1 2", "nul", "TRUE", "1,2", "<html>", "\u{0}",
            String(repeating: "1", count: 400), "[999999999999999999999999999999, oops]",
        ]
    )
    func refuses(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONReader.parser(text) }
    }

    @Test(
        "Bytes that are no UTF-8 are refused",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xE2, 0x82, 0x22],
            [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x80], [0x00], [0xFE, 0xFF, 0x00, 0x31],
        ] as [[UInt8]]
    )
    func refusesBytes(bytes: [UInt8]) {
        #expect(throws: JSONSyntaxError.self) { try JSONReader.parser(bytes) }
    }

    @Test("An error has its line and column, also behind amended integers")
    func places() throws {
        let text = "{\n  \"a\": 99999999999999999999,\n  \"b\": oops\n}"
        do {
            _ = try JSONReader.parser(text)
            Issue.record("it was read")
        } catch {
            #expect(error.line == 3)
            #expect((8...12).contains(error.column))
        }
    }

    @Test("Nesting is bounded", arguments: ["[", "{\"a\":"])
    func depth(opening: String) throws {
        func text(_ levels: Int) -> String {
            let closing = opening == "[" ? "]" : "}"
            return String(repeating: opening, count: levels) + "1" + String(repeating: closing, count: levels)
        }
        _ = try JSONReader.parser(text(1_024))
        for levels in [1_025, 2_048, 5_000, 200_000] {
            #expect(throws: JSONSyntaxError.self) { try JSONReader.parser(text(levels)) }
        }
        #expect(throws: JSONSyntaxError.self) {
            try JSONReader.parser(String(repeating: opening, count: 1_000_000))
        }
    }

    @Test("Random bytes never crash")
    func garbage() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("{}[]\",:0123456789.eE+-\\utrfalsn \n\u{FF}".utf8) + [0, 0xFF, 0x80]
        var readable = 0
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            if (try? JSONReader.parser(bytes)) != nil { readable += 1 }
        }
        #expect(readable < 20_000)
    }
}
