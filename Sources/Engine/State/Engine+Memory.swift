import Mapping
import Templates
package import Values

/// What is known of a run and was not sent yet, across restarts (design sections 1 and 5).
extension Engine {
    /// How often it is saved at most that a condition has begun or ceased to hold.
    private static let holdSaveInterval: Duration = .seconds(60)

    /// Saves what is known but not saved, since the daemon ends.
    package mutating func farewell(at now: Moment) -> [Effect] {
        effects = []
        defer { effects = [] }
        guard !clock.isHolding else { return [] }
        isEnding = true
        for place in cards.indices where cards[place].remembers || keepsSince(ofCard: place) {
            saveCard(place, isForced: true, at: now)
        }
        for place in watches.indices where watches[place].heldSince != nil || keepsSince(ofWatch: place) {
            saveWatch(place, at: now)
        }
        return effects
    }

    /// Takes what was known before a restart, once it may be believed.
    mutating func recall(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        guard let memory = cards[place].memory else { return }
        if memory.mustWait(at: now) {
            // A machine without a battery begins with a time before the one at which it was saved.
            cards[place].memory?.waitsSince = memory.waitsSince ?? now.uptime
            return
        }
        guard memory.isCredible(rule.longestAway, at: now.wall) else { return cards[place].disbelieve() }
        if !memory.hasResumed { cards[place].resumeHolds(memory, at: now) }
        if memory.startHeldAt != nil, now.wall - memory.savedAt > rule.longestAway {
            // Nobody has said for so long that it holds still.
            cards[place].memory?.startHeldAt = nil
            cards[place].startHeldSince = nil
        }
        guard memory.isWaiting else {
            let isUsed = cards[place].inputs.contains(where: \.isRemembered)
            if !isUsed, cards[place].memory?.startHeldAt == nil { cards[place].memory = nil }
            return
        }
        guard let settledAt = brokerWatch.settledAt, now.uptime >= settledAt else { return }
        for (number, input) in memory.inputs where cards[place].inputs.indices.contains(number) {
            cards[place].inputs[number].recall(input, at: now)
        }
        cards[place].memory?.use(at: now.wall)
        // That time has passed since the last news is none.
        guard let news = memory.newsAt,
            cards[place].inputs.allSatisfy({ $0.receivedAt == nil || $0.isRemembered })
        else { return }
        cards[place].lastNews = Moment(wall: news, uptime: now.uptime - max(.zero, now.wall - news))
    }

    /// When a card takes what was known before a restart, on the uptime clock; nil: there is nothing, or nobody knows yet.
    func recallDeadline(_ place: Int) -> Duration? {
        cards[place].memory?.isWaiting == true ? brokerWatch.settledAt : nil
    }

    /// Notes what a message says of an input: what was known of it before says nothing any more.
    mutating func heardAgain(_ number: Int, ofCard place: Int, isAvailability: Bool) {
        guard cards[place].memory != nil else { return }
        if isAvailability {
            cards[place].memory?.inputs[number]?.isAvailable = nil
        } else {
            cards[place].memory?.inputs[number] = nil
        }
    }

    /// Saves that a condition has begun or ceased to hold, at once or before long.
    mutating func noteHold(_ place: Int, _ rule: ActivityRule, at now: Moment) {
        guard holdDeadline(place, rule).map({ $0 <= now.uptime }) ?? false else { return }
        cards[place].holdSavedAt = now.uptime
        saveCard(place, isForced: true, at: now)
    }

    /// When it is to be saved that a condition has begun or ceased to hold, on the uptime clock; nil: it is.
    func holdDeadline(_ place: Int, _ rule: ActivityRule) -> Duration? {
        let card = cards[place]
        guard card.heldSince != card.savedHeldSince, card.memory?.hasResumed ?? true else { return nil }
        // What need not hold for a while is over at once.
        guard card.savedHeldSince != nil || card.holdFor(rule) > .zero else { return nil }
        return card.holdSavedAt.map { $0 + Self.holdSaveInterval } ?? .zero
    }

    /// What of a card's knowledge is saved with it; nil: nothing of it may matter.
    func memory(ofCard place: Int, _ rule: ActivityRule, at now: Moment) -> RuleMemory? {
        let card = cards[place]
        let earlier = card.memory
        guard card.remembers || keepsSince(ofCard: place), !clock.isHolding else {
            return earlier.flatMap { $0.isWaiting || $0.startHeldAt != nil ? $0 : nil }
        }
        let isWaiting = earlier?.isWaiting ?? false
        var memory = RuleMemory(savedAt: isWaiting ? earlier?.savedAt ?? now.wall : now.wall)
        for (number, input) in rule.inputs.enumerated() {
            memory.inputs[number] =
                earlier?.inputs[number] ?? InputMemory(card.inputs[number], input, at: now)
        }
        func wall(_ since: Duration?) -> Timestamp? { since.map { now.wall - (now.uptime - $0) } }
        memory.startHeldAt = earlier?.startHeldAt ?? (card.phase == .idle ? wall(card.startHeldSince) : nil)
        memory.endHeldAt = earlier?.endHeldAt ?? (card.phase == .ongoing ? wall(card.endHeldSince) : nil)
        memory.newsAt = isWaiting ? earlier?.newsAt : card.lastNews?.wall
        memory.isFarewell = isEnding && !isWaiting
        memory.holdIsStored = card.phase == .idle ? card.startIsStored : card.endIsStored
        return memory
    }

    /// Takes what a watch knew before a restart, but for the input that a message is about, once it may be believed.
    ///
    /// The message is what is news: by itself what was known tells nobody anything.
    mutating func recallWatch(_ place: Int, but number: Int, isAvailability: Bool, at now: Moment) {
        guard watches[place].memory != nil, !clock.isHolding else { return }
        if isAvailability {
            watches[place].memory?.inputs[number]?.isAvailable = nil
        } else {
            watches[place].memory?.inputs[number] = nil
        }
        guard let memory = watches[place].memory, memory.isCredible(RuleMemory.longestAway, at: now.wall)
        else { return watches[place].memory = nil }
        guard let settledAt = brokerWatch.settledAt, now.uptime >= settledAt else { return }
        for (number, input) in memory.inputs where watches[place].inputs.indices.contains(number) {
            watches[place].inputs[number].recall(input, at: now)
        }
        watches[place].memory = nil
    }

    /// What of a watch's knowledge is saved with it: that which bears on what must hold for a while yet.
    func memory(ofWatch place: Int, _ rule: NotificationRule, at now: Moment) -> RuleMemory? {
        let earlier = watches[place].memory
        guard watches[place].heldSince != nil || keepsSince(ofWatch: place), !rule.inputs.isEmpty else {
            return sinceReaders.notifications[watches[place].rule] == nil ? nil : earlier
        }
        guard !clock.isHolding else { return earlier }
        var memory = RuleMemory(savedAt: earlier?.savedAt ?? now.wall)
        memory.isFarewell = isEnding && earlier == nil
        for (number, input) in rule.inputs.enumerated() {
            memory.inputs[number] =
                earlier?.inputs[number] ?? InputMemory(watches[place].inputs[number], input, at: now)
        }
        return memory
    }

    /// Whether what a condition says rests only on what was known before a restart.
    func isOld(_ condition: Condition, _ place: Int, _ rule: ActivityRule) -> Bool {
        guard cards[place].memory != nil else { return false }
        let names = condition.when.template.freeNames
        let read = cards[place].inputs.filter { names.contains($0.name) && $0.receivedAt != nil }
        return !read.isEmpty && read.allSatisfy(\.isRemembered)
    }
}

extension Card {
    /// Whether what it knows matters after a restart: it is on, or `start` must hold for a while yet.
    var remembers: Bool { phase != .idle || startHeldSince != nil }

    /// Whether nothing is left to save: `start` held for a while once, and it never came on.
    var isForgettable: Bool {
        run == nil && phase == .idle && startHeldSince == nil && isArmed && starts.isEmpty
            && slot.acknowledged == nil && slot.uncertain.isEmpty && slot.inFlight == nil
    }

    /// Since when the condition holds that the card waits for, on the uptime clock.
    var heldSince: Duration? { phase == .idle ? startHeldSince : endHeldSince }

    /// For how long that condition must hold.
    func holdFor(_ rule: ActivityRule) -> Duration {
        phase == .idle ? rule.start.holdFor : rule.end?.holdFor ?? .zero
    }

    /// Counts what held before a restart from when it began.
    fileprivate mutating func resumeHolds(_ memory: RuleMemory, at now: Moment) {
        func uptime(_ wall: Timestamp) -> Duration { now.uptime - max(.zero, now.wall - wall) }
        if phase == .idle, let held = memory.startHeldAt {
            startHeldSince = uptime(held)
            startIsStored = memory.holdIsStored
        }
        if phase == .ongoing, let held = memory.endHeldAt {
            endHeldSince = uptime(held)
            endIsStored = memory.holdIsStored
        }
        savedHeldSince = heldSince
        self.memory?.hasResumed = true
    }

    /// Forgets what was known before a restart: nobody listened for too long.
    fileprivate mutating func disbelieve() {
        if memory?.startHeldAt != nil { startHeldSince = nil }
        if memory?.endHeldAt != nil { endHeldSince = nil }
        memory = nil
        for place in inputs.indices { inputs[place].disbelieve() }
        for place in previous.indices { previous[place].disbelieve() }
    }
}
