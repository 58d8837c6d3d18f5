import Mapping
import PushWardAPI
import Templates
import Values

extension Engine {
    /// Gathers from the inputs that were heard since the last time.
    ///
    /// A part that reads one topic makes its element with each message; one that reads several waits until the burst
    /// has settled, as the rest of the card does.
    mutating func gather(_ place: Int, isSettled: Bool, at now: Moment) {
        let rule = mapping.activities[cards[place].rule]
        guard let gathering = rule.content.gathering else { return }
        let heard = isSettled ? cards[place].heard : cards[place].heardNow
        cards[place].heardNow = [:]
        if isSettled { cards[place].heard = [:] }
        let waits = settles[cards[place].rule] > .zero
        guard !heard.isEmpty, isSettled || waits else { return }
        if gathering.kind == .history {
            if isSettled { gatherHistory(place, rule, gathering, heard, at: now) }
            return
        }
        guard let spec = ContentFields.template(named: rule.content.template),
            let element = spec.field(gathering.kind.field)?.kind.elements?.kind
        else { return }
        let evaluator = composer(place, rule, at: now).evaluator(cards[place])
        for (number, part) in gathering.parts.enumerated() {
            let read = rule.inputs.indices.filter { reads(part, rule.inputs[$0].name, rule) }
            let own = read.compactMap { heard[$0] }
            let isBurst = Set(read.map { rule.inputs[$0].topic.subscription }).count > 1
            guard !own.isEmpty, !waits || isSettled == isBurst else { continue }
            let isStored = own.allSatisfy { $0 }
            add(part, number, evaluator, element, gathering, place, isStored: isStored, at: now)
        }
    }

    private func reads(_ part: Gathering.Part, _ name: String, _ rule: ActivityRule) -> Bool {
        let names = part.node.namesRead
        // A part that reads the message itself, or nothing at all, is made with every message.
        return names.contains(name) || names.isDisjoint(with: rule.inputs.map(\.name))
    }

    private mutating func add(
        _ part: Gathering.Part,
        _ number: Int,
        _ evaluator: FieldEvaluator,
        _ element: FieldSpec.Kind,
        _ gathering: Gathering,
        _ place: Int,
        isStored: Bool,
        at now: Moment
    ) {
        guard case .map(let fields) = part.node else { return }
        let subject = gathering.kind == .lines ? "text" : "value"
        if let text = fields.first(where: { $0.name == subject }),
            case .clear = evaluator.evaluate(text.value, kind: .text(max: 512))
        {
            cards[place].ring.rearm(part: number)
            return
        }
        let outcome = evaluator.evaluate(part.node, kind: element)
        for left in evaluator.leftOut.take(of: gathering.kind.field) {
            let rule = mapping.activities[cards[place].rule]
            tell(place, "content.\(left.field)", left.reason, left.mark ?? rule.content.mark)
        }
        switch outcome {
        case .value(let value):
            if gathering.kind == .tiles {
                cards[place].ring.putTile(value, keep: gathering.keep, at: now.wall)
            } else {
                guard addLine(value, part, number, gathering, place, isStored: isStored, at: now) else {
                    return
                }
            }
            noteRing(place, after: Ring.saveInterval, at: now)
        case .clear: cards[place].ring.rearm(part: number)
        case .keep: break
        case .invalid(let reason, let mark):
            let rule = mapping.activities[cards[place].rule]
            tell(place, "content.\(gathering.kind.field)", reason, mark ?? rule.content.mark)
        }
    }

    private mutating func addLine(
        _ value: JSON,
        _ part: Gathering.Part,
        _ number: Int,
        _ gathering: Gathering,
        _ place: Int,
        isStored: Bool,
        at now: Moment
    ) -> Bool {
        // Of what the broker had stored nobody knows when it was said; said once, it is no news.
        if isStored, cards[place].ring.hasSaid(value, part: number) { return false }
        let isAdded = cards[place].ring.addLine(
            value,
            part: number,
            repeats: part.repeats,
            keep: gathering.keep,
            at: now,
            isTimed: !isStored
        )
        return isAdded
    }

    /// Adds a point of each series to the past that a timeline begins with.
    private mutating func gatherHistory(
        _ place: Int,
        _ rule: ActivityRule,
        _ gathering: Gathering,
        _ heard: [Int: Bool],
        at now: Moment
    ) {
        guard let field = rule.content.fields.first(where: { $0.name == "value" }),
            let kind = ContentFields.template(named: rule.content.template)?.field("value")?.kind,
            // A stored value says nothing about when it was measured.
            heard.values.contains(false)
        else { return }
        let evaluator = composer(place, rule, at: now).evaluator(cards[place])
        guard case .value(.object(let values)) = evaluator.evaluate(field.value, kind: kind),
            cards[place].ring.addPoints(values, keep: gathering.keep, span: gathering.span, at: now.wall)
        else { return }
        noteRing(place, after: Ring.historySaveInterval, at: now)
    }

    private mutating func noteRing(_ place: Int, after interval: Duration, at now: Moment) {
        if cards[place].ring.savesAt == nil { cards[place].ring.savesAt = now.uptime + interval }
    }

    /// Follows the card's life after a step: a new run begins with what led to it, and what is due is saved.
    mutating func keepRing(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        guard let gathering = rule.content.gathering else { return }
        let isOn = cards[place].phase != .idle
        if isOn, !cards[place].ring.wasOn {
            let burst = rule.start.holdFor + settles[cards[place].rule] * 10 + .seconds(1) + clock.heldFor
            cards[place].ring.begin(gathering.kind, linesSince: now.wall - burst)
        } else if !isOn, cards[place].ring.wasOn {
            cards[place].ring.runEndedAt = now.wall
        }
        cards[place].ring.wasOn = isOn
        guard let due = cards[place].ring.savesAt, due <= now.uptime else { return }
        cards[place].ring.savesAt = nil
        effects.append(.save([StateChange(.rings, stateKey(ofCard: place), cards[place].ring.record)]))
    }

    /// Takes over what was gathered before a restart.
    mutating func restoreRing(_ key: String, _ record: JSON, at now: Moment) {
        guard let place = card(ofStateKey: key),
            mapping.activities[cards[place].rule].content.gathering != nil
        else { return }
        cards[place].ring = Ring(record)
        if key != stateKey(ofCard: place) {
            outdatedRows.append(StateChange(.rings, key, nil))
            cards[place].ring.savesAt = now.uptime
        }
    }

    /// What a card showed before a restart is part of what it gathered, saved or not.
    mutating func completeRings(at now: Moment) {
        for place in cards.indices {
            guard let gathering = mapping.activities[cards[place].rule].content.gathering,
                gathering.kind != .history, cards[place].phase != .idle
            else { continue }
            cards[place].ring.wasOn = true
            let shown = cards[place].slot.believed.content[gathering.kind.field]
            cards[place].ring.adopt(shown, gathering.kind, keep: gathering.keep, at: now.wall)
        }
    }
}
