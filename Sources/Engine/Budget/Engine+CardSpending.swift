import PushWardAPI
import Values

extension Engine {
    /// When the budget allows a card's request, on the uptime clock; nil: at once.
    mutating func budgetWait(
        _ place: Int,
        _ desired: DesiredCard,
        _ next: (step: Slot.Step, request: PushWardRequest),
        at now: Moment
    ) -> Duration? {
        // A deletion costs nothing (`pushward-api.md` section 4.2).
        if next.step == .remove { return nil }
        let spending = spending(place, next.step, next.request.body ?? [:], desired.lifecycle)
        return budgetWait(
            cards[place].account,
            .liveActivityUpdates,
            spending,
            lastSentAt: cards[place].lastPushAt,
            at: now
        )
    }

    /// What a card's request is worth.
    mutating func spending(
        _ place: Int,
        _ step: Slot.Step,
        _ body: JSONObject,
        _ lifecycle: DesiredCard.Lifecycle
    ) -> Spending {
        let card = cards[place]
        switch step {
        case .end, .remove: return .end
        case .name, .start, .touch: return .start(open: openCards(beside: place))
        case .update:
            if case .finishing = card.phase { return .end }
            let shown = card.slot.believed.content
            let sent = body["content"]?.objectValue ?? [:]
            // What only goes along says nothing of the worth.
            let patch = sent.filtered { sent[$0] != shown[$0] }
            let template = shown["template"]?.stringValue ?? ""
            if template == "alert", patch["severity"] != nil { return .end }
            return ContentFields.isGradual(patch, template: template) ? .progress : .text
        }
    }

    /// How many other cards of the account are on and need an update to end; where nothing is capped, nobody asks.
    private mutating func openCards(beside place: Int) -> Int {
        let account = cards[place].account
        guard accounts[account].budget.allowances[.liveActivityUpdates] != nil else { return 0 }
        let open = census(account).priorities
        return open.count - (open[place] == nil ? 0 : 1)
    }
}
