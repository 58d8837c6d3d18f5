import PushWardAPI
import Testing
import Values

/// Months that count from the first, and those that count from any other day (`pushward-api.md` section 4.2).
@Suite("The periods in which quotas count")
struct QuotaPeriodTests {
    private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    @Test(
        "a month lasts from a reset to the same instant of the next month",
        arguments: [
            ["2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z"],
            ["2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"],
            ["2026-02-15T12:30:05Z", "2026-03-15T12:30:05Z"],
            ["2026-12-15T00:00:00Z", "2027-01-15T00:00:00Z"],
            ["2028-02-29T06:00:00Z", "2028-03-29T06:00:00Z"],
        ]
    )
    func months(ends: [String]) throws {
        #expect(try QuotaPeriod.next(after: time(ends[0]), isDaily: false) == time(ends[1]))
        #expect(try QuotaPeriod.start(of: time(ends[1]), isDaily: false) == time(ends[0]))
    }

    @Test("a reset that is a little off the first of a month is meant to be there")
    func littleOff() throws {
        for text in ["2026-03-31T23:10:00Z", "2026-04-01T00:50:00Z"] {
            #expect(try QuotaPeriod.start(of: time(text), isDaily: false) == time("2026-03-01T00:00:00Z"))
            #expect(try QuotaPeriod.next(after: time(text), isDaily: false) == time("2026-05-01T00:00:00Z"))
        }
    }

    @Test("where a month has no such day it is its last one")
    func lastDay() throws {
        let reset = try time("2026-05-31T12:00:00Z")
        #expect(try QuotaPeriod.next(after: reset, isDaily: false) == time("2026-06-30T12:00:00Z"))
        #expect(try QuotaPeriod.start(of: reset, isDaily: false) == time("2026-04-30T12:00:00Z"))
    }

    @Test("a day is a day")
    func days() throws {
        let reset = try time("2026-03-01T00:00:00Z")
        #expect(try QuotaPeriod.start(of: reset, isDaily: true) == time("2026-02-28T00:00:00Z"))
        #expect(try QuotaPeriod.next(after: reset, isDaily: true) == time("2026-03-02T00:00:00Z"))
    }
}
