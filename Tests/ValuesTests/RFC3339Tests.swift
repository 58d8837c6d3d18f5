import Testing
import Values

@Suite("Dates of the wire")
struct RFC3339Tests {
    @Test(
        "A date and time with its offset is an instant",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-12-01T00:00:00Z", 1_796_083_200_000_000),
            ("2026-12-01T01:00:00+01:00", 1_796_083_200_000_000),
            ("2026-11-30 19:00:00-0500", 1_796_083_200_000_000),
            ("2026-12-01t00:00:00.25z", 1_796_083_200_250_000), ("2026-12-01T00:00Z", 1_796_083_200_000_000),
            ("2026-12-01T00:00:00.123456789Z", 1_796_083_200_123_456), ("1969-12-31T23:59:59.5Z", -500_000),
            ("2024-02-29T12:00:00Z", 1_709_208_000_000_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
            ("2026-12-01T02:00:00+02", 1_796_083_200_000_000),
        ] as [(String, Int64)]
    )
    func reads(text: String, microseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.microseconds == microseconds)
    }

    @Test(
        "What is no such date is none",
        arguments: [
            "", "2026-12-01", "2026-12-01T00:00:00", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
            "2026-12-01T24:00:00Z", "2026-12-01T00:60:00Z", "2026-12-01T00:00:61Z", "2026-12-01T00:00:00.Z",
            "2026-12-01T00:00:00Zx", "2026-12-01T00:00:00+25:00", "26-12-01T00:00:00Z",
            "2026-12-00T00:00:00Z",
            "２０２６-12-01T00:00:00Z", "2026-12-01T00:00:00+1:00",
        ]
    )
    func refuses(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test(
        "An instant that was written is read back",
        arguments: [
            0, 1, -1, 1_796_083_200_000_000, 1_709_208_000_500_000, -62_167_219_200_000_000,
            253_402_300_799_999_999,
        ] as [Int64]
    )
    func roundTrip(microseconds: Int64) {
        let instant = Timestamp(microseconds: microseconds)
        #expect(Timestamp(rfc3339: instant.rfc3339) == instant)
    }

    @Test("A day is written as it was read, across leap years")
    func days() {
        for day in stride(from: -700_000, to: 2_900_000, by: 773) {
            let instant = Timestamp(microseconds: Int64(day) * 86_400_000_000)
            #expect(Timestamp(rfc3339: instant.rfc3339) == instant)
        }
    }

    @Test("An instant beyond the calendar is written as its nearest day")
    func bounds() {
        #expect(Timestamp(microseconds: .max).rfc3339 == "9999-12-31T23:59:59Z")
        #expect(Timestamp(microseconds: .min).rfc3339 == "0000-01-01T00:00:00Z")
    }

    @Test("The date of an HTTP header is read")
    func httpDates() {
        #expect(Timestamp(httpDate: "Tue, 01 Dec 2026 00:00:00 GMT")?.microseconds == 1_796_083_200_000_000)
        #expect(Timestamp(httpDate: "Tuesday, 01-Dec-26 00:00:00 GMT") == nil)
        #expect(Timestamp(httpDate: "soon") == nil)
        #expect(Timestamp(httpDate: "Tue, 99 Dec 2026 00:00:00 GMT") == nil)
    }
}
