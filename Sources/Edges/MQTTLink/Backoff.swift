/// How long to wait before the next attempt: doubled each time, capped, with jitter.
struct Backoff {
    private let first: Duration
    private let last: Duration
    private var failures = 0

    init(first: Duration, last: Duration) {
        self.first = max(.milliseconds(10), first)
        self.last = max(first, last)
    }

    /// Something worked for a while: the next failure counts as the first.
    mutating func reset() {
        failures = 0
    }

    /// The wait after one more failure, between half and the whole of its step.
    ///
    /// - Parameters:
    ///   - minimum: the least whole step, for failures that nobody repairs within seconds.
    ///   - random: a number from 0 to 1.
    /// - Returns: the wait.
    mutating func next(minimum: Duration = .zero, random: Double = .random(in: 0...1)) -> Duration {
        var step = first
        for _ in 0..<min(failures, 20) where step < last { step = step * 2 }
        failures += 1
        step = max(min(step, last), min(minimum, last * 2))
        return step / 2 + .microseconds(Int64((step / 2).inMicroseconds * random))
    }
}

extension Duration {
    fileprivate var inMicroseconds: Double {
        Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
    }
}
