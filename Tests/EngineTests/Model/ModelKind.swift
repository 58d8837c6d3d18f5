import TestSupport

/// What a home is like; each seed has one of its own.
struct ModelKind {
    /// One or two.
    var accounts = 1
    /// Whether the account has the limits of the free plan.
    var isCapped = false
    /// Whether somebody else puts cards on, too.
    var hasOthers = false
    /// Whether the clock is set now and then.
    var setsClock = false

    init(_ random: inout SeededGenerator) {
        if random.oneIn(3) { accounts = 2 }
        isCapped = random.oneIn(5)
        hasOthers = random.oneIn(3) && !isCapped
        setsClock = random.oneIn(3)
    }
}
