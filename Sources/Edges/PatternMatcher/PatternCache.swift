import Synchronization
import Templates

/// The expressions that were compiled last.
final class PatternCache: Sendable {
    private struct Key: Hashable {
        let expression: String
        let ignoresCase: Bool
    }

    /// More are thrown away all at once: mappings have few.
    private static let capacity = 256

    private let patterns = Mutex<[Key: Pattern]>([:])

    func pattern(
        _ expression: String,
        ignoresCase: Bool,
        make: () throws(PatternError) -> Pattern
    ) throws(PatternError) -> Pattern {
        let key = Key(expression: expression, ignoresCase: ignoresCase)
        if let known = patterns.withLock({ $0[key] }) { return known }
        let fresh = try make()
        patterns.withLock { patterns in
            if patterns.count >= Self.capacity { patterns.removeAll() }
            patterns[key] = fresh
        }
        return fresh
    }
}
