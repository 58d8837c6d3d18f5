/// The variables of a template, a macro's call or a recursive loop's round; nil is a name without a value.
final class Frame {
    let run: Run
    let outer: Frame?
    var slots: [Value?]

    init(run: Run, outer: Frame?, count: Int) {
        self.run = run
        self.outer = outer
        self.slots = [Value?](repeating: nil, count: count)
    }

    func slot(_ address: SlotAddress) -> Value? {
        var frame = self
        for _ in 0..<address.level {
            guard let outer = frame.outer else { return nil }
            frame = outer
        }
        return frame.slots[address.index]
    }
}

/// Where a variable is: how many frames out, and which one there.
struct SlotAddress: Sendable {
    let level: Int
    let index: Int
}
