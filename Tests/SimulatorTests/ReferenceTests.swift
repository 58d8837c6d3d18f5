import Simulator
import Testing
import Values

@Suite("Rows of the reference's tables")
struct ReferenceTests {
    @Test("Each row is answered as the reference says", arguments: ReferenceTable.all.indices)
    func row(_ place: Int) {
        let row = ReferenceTable.all[place]
        var bench = Bench(Configuration(requestsPerMinute: nil))
        for line in row.lines {
            if line.hasPrefix("token ") { bench.token = String(line.dropFirst(6)) } else { bench.send(line) }
        }
        #expect(bench.last.status == row.status, "\(row.section) \(row.rule): \(bench.body.text)")
        #expect(bench.code == row.code, "\(row.section) \(row.rule)")
        guard let member = row.member else { return }
        let value = bench.body[member.name]
        #expect(value != nil, "\(row.section) \(row.rule)")
        if member.value != "*" { #expect(value?.text == member.value, "\(row.section) \(row.rule)") }
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
