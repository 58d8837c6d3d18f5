extension Run {
    /// `+` of what is no number; nil where there is no such sum.
    func sum(_ left: Value, _ right: Value) throws(TemplateError) -> Value? {
        switch (left, right) {
        case (.string(let a), .string(let b)):
            try make(a.utf8.count + b.utf8.count)
            return .string(a + b)
        case (.markup(let a), .markup(let b)): return .markup(a + b)
        case (.markup(let a), .string(let b)): return .markup(a + MarkupText.escape(b))
        case (.string(let a), .markup(let b)): return .markup(MarkupText.escape(a) + b)
        case (.list(let a), .list(let b)):
            try make(a.count + b.count)
            return .list(a + b)
        case (.bytes(let a), .bytes(let b)):
            try make(a.count + b.count)
            return .bytes(a + b)
        default: break
        }
        if let a = left.tuplePart, let b = right.tuplePart {
            try make(a.count + b.count)
            return .tuple(a + b)
        }
        return try timeSum(left, right)
    }

    private func timeSum(_ left: Value, _ right: Value) throws(TemplateError) -> Value? {
        switch (left, right) {
        case (.timedelta(let a), .timedelta(let b)):
            let (sum, overflow) = a.microseconds.addingReportingOverflow(b.microseconds)
            return .timedelta(TimeDelta(microseconds: try inRange(sum, overflow)))
        case (.datetime(let a), .timedelta(let b)), (.timedelta(let b), .datetime(let a)):
            guard let result = a.adding(b.microseconds) else { throw Self.beyondCalendar }
            return .datetime(result)
        case (.date(let a), .timedelta(let b)), (.timedelta(let b), .date(let a)):
            guard let result = CivilDate(daysSinceEpoch: a.daysSinceEpoch + b.days) else {
                throw Self.beyondCalendar
            }
            return .date(result)
        default: return nil
        }
    }

    static let beyondCalendar = TemplateError.failed("the date is not between the years 1 and 9999")

    private func inRange(_ microseconds: Int, _ overflow: Bool) throws(TemplateError) -> Int {
        if overflow { throw .failed("the duration is too long") }
        return microseconds
    }

    /// `-` of what is no number.
    func difference(_ left: Value, _ right: Value) throws(TemplateError) -> Value? {
        switch (left, right) {
        case (.set(let a), .set(let b)): return .set(a.difference(b))
        case (.timedelta(let a), .timedelta(let b)):
            let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
            return .timedelta(TimeDelta(microseconds: try inRange(difference, overflow)))
        case (.datetime(let a), .datetime(let b)):
            guard let distance = a.distance(from: b) else {
                throw .failed(
                    "a time with a zone cannot be subtracted from one without",
                    hint: "use | as_local"
                )
            }
            return .timedelta(TimeDelta(microseconds: distance))
        case (.datetime(let a), .timedelta(let b)):
            guard let result = a.adding(0 &- b.microseconds) else { throw Self.beyondCalendar }
            return .datetime(result)
        case (.date(let a), .date(let b)):
            let days = a.daysSinceEpoch - b.daysSinceEpoch
            return .timedelta(TimeDelta(microseconds: days * TimeDelta.day))
        case (.date(let a), .timedelta(let b)):
            guard let result = CivilDate(daysSinceEpoch: a.daysSinceEpoch - b.days) else {
                throw Self.beyondCalendar
            }
            return .date(result)
        default: return nil
        }
    }

    /// `*` of what is no pair of numbers.
    func product(_ left: Value, _ right: Value) throws(TemplateError) -> Value? {
        if case .timedelta(let duration) = left { return try scaled(duration, right) }
        if case .timedelta(let duration) = right { return try scaled(duration, left) }
        if let count = right.int { return try repeated(left, count) }
        if let count = left.int { return try repeated(right, count) }
        return nil
    }

    private func scaled(_ duration: TimeDelta, _ factor: Value) throws(TemplateError) -> Value? {
        if let whole = factor.int {
            let (product, overflow) = duration.microseconds.multipliedReportingOverflow(by: whole)
            return .timedelta(TimeDelta(microseconds: try inRange(product, overflow)))
        }
        guard case .float(let number) = factor else { return nil }
        return try rounded(Double(duration.microseconds) * number)
    }

    private func rounded(_ microseconds: Double) throws(TemplateError) -> Value {
        guard let result = TimeDelta(rounding: microseconds) else {
            throw .failed("the duration is too long")
        }
        return .timedelta(result)
    }

    private func repeated(_ value: Value, _ count: Int) throws(TemplateError) -> Value? {
        let times = max(0, count)
        func check(_ size: Int) throws(TemplateError) {
            let (total, overflow) = size.multipliedReportingOverflow(by: times)
            try make(overflow ? .max : total)
        }
        switch value {
        case .string(let text):
            try check(text.utf8.count)
            return .string(String(repeating: text, count: text.isEmpty ? 0 : times))
        case .markup(let text):
            try check(text.utf8.count)
            return .markup(String(repeating: text, count: text.isEmpty ? 0 : times))
        case .list(let items):
            try check(items.count)
            return .list(Array(repeatElement(items, count: items.isEmpty ? 0 : times).joined()))
        case .tuple, .record:
            let items = value.tuplePart ?? []
            try check(items.count)
            return .tuple(Array(repeatElement(items, count: items.isEmpty ? 0 : times).joined()))
        case .bytes(let bytes):
            try check(bytes.count)
            return .bytes(Array(repeatElement(bytes, count: bytes.isEmpty ? 0 : times).joined()))
        default: return nil
        }
    }

    /// `/`, `//` and `%` of durations.
    func durations(
        _ operation: BinaryOperator,
        _ left: Value,
        _ right: Value
    ) throws(TemplateError) -> Value? {
        guard case .timedelta(let a) = left else { return nil }
        if case .timedelta(let b) = right {
            guard b.microseconds != 0 else { throw Self.divisionByZero }
            switch operation {
            case .divide: return .float(Double(a.microseconds) / Double(b.microseconds))
            case .floorDivide: return .int(floorDivide(a.microseconds, b.microseconds))
            default: return .timedelta(TimeDelta(microseconds: floorModulo(a.microseconds, b.microseconds)))
            }
        }
        if let whole = right.int {
            guard whole != 0 else { throw Self.divisionByZero }
            switch operation {
            case .divide:
                let exact = ExactDecimal.divideHalfEven(
                    BigInteger(isNegative: false, limbs: BigInteger(a.microseconds).limbs),
                    BigInteger(isNegative: false, limbs: BigInteger(whole).limbs)
                )
                let isNegative = (a.microseconds < 0) != (whole < 0)
                return .timedelta(TimeDelta(microseconds: (exact.int ?? 0) * (isNegative ? -1 : 1)))
            case .floorDivide: return .timedelta(TimeDelta(microseconds: floorDivide(a.microseconds, whole)))
            default: return nil
            }
        }
        guard operation == .divide, case .float(let number) = right else { return nil }
        guard number != 0 else { throw Self.divisionByZero }
        return try rounded(Double(a.microseconds) / number)
    }
}

extension Value {
    fileprivate var tuplePart: [Value]? {
        switch self {
        case .tuple(let items): items
        case .record(let record): record.items
        default: nil
        }
    }
}
