/// Python's methods of lists, tuples, dictionaries, sets and ranges.
enum CollectionMethods {
    static let list: [Builtin] =
        sequence + [
            Builtin("copy", "self") { a, run throws(TemplateError) in a.value(0) }
        ]
    static let tuple: [Builtin] = sequence
    static let range: [Builtin] = sequence

    private static let sequence: [Builtin] = [
        Builtin("count", "self, value") { a, run throws(TemplateError) in
            let items = try run.items(a.value(0))
            try run.step(items.count / 8)
            return .int(items.filter { $0 == a.value(1) }.count)
        },
        Builtin("index", "self, value, start=, stop=") { a, run throws(TemplateError) in
            let items = try run.items(a.value(0))
            try run.step(items.count / 8)
            var start = try a.int(2, or: 0)
            var stop = try a.int(3, or: items.count)
            if start < 0 { start = max(0, start + items.count) }
            if stop < 0 { stop += items.count }
            for place in items.indices where place >= start && place < stop && items[place] == a.value(1) {
                return .int(place)
            }
            throw .failed("the value is not in the list")
        },
    ]

    static let dict: [Builtin] = [
        Builtin("get", "self, key, default=") { a, run throws(TemplateError) in
            guard case .dict(let dictionary) = a.value(0) else { return .none }
            try run.checkHashable(a.value(1))
            return dictionary[a.value(1)] ?? a[2] ?? .none
        },
        view(.keys), view(.values), view(.items),
        Builtin("copy", "self") { a, run throws(TemplateError) in a.value(0) },
        Builtin("fromkeys", "self, iterable, value=") { a, run throws(TemplateError) in
            var result = ValueDictionary()
            for key in try run.items(a.value(1)) {
                try run.checkHashable(key)
                try run.make(1)
                result[key] = a[2] ?? Value.none
            }
            return .dict(result)
        },
    ]

    private static func view(_ kind: DictionaryView.Kind) -> Builtin {
        Builtin(kind.rawValue, "self") { a, run throws(TemplateError) in
            guard case .dict(let dictionary) = a.value(0) else { return .none }
            if kind != .keys { try run.noteNesting(dictionary.values) }
            return .view(DictionaryView(kind: kind, dictionary: dictionary))
        }
    }

    static let set: [Builtin] = [
        combining("union"), combining("intersection"), combining("difference"),
        combining("symmetric_difference"),
        relation("issubset") { $0.isSubset(of: $1) }, relation("issuperset") { $1.isSubset(of: $0) },
        relation("isdisjoint") { left, right in !left.items.contains { right.contains($0) } },
        Builtin("copy", "self") { a, run throws(TemplateError) in a.value(0) },
    ]

    private static func combining(_ name: String) -> Builtin {
        Builtin(name, "self, *others") { a, run throws(TemplateError) in
            guard case .set(var result) = a.value(0) else { return .none }
            if a.rest.isEmpty { result = result.copied() }
            for value in a.rest {
                if case .set(let other) = value {
                    result = SetFilters.combine(name, result, other)
                    continue
                }
                let items = try run.items(value)
                let other = try run.set(of: .list(items))
                switch name {
                case "union": result = result.union(elements: items)
                case "intersection": result = result.intersection(elements: items)
                case "difference": result = result.difference(elements: items)
                default: result = result.symmetricDifference(other, isCopied: true)
                }
            }
            return .set(result)
        }
    }

    private static func relation(
        _ name: String,
        _ holds: @escaping @Sendable (ValueSet, ValueSet) -> Bool
    ) -> Builtin {
        Builtin(name, "self, other") { a, run throws(TemplateError) in
            .bool(holds(try run.set(of: a.value(0)), try run.set(of: a.value(1))))
        }
    }
}

/// Python's methods of numbers.
enum NumberMethods {
    static let int: [Builtin] = [
        Builtin("bit_length", "self") { a, run throws(TemplateError) in
            .int(Number(a.value(0))?.whole?.bitWidth ?? 0)
        },
        Builtin("bit_count", "self") { a, run throws(TemplateError) in
            .int((Number(a.value(0))?.whole?.limbs ?? []).reduce(0) { $0 + $1.nonzeroBitCount })
        },
        Builtin("is_integer", "self") { a, run throws(TemplateError) in .bool(true) },
        Builtin("conjugate", "self") { a, run throws(TemplateError) in try run.plus(a.value(0)) },
        Builtin("as_integer_ratio", "self") { a, run throws(TemplateError) in
            .tuple([try run.plus(a.value(0)), .int(1)])
        },
        Builtin("to_bytes", "self, length=, byteorder=, *, signed=") { a, run throws(TemplateError) in
            guard let number = Number(a.value(0))?.whole else { return .none }
            let length = try a.int(1, or: 1)
            try run.make(max(0, length))
            let isSigned = try a.flag(3, run)
            let bits = max(0, length) * 8
            let fits =
                number.isNegative
                ? isSigned && (number + BigInteger(1)).bitWidth < bits
                : number.bitWidth <= (isSigned ? bits - 1 : bits)
            guard fits || number.isZero else { throw .failed("the number does not fit \(length) bytes") }
            var rest = number.isNegative ? number + BigInteger(1).shifted(left: bits) : number
            var bytes: [UInt8] = []
            for _ in 0..<max(0, length) {
                bytes.append(UInt8(truncatingIfNeeded: rest.limbs.first ?? 0))
                rest = rest.shifted(right: 8)
            }
            return .bytes(try a.text(2, or: "big") == "big" ? bytes.reversed() : bytes)
        },
    ]

    static let float: [Builtin] = [
        Builtin("is_integer", "self") { a, run throws(TemplateError) in
            guard case .float(let number) = a.value(0) else { return .bool(false) }
            return .bool(number.isFinite && number == number.rounded())
        },
        Builtin("conjugate", "self") { a, run throws(TemplateError) in a.value(0) },
        Builtin("as_integer_ratio", "self") { a, run throws(TemplateError) in
            guard case .float(let number) = a.value(0), number.isFinite else {
                throw .failed("the number has no ratio")
            }
            var (significand, exponent) = ExactDecimal.parts(number.magnitude)
            while significand != 0, significand & 1 == 0, exponent < 0 {
                significand >>= 1
                exponent += 1
            }
            if significand == 0 { return .tuple([.int(0), .int(1)]) }
            let top = BigInteger(number < 0 ? -significand : significand).shifted(left: max(0, exponent))
            return .tuple([Value(top), Value(BigInteger(1).shifted(left: max(0, -exponent)))])
        },
    ]
}
