import Values

/// The functions of the language.
enum Functions {
    static let all: [Builtin] =
        [
            range, dict, namespace, cycler, joiner, now, utcnow, timedelta, strptime, set, tuple,
            SequenceFilters.function("min", isMaximum: false),
            SequenceFilters.function("max", isMaximum: true),
            urlencode, mergeResponse, lipsum,
        ] + MathFilters.all + DateFilters.shared + SetFilters.all
        + EncodingFilters.all.filter {
            ["md5", "sha1", "sha256", "sha512", "pack", "unpack"].contains($0.name)
        }
        + [
            NumberFilters.int, NumberFilters.float, NumberFilters.bool, NumberFilters.isNumber,
            NumberFilters.bitwiseAnd, NumberFilters.bitwiseOr, NumberFilters.bitwiseXor, NumberFilters.clamp,
            NumberFilters.wrap, NumberFilters.remap, TextFilters.slugify, GeneralFilters.iif,
            GeneralFilters.typeof,
            GeneralFilters.version, GeneralFilters.apply, GeneralFilters.asFunction,
            GeneralFilters.combineZip,
        ]

    static let range = Builtin("range", "*args") { a, run throws(TemplateError) in
        var numbers: [Int] = []
        for value in a.rest {
            guard let number = value.int else {
                throw value.unusable
                    ?? .failed(
                        "'range' wants whole numbers, not a \(value.typeName)",
                        hint: "convert with | int first"
                    )
            }
            guard number.magnitude < 1 << 61 else { throw .limit("the range is too large") }
            numbers.append(number)
        }
        guard (1...3).contains(numbers.count) else { throw .failed("'range' takes one to three numbers") }
        let step = numbers.count == 3 ? numbers[2] : 1
        guard step != 0 else { throw .failed("the step of 'range' cannot be 0") }
        let range =
            numbers.count == 1
            ? ValueRange(start: 0, stop: numbers[0], step: 1)
            : ValueRange(start: numbers[0], stop: numbers[1], step: step)
        guard range.count <= Limits.range else {
            throw .limit("the range has more than \(Limits.range) numbers")
        }
        return .range(range)
    }

    static let dict = Builtin("dict", "*args, **kwargs") { a, run throws(TemplateError) in
        guard a.rest.count <= 1 else { throw .failed("'dict' takes one value by place") }
        return .dict(try dictionary(a, run))
    }

    /// The mapping that `dict` and `namespace` make of their arguments.
    private static func dictionary(_ a: Arguments, _ run: Run) throws(TemplateError) -> ValueDictionary {
        var result = ValueDictionary()
        for source in a.rest {
            if let error = source.unusable { throw error }
            if case .dict(let dictionary) = source {
                for (key, value) in dictionary { result[key] = value }
                continue
            }
            for item in try run.items(source) {
                let pair = try run.items(item)
                guard pair.count == 2 else {
                    throw .failed("a mapping is made of pairs, not of \(pair.count) values")
                }
                try run.checkHashable(pair[0])
                try run.make(1)
                result[pair[0]] = pair[1]
            }
        }
        for (name, value) in a.named { result[.string(name)] = value }
        try run.noteNesting(a.named.map(\.value))
        return result
    }

    static let namespace = Builtin("namespace", "*args, **kwargs") { a, run throws(TemplateError) in
        try run.register(Namespace(try dictionary(a, run)), .namespace)
    }

    static let cycler = Builtin("cycler", "*items") { a, run throws(TemplateError) in
        guard !a.rest.isEmpty else { throw .failed("'cycler' needs items") }
        return try run.register(Cycler(a.rest), .cycler)
    }

    static let joiner = Builtin("joiner", "sep=") { a, run throws(TemplateError) in
        try run.register(Joiner(a[0] ?? .string(", ")), .joiner)
    }

    static let now = Builtin("now", "") { a, run throws(TemplateError) in .datetime(try run.now()) }

    static let utcnow = Builtin("utcnow", "") { a, run throws(TemplateError) in
        guard let now = DateTime(utc: Int(run.scope.now.microseconds), zone: .utc) else {
            throw Run.beyondCalendar
        }
        return .datetime(now)
    }

    static let timedelta = Builtin(
        "timedelta",
        "days=, seconds=, microseconds=, milliseconds=, minutes=, hours=, weeks="
    ) { a, run throws(TemplateError) in
        let units = [TimeDelta.day, 1_000_000, 1, 1_000, 60_000_000, 3_600_000_000, 7 * TimeDelta.day]
        var whole = 0
        var fraction = 0.0
        for (place, unit) in units.enumerated() {
            guard let value = a[place] else { continue }
            guard let number = Number(value) else {
                throw value.unusable
                    ?? .failed(
                        "'timedelta' wants numbers, not a \(value.typeName)",
                        hint: "convert with | int first"
                    )
            }
            switch number {
            case .int(let count):
                let (part, overflow) = count.multipliedReportingOverflow(by: unit)
                let (sum, overflow2) = whole.addingReportingOverflow(part)
                if overflow || overflow2 { throw .failed("the duration is too long") }
                whole = sum
            case .float(let count):
                // The whole part of a fraction is added exactly, the rest at the end.
                let exact = count.rounded(.towardZero)
                guard let steps = Int(exactly: exact), steps.magnitude < 1 << 40 else {
                    throw .failed("the duration is too long")
                }
                let (part, overflow) = steps.multipliedReportingOverflow(by: unit)
                let (sum, overflow2) = whole.addingReportingOverflow(part)
                if overflow || overflow2 { throw .failed("the duration is too long") }
                whole = sum
                fraction += (count - exact) * Double(unit)
            case .big: throw .failed("the duration is too long")
            }
        }
        let (total, overflow) = whole.addingReportingOverflow(Int(fraction.rounded(.toNearestOrEven)))
        if overflow { throw .failed("the duration is too long") }
        return .timedelta(TimeDelta(microseconds: total))
    }

    static let strptime = Builtin("strptime", "string, fmt, default=") { a, run throws(TemplateError) in
        if let text = a.value(0).text, let format = a.value(1).text,
            let moment = TimeParser(format: format)?.parse(text)
        {
            return .datetime(moment)
        }
        return try run.orDefault(a[2], "strptime", a.value(0))
    }

    static let set = Builtin("set", "value") { a, run throws(TemplateError) in
        .set(try run.set(of: a.value(0)))
    }

    static let tuple = Builtin("tuple", "value") { a, run throws(TemplateError) in
        let items = try run.items(a.value(0))
        try run.make(items.count)
        return .tuple(items)
    }

    static let urlencode = Builtin("urlencode", "value") { a, run throws(TemplateError) in
        var pairs: [(Value, Value)] = []
        if case .dict(let dictionary) = a.value(0) {
            pairs = dictionary.map { ($0.key, $0.value) }
        } else {
            let items = try run.items(a.value(0))
            if let first = items.first, first.text != nil || first.isList {
                throw .failed("'urlencode' wants a mapping or pairs")
            }
            for item in items {
                let parts = try run.items(item)
                guard parts.count == 2 else { throw .failed("'urlencode' wants a mapping or pairs") }
                pairs.append((parts[0], parts[1]))
            }
        }
        var parts: [String] = []
        for (key, value) in pairs {
            let name = try HTMLFilters.quoted(key, run, keepsSlash: false, plus: true)
            parts.append(name + "=" + (try HTMLFilters.quoted(value, run, keepsSlash: false, plus: true)))
        }
        return .string(parts.joined(separator: "&"))
    }

    static let mergeResponse = Builtin("merge_response", "value") { a, run throws(TemplateError) in
        guard case .dict(let responses) = a.value(0) else {
            throw .failed("'merge_response' wants a mapping")
        }
        var result: [Value] = []
        var isSingleList = false
        for (entity, response) in responses {
            guard case .dict(let fields) = response else {
                throw .failed("'merge_response' wants mappings inside")
            }
            for (key, value) in fields {
                guard fields.count == 1, case .list(let items) = value else { break }
                isSingleList = true
                for item in items {
                    guard case .dict(var pairs) = item else {
                        result.append(item)
                        continue
                    }
                    guard pairs[text: "entity_id"] == nil else {
                        throw .failed("the response has an 'entity_id' already")
                    }
                    pairs[.string("entity_id")] = entity
                    pairs[.string("value_key")] = key
                    result.append(.dict(pairs))
                }
            }
            if !isSingleList {
                guard fields[text: "entity_id"] == nil else {
                    throw .failed("the response has an 'entity_id' already")
                }
                var pairs = fields
                pairs[.string("entity_id")] = entity
                result.append(.dict(pairs))
            }
            try run.make(result.count)
        }
        return .list(result)
    }

    /// Filler text, the same each time.
    static let lipsum = Builtin("lipsum", "n=, html=, min=, max=") { a, run throws(TemplateError) in
        let sentence = "Lorem ipsum dolor sit amet, consectetur adipiscing elit."
        let count = max(0, try a.int(0, or: 5))
        try run.make(count * 64)
        let isHTML = try a.flag(1, run, or: true)
        let paragraphs = (0..<count).map { _ in isHTML ? "<p>\(sentence)</p>" : sentence }
        let text = paragraphs.joined(separator: isHTML ? "\n" : "\n\n")
        return isHTML ? .markup(text) : .string(text)
    }
}
