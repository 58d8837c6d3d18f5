extension ZoneRules {
    /// Reads a zone file (TZif, version 2 or later); nil where the bytes are none.
    package convenience init?(name: String, tzif bytes: [UInt8]) {
        var reader = ZoneFileReader(bytes: bytes)
        guard let file = reader.read() else { return nil }
        self.init(name: name, first: file.first, changes: file.changes, yearly: file.yearly)
    }
}

private struct ZoneFileReader {
    let bytes: [UInt8]
    var place = 0

    struct File {
        let first: ZoneRules.Period
        let changes: [ZoneRules.Change]
        let yearly: POSIXRule?
    }

    struct Counts {
        let utcIndicators, standardIndicators, leaps, times, types, characters: Int

        func size(timeBytes: Int) -> Int {
            times * timeBytes + times + types * 6 + characters + leaps * (timeBytes + 4) + standardIndicators
                + utcIndicators
        }
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func read() -> File? {
        guard let old = header(), old.version >= UInt8(ascii: "2") else { return nil }
        place += old.counts.size(timeBytes: 4)
        guard let new = header() else { return nil }
        let counts = new.counts
        let end = place + counts.size(timeBytes: 8)
        guard end <= bytes.count, counts.types > 0 else { return nil }
        let times = (0..<counts.times).map { _ in number(8) }
        let kinds = (0..<counts.times).map { _ in number(1) }
        let types = (0..<counts.types).map { _ in
            (offset: number(4), isSaving: number(1) != 0, name: number(1))
        }
        let names = Array(bytes[place..<place + counts.characters])
        place = end
        let raw = types.map { ($0.offset, $0.isSaving, abbreviation(names, $0.name)) }
        return file(times: times, kinds: kinds, types: raw)
    }

    private func file(times: [Int], kinds: [Int], types: [(Int, Bool, String)]) -> File? {
        guard kinds.allSatisfy({ $0 < types.count }) else { return nil }
        // The file does not say what daylight saving adds: it is the difference from the standard time beside it.
        var standard = types.first { !$0.1 }?.0 ?? types[0].0
        let first = types.first { !$0.1 } ?? types[0]
        var before = ZoneRules.Period(offset: first.0, saving: 0, abbreviation: first.2)
        let firstPeriod = before
        var changes: [ZoneRules.Change] = []
        for (time, kind) in zip(times, kinds) {
            let type = types[kind]
            if !type.1 { standard = type.0 }
            var saving = type.1 ? type.0 - standard : 0
            if type.1, saving == 0 { saving = 3_600 }
            let after = ZoneRules.Period(offset: type.0, saving: saving, abbreviation: type.2)
            changes.append(ZoneRules.Change(utc: time, before: before, after: after))
            before = after
        }
        return File(first: firstPeriod, changes: changes, yearly: POSIXRule(footer()))
    }

    private func footer() -> String {
        let rest = bytes[min(place, bytes.count)...].drop { $0 == UInt8(ascii: "\n") }
        return String(decoding: rest.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private mutating func header() -> (version: UInt8, counts: Counts)? {
        guard place + 44 <= bytes.count, Array(bytes[place..<place + 4]) == Array("TZif".utf8) else {
            return nil
        }
        let version = bytes[place + 4]
        place += 20
        let counts = Counts(
            utcIndicators: number(4),
            standardIndicators: number(4),
            leaps: number(4),
            times: number(4),
            types: number(4),
            characters: number(4)
        )
        let all = [
            counts.utcIndicators, counts.standardIndicators, counts.leaps, counts.times, counts.types,
            counts.characters,
        ]
        guard all.allSatisfy({ $0 >= 0 && $0 <= bytes.count }),
            place + counts.size(timeBytes: 4) <= bytes.count
        else { return nil }
        return (version, counts)
    }

    /// A signed big-endian number; 0 beyond the end.
    private mutating func number(_ width: Int) -> Int {
        guard place + width <= bytes.count else { return 0 }
        var result = width == 1 ? 0 : bytes[place] >> 7 == 1 ? -1 : 0
        for byte in bytes[place..<place + width] { result = result << 8 | Int(byte) }
        place += width
        return result
    }

    private func abbreviation(_ names: [UInt8], _ start: Int) -> String {
        guard start >= 0, start < names.count else { return "" }
        return String(decoding: names[start...].prefix { $0 != 0 }, as: UTF8.self)
    }
}
