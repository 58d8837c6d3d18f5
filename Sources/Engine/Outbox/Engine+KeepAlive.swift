import Mapping
import PushWardAPI
import Values

/// What keeps `stale_ttl` from running out while an update is held back (design sections 5 and 7).
extension Engine {
    /// An update that is held back, as the touch that must go in any case and costs the same; nil: none is due.
    ///
    /// What the server does not answer, or has just refused, keeps its own pace.
    mutating func keepAlive(
        _ place: Int,
        _ rule: ActivityRule,
        _ desired: DesiredCard,
        _ next: (step: Slot.Step, request: PushWardRequest),
        at now: Moment
    ) -> (step: Slot.Step, request: PushWardRequest)? {
        guard next.step == .update, desired.lifecycle == .ongoing,
            let due = touchDeadline(place, rule, at: now), due <= now.uptime,
            cards[place].slot.retryAt.map({ $0 <= now.uptime }) ?? true,
            isKnownToBeTrue(place, rule, at: now)
        else { return nil }
        let touch = (step: Slot.Step.touch, request: next.request)
        guard let until = budgetWait(place, desired, touch, at: now), until > now.uptime else { return touch }
        return nil
    }
}
