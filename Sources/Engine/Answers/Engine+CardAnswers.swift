import Mapping
import PushWardAPI
import Templates
import Values

extension Engine {
    /// How long until the answer to a card's question is looked for; nil: it asks none now.
    ///
    /// Where all its options call us themselves, only the deadline is recorded at PushWard.
    func questionWait(_ place: Int, at now: Moment) -> Duration? {
        let card = cards[place]
        guard mapping.activities[card.rule].content.template == "approval", card.phase == .ongoing,
            card.answer == nil, let shown = card.slot.acknowledged, shown.state == .ongoing
        else { return nil }
        let options = shown.content["options"]?.arrayValue ?? []
        if options.contains(where: { $0["url"] == nil }) { return .zero }
        guard let end = shown.content["end_date"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:)) else {
            return nil
        }
        return max(.zero, end + .seconds(2) - now.wall)
    }

    /// Takes the answer that a card's row holds; whether the card is answered.
    mutating func takeAnswer(ofCard place: Int, _ row: JSON, serverTime: Timestamp, at now: Moment) -> Bool {
        let rule = mapping.activities[cards[place].rule]
        guard rule.content.template == "approval" else { return false }
        if cards[place].answer != nil || polls.carryingOut.contains(.card(place)) { return true }
        guard cards[place].phase == .ongoing, let run = cards[place].run,
            let answer = row["content"]?["answer"]?.objectValue, let option = answer["option"]?.stringValue
        else { return false }
        let time = AnswerTime.read(answer["at"], serverTime: serverTime)
        let by = answer["by"]?.stringValue ?? "user"
        let found = rule.actions.first { ApprovalOptions.wireID($0.id, run: run.id) == option }
        // What another run's question was answered says nothing of this one.
        let made = ApprovalOptions.plainID(option, rule, run: run.id)
        let isNone = option == "none" && (try? time.get()).map { $0 >= run.startedAt - .seconds(60) } ?? false
        guard found != nil || made != nil || isNone else { return false }
        guard let found, case .publish(let publish) = found.effect else {
            answered(place, option: found?.id ?? made ?? "none", by: by, isRecorded: true, at: now)
            return true
        }
        let recorded = RecordedTap(target: .card(place), action: found.id, by: by)
        let age: Duration
        switch time {
        case .success(let answeredAt): age = max(.zero, serverTime - answeredAt)
        case .failure(let doubt):
            settle(recorded, 400, doubt.reason, "undated", at: now)
            return true
        }
        if by == "user", let expires = found.expires, now.wall - age - run.startedAt > expires {
            settle(recorded, 401, "it came after the button had expired", "expired", at: now)
            return true
        }
        let tap = AuthorisedTap(
            rule: rule.name,
            action: found,
            publish: publish,
            scope: scope(ofCard: place, now),
            once: (
                ApprovalOptions.key(slug: cards[place].slug.text, run: run.id),
                now.wall + .seconds(86_400 * 7)
            ),
            card: place
        )
        act(recorded, tap, text: nil, age: age, at: now)
        return true
    }

    /// Takes what a look at an approval card found.
    mutating func takeCard(_ place: Int, _ row: JSON, serverTime: Timestamp, at now: Moment) {
        if takeAnswer(ofCard: place, row, serverTime: serverTime, at: now) { return }
        guard cards[place].phase == .ongoing, cards[place].slot.inFlight == nil,
            let state = row["state"]?.stringValue.flatMap({ ServerCard.State(rawValue: $0.lowercased()) }),
            state != .ongoing
        else { return }
        endedElsewhere(place, mapping.activities[cards[place].rule], state)
        saveCard(place, at: now)
        step(place, at: now)
    }

    /// Takes that the server has no row of a card that asks: the person removed it.
    mutating func cardIsGone(_ place: Int, at now: Moment) {
        guard cards[place].slot.inFlight == nil else { return }
        endedElsewhere(place, mapping.activities[cards[place].rule], .ended)
        cards[place].slot.adopt(nil)
        saveCard(place, at: now)
        step(place, at: now)
    }

    /// Ends the run of a card whose question has its answer.
    mutating func answered(_ place: Int, option: String, by: String, isRecorded: Bool, at now: Moment) {
        guard cards[place].answer == nil, cards[place].phase == .ongoing else { return }
        let rule = mapping.activities[cards[place].rule]
        cards[place].answer = Card.Answer(option: option, by: by, isRecorded: isRecorded)
        // Asked again only once there was no reason to ask.
        cards[place].isArmed = false
        cards[place].endHeldSince = nil
        decide(rule.name, slug: cards[place].slug.text, "answered", "\(option) by \(by)")
        if by == "expired" { endedByAnswer(place) }
        end(place, rule, CardScope(services: services, rule: rule, now: now), at: now)
        if isRecorded, cards[place].phase == .idle { endedByAnswer(place) }
        saveCard(place, at: now)
        step(place, at: now)
    }

    /// Takes that the server ends the card by itself, as it does with every answer that it records.
    mutating func endedByAnswer(_ place: Int) {
        var card = cards[place].slot.believed
        card.state = .ended
        cards[place].slot.adopt(card)
    }
}
