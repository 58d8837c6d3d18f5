import PushWardAPI
import Testing
import Values

@Suite("Cron lines as PushWard takes them")
struct CronLineTests {
    static let lines: [(source: String, text: String)] = [
        ("0 19 * * 2", "0 19 * * 2"), ("@daily", "@daily"), ("@Daily ", "@daily"), ("@midnight", "@daily"),
        ("@annually", "@yearly"), ("0  8 * *  MON-FRI", "0 8 * * 1-5"), ("0 0 1 jan *", "0 0 1 1 *"),
        ("0 8 * * sat,sun", "0 8 * * 6,0"), ("0 8 * * 7", "0 8 * * 0"), ("0 8 * * 5-7", "0 8 * * 0,5,6"),
        ("*/15 * * * *", "*/15 * * * *"), ("5/20 8-18/2 * * *", "5/20 8-18/2 * * *"),
        ("0,30 * 1-7 */3 *", "0,30 * 1-7 */3 *"), ("0 0 29 2 *", "0 0 29 2 *"),
    ]

    @Test("What other crons write is turned into what PushWard reads", arguments: lines)
    func forms(_ row: (source: String, text: String)) throws {
        #expect(try CronLine(row.source).text == row.text)
        #expect(try CronLine(row.text).text == row.text)
    }

    @Test(
        "What is no line is refused with a reason",
        arguments: [
            "", "@reboot", "@minutely", "0 19 * *", "* * * * * *", "60 0 * * *", "0 24 * * *", "0 0 0 * *",
            "0 0 32 * *", "0 0 * 13 *", "0 0 * * 8", "a 0 * * *", "0 0 * * mond", "1-0 0 * * *", "-1 0 * * *",
            "0 0 * * 1-", "0 0 ? * *", "*/0 * * * *", "0, 0 * * *", "0 0 30 2 *", "0 0 31 4,6,9,11 *",
            "* * * * *",
            "*/10 * * * *", "5,55 * * * *", "0,14 8 * * *", "58,5 23,0 * * *",
            String(repeating: "0,", count: 500) + "0 0 * * *",
        ]
    )
    func refused(_ source: String) {
        #expect(throws: CronLine.Problem.self) { try CronLine(source) }
    }

    /// Wall clock times in UTC: the line, from when, and the next one.
    static let times: [(line: String, after: String, next: String)] = [
        ("0 19 * * *", "2026-11-18T17:30:00Z", "2026-11-18T19:00:00Z"),
        ("0 19 * * *", "2026-11-18T19:00:00Z", "2026-11-19T19:00:00Z"),
        ("30 8,20 * * *", "2026-11-18T08:30:00Z", "2026-11-18T20:30:00Z"),
        ("0 19 * * 2", "2026-11-18T17:30:00Z", "2026-11-24T19:00:00Z"),
        ("0 0 1 1 *", "2026-11-18T17:30:00Z", "2027-01-01T00:00:00Z"),
        ("0 0 29 2 *", "2026-11-18T17:30:00Z", "2028-02-29T00:00:00Z"),
        ("0 0 13 * 5", "2026-11-18T17:30:00Z", "2026-11-20T00:00:00Z"),
        ("@weekly", "2026-11-18T17:30:00Z", "2026-11-22T00:00:00Z"),
    ]

    @Test("The next time", arguments: times)
    func next(_ row: (line: String, after: String, next: String)) throws {
        let after = try #require(Timestamp(rfc3339: row.after)).wholeSeconds
        let next = try #require(Timestamp(rfc3339: row.next)).wholeSeconds
        #expect(try CronLine(row.line).next(afterWall: after) == next)
    }

    @Test(
        "Zones have the names of the IANA database",
        arguments: ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5"]
    )
    func zones(_ name: String) {
        #expect(FieldSpec.Kind.zone.coerce(.string(name)) == .value(.string(name)))
    }

    @Test(
        "Other words are no zones",
        arguments: ["+01:00", "CEST-1", "Berlin", "/Berlin", "Europe/", "Europe/Ber lin", "1/2", "a/b/c/d"]
    )
    func noZones(_ name: String) {
        guard case .invalid = FieldSpec.Kind.zone.coerce(.string(name)) else {
            Issue.record("\(name) is taken for a zone")
            return
        }
    }
}
