import Simulator
import TestSupport
import Testing
import Values

@Suite("Rows of the reference's tables")
struct ReferenceTests {
    @Test("Each row of an account with quotas is answered as it says", arguments: Reference.metered)
    func row(_ row: Row) {
        var bench = Bench(Configuration(requestsPerMinute: nil))
        bench.carryOut(row)
    }

    @Test("Each section with rules has rows, and each row a section that there is")
    func sections() {
        for section in Reference.sections {
            let count = Reference.counts[section.number] ?? (0, 0)
            print(
                "pushward-api.md \(section.number) \(section.title): \(count.broken) broken, \(count.kept) kept"
            )
            #expect(count.kept > 0, "\(section.number) \(section.title)")
            if section.hasRefusals { #expect(count.broken > 0, "\(section.number) \(section.title)") }
        }
        #expect(Set(Reference.counts.keys).subtracting(Reference.sections.map(\.number)).isEmpty)
    }

    @Test("Each code can be met, with its status, its shape and, where it has one, its time to wait")
    func codes() {
        for row in ReferenceTable.faults {
            var bench = Bench()
            bench.send(#"POST /_sim/faults {"code":"\#(row.code)"}"#)
            let problem = bench.send("GET /activities")
            #expect(bench.last.status == row.status, "\(row.code)")
            #expect(problem["code"] == .string(row.code))
            #expect(problem["status"] == .int(row.status))
            for member in ["type", "title", "detail", "instance"] {
                #expect(problem[member] != nil, "\(row.code)")
            }
            #expect(bench.last.header("Content-Type") == "application/problem+json")
            let waits = row.status == 503 || row.status == 429 && row.code != "widget.limit_exceeded"
            #expect((bench.last.header("Retry-After") != nil) == waits, "\(row.code)")
            #expect((problem["retry_after_ms"] != nil) == waits, "\(row.code)")
            bench.send("GET /activities")
            #expect(bench.last.status == 200, "a fault is met once")
        }
    }

    @Test("A suppressed e-mail costs nothing, a key without the right sends none")
    func emails() {
        var configuration = Configuration(
            keys: [Key(token: "hlk_other", id: "other", name: "Other", sendsEmails: false)],
            requestsPerMinute: nil
        )
        configuration.suppressedRecipients = ["me@example.org"]
        var bench = Bench(configuration)
        let mail = #"POST /emails {"to":"me@example.org","subject":"S","html_body":"T"}"#
        #expect(bench.send(mail)["reason"] == "suppressed")
        #expect(bench.last.status == 201)
        #expect(bench.send("GET /auth/me")["emails_used"] == 0)
        bench.token = "hlk_other"
        bench.send(mail)
        #expect(bench.last.status == 403)
        #expect(bench.code == "integration_key.permission_denied")
    }
}
