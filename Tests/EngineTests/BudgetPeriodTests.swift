import Engine
import PushWardAPI
import Testing
import Values

private let washer = """
    activities:
      washer:
        inputs: {phase: phase}
        start: "{{ phase != 'off' }}"
        min_interval: 10s
        content: {template: generic, state: "{{ phase }}"}
    """

@Suite("Budgets that begin anew in the middle of a month")
struct BudgetPeriodTests {
    /// Lets PushWard refuse everything until a reset, and not tell of the account.
    private func refuse(_ rig: Rig, until reset: Timestamp) {
        rig.answer = { [unowned rig] request in
            if request.path == "/auth/me" {
                return .answered(
                    status: 403,
                    headers: [],
                    body: ["code": "integration_key.permission_denied"]
                )
            }
            guard rig.now.wall < reset else { return nil }
            let body: JSON = [
                "code": "quota.exceeded", "kind": "live_activity_updates", "used": 250, "limit": 250,
                "reset_at": .string(reset.rfc3339), "status": 429, "title": "Quota Exceeded",
            ]
            return .answered(status: 429, headers: [], body: body)
        }
    }

    @Test(
        "after it there is room: what is planned goes by when it began, not by the calendar",
        arguments: ["2026-03-03T00:00:00Z", "2026-03-05T12:00:00Z", "2026-03-16T00:00:00Z"]
    )
    func room(reset text: String) throws {
        let reset = try #require(Timestamp(rfc3339: text))
        let rig = try Rig(washer)
        refuse(rig, until: reset)
        rig.say("phase", "0")
        rig.pass((reset - rig.now.wall).inSeconds + 60)
        rig.forgetSent()
        for number in 1...20 {
            rig.say("phase", String(number))
            rig.pass(600)
        }
        // The first also puts the card on.
        let shown = Set(rig.sent.compactMap { $0.body["content"]?["state"]?.stringValue })
        #expect(shown.count == 20, "\(shown.sorted())")
    }
}
