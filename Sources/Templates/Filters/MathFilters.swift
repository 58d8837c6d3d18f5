/// Mathematics: filters that are functions, too.
enum MathFilters {
    static let all: [Builtin] = [sin, cos, tan, asin, acos, atan, atan2, sqrt, log, average, median, mode]

    private static func unary(
        _ name: String,
        _ function: @escaping @Sendable (Double) -> Double?
    ) -> Builtin {
        Builtin(name, "value, default=") { a, run throws(TemplateError) in
            guard let number = try run.float(a.value(0)), let result = function(number) else {
                return try run.orDefault(a[1], name, a.value(0))
            }
            return .float(result)
        }
    }

    static let sin = unary("sin") { $0.isInfinite ? nil : librarySin($0) }
    static let cos = unary("cos") { $0.isInfinite ? nil : libraryCos($0) }
    static let tan = unary("tan") { $0.isInfinite ? nil : libraryTan($0) }
    static let asin = unary("asin") { $0.magnitude > 1 ? nil : libraryAsin($0) }
    static let acos = unary("acos") { $0.magnitude > 1 ? nil : libraryAcos($0) }
    static let atan = unary("atan") { libraryAtan($0) }
    static let sqrt = unary("sqrt") { $0 < 0 ? nil : $0.squareRoot() }

    static let atan2 = Builtin("atan2", "*args, default=") { a, run throws(TemplateError) in
        var values = a.rest
        var fallback = a[0]
        if values.count <= 2, let pair = values.first?.items {
            if values.count == 2, fallback == nil { fallback = values[1] }
            values = pair
        } else if values.count == 3, fallback == nil {
            fallback = values[2]
        }
        guard values.count >= 2 else { throw .failed("'atan2' needs two numbers") }
        guard let y = try run.float(values[0]), let x = try run.float(values[1]) else {
            return try run.orDefault(fallback, "atan2", .tuple(a.rest))
        }
        return .float(libraryAtan2(y, x))
    }

    static let log = Builtin("log", "value, base=, default=") { a, run throws(TemplateError) in
        let fallback = a[2]
        let base = a[1] ?? .float(2.718281828459045)
        guard let baseNumber = try run.float(base) else { return try run.orDefault(fallback, "log", base) }
        guard let number = try run.float(a.value(0)), number > 0 || number.isNaN,
            baseNumber > 0 || baseNumber.isNaN
        else { return try run.orDefault(fallback, "log", a.value(0)) }
        let divisor = libraryLog(baseNumber)
        guard divisor != 0 else { return try run.orDefault(fallback, "log", base) }
        return .float(libraryLog(number) / divisor)
    }

    /// The elements of a call such as `average(list)`, `average(1, 2)` or `list | average(default)`.
    private static func elements(_ a: Arguments, _ run: Run, _ name: String) throws(TemplateError) -> (
        items: [Value], fallback: Value?
    ) {
        guard let first = a.rest.first else { throw .failed("'\(name)' needs values") }
        if run.isIterable(first) {
            let fallback = a[0] ?? (a.rest.count > 1 ? a.rest[1] : nil)
            do throws(TemplateError) {
                return (try run.items(first), fallback)
            } catch {
                // A generator that fails on the way is a value without an average.
                guard error.code == .failed, fallback != nil else { throw error }
                return ([], fallback)
            }
        }
        guard a.rest.count > 1 else {
            throw first.unusable ?? .failed("'\(name)' wants a list, not a \(first.typeName)")
        }
        return (a.rest, a[0])
    }

    static let average = Builtin("average", "*args, default=") { a, run throws(TemplateError) in
        let (items, fallback) = try elements(a, run, "average")
        try run.step(items.count)
        var numbers: [Double] = []
        for item in items {
            guard let number = Number(item) else {
                if let error = item.unusable { throw error }
                return try run.orDefault(fallback, "average", .list(items))
            }
            numbers.append(try run.finite(number))
        }
        guard !numbers.isEmpty else { return try run.orDefault(fallback, "average", .list(items)) }
        return .float(ExactSum.sum(numbers) / Double(numbers.count))
    }

    static let median = Builtin("median", "*args, default=") { a, run throws(TemplateError) in
        let (items, fallback) = try elements(a, run, "median")
        guard !items.isEmpty else { return try run.orDefault(fallback, "median", .list(items)) }
        let sorted: [Value]
        do throws(TemplateError) {
            sorted = try Sorting.sorted(items, run) { $0 }
            let middle = sorted.count / 2
            if sorted.count % 2 == 1 { return sorted[middle] }
            let sum = try run.apply(.add, sorted[middle - 1], sorted[middle])
            return try run.apply(.divide, sum, .int(2))
        } catch {
            guard error.code == .failed else { throw error }
            return try run.orDefault(fallback, "median", .list(items))
        }
    }

    static let mode = Builtin("statistical_mode", "*args, default=") { a, run throws(TemplateError) in
        guard let first = a.rest.first else { throw .failed("'statistical_mode' needs values") }
        var fallback = a[0]
        let items: [Value]
        if a.rest.count == 1, run.isIterable(first) {
            items = try run.items(first)
        } else if let list = first.items {
            items = list
            if fallback == nil, a.rest.count > 1 { fallback = a.rest[1] }
        } else {
            guard a.rest.count > 1 else {
                throw .failed("'statistical_mode' wants a list, not a \(first.typeName)")
            }
            items = a.rest
        }
        guard !items.isEmpty, items.allSatisfy(\.isHashable) else {
            return try run.orDefault(fallback, "statistical_mode", .list(items))
        }
        try run.step(items.count)
        var counts: [Value: Int] = [:]
        for item in items { counts[item, default: 0] += 1 }
        var best = items[0]
        for item in items where counts[item, default: 0] > counts[best, default: 0] { best = item }
        return best
    }
}

/// Sums of numbers with a fraction.
enum ExactSum {
    /// The sum, rounded once (Shewchuk's algorithm, as Python's `fsum`).
    static func sum(_ numbers: [Double]) -> Double {
        guard numbers.allSatisfy(\.isFinite) else { return numbers.reduce(0, +) }
        var partials: [Double] = []
        for number in numbers {
            var x = number
            var kept: [Double] = []
            for partial in partials {
                var y = partial
                if x.magnitude < y.magnitude { swap(&x, &y) }
                let high = x + y
                let low = y - (high - x)
                if low != 0 { kept.append(low) }
                x = high
            }
            partials = kept + [x]
        }
        return total(partials)
    }

    private static func total(_ partials: [Double]) -> Double {
        var rest = partials
        guard var high = rest.popLast() else { return 0 }
        var low = 0.0
        while let y = rest.popLast() {
            let x = high
            high = x + y
            low = y - (high - x)
            if low != 0 { break }
        }
        // Half-way cases are decided by the next partial.
        if let next = rest.last, (low < 0 && next < 0) || (low > 0 && next > 0) {
            let y = low * 2
            let x = high + y
            if y == x - high { high = x }
        }
        return high
    }

    /// Python's `sum`, which keeps what is lost on the way (Neumaier's algorithm).
    struct Running {
        private(set) var total: Double
        private var lost = 0.0

        init(_ total: Double) {
            self.total = total
        }

        mutating func add(_ number: Double) {
            let sum = total + number
            lost += total.magnitude >= number.magnitude ? (total - sum) + number : (number - sum) + total
            total = sum
        }

        mutating func addPlainly(_ number: Double) { total += number }

        var result: Double { lost != 0 && lost.isFinite ? total + lost : total }
    }
}
