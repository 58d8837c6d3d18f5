/// Python's `strptime` with English names.
struct TimeParser {
    /// What a format's directives have said so far.
    private struct Fields {
        var year: Int?
        var isoYear: Int?
        var month: Int?
        var day: Int?
        var hour: Int?
        var hour12: Int?
        var isAfternoon: Bool?
        var minute = 0
        var second = 0
        var fraction = 0
        var dayOfYear: Int?
        var weekday: Int?
        var isoWeek: Int?
        var week: (number: Int, startsMonday: Bool)?
        var zone: Zone?
    }

    private enum Item {
        case literal(Unicode.Scalar)
        case space
        case directive(Unicode.Scalar)
    }

    private let items: [Item]

    /// - Parameter format: nil results where it holds a directive that does not exist.
    init?(format: String) {
        var items: [Item] = []
        var rest = Self.expanding(format).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "%" {
                guard let letter = rest.popFirst(), "aAbBdfGHIjmMpSuUVwWyYzZ%".unicodeScalars.contains(letter)
                else { return nil }
                items.append(letter == "%" ? .literal("%") : .directive(letter))
            } else if TextClass.isSpace(scalar) {
                if case .space? = items.last { continue }
                items.append(.space)
            } else {
                items.append(.literal(scalar))
            }
        }
        self.items = items
    }

    private static func expanding(_ format: String) -> String {
        var output = ""
        var rest = format.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "%", let letter = rest.popFirst() else {
                output.unicodeScalars.append(scalar)
                continue
            }
            switch letter {
            case "c": output += "%a %b %d %H:%M:%S %Y"
            case "x": output += "%m/%d/%y"
            case "X": output += "%H:%M:%S"
            default:
                output.unicodeScalars.append("%")
                output.unicodeScalars.append(letter)
            }
        }
        return output
    }

    /// The time that the text says; nil where it does not fit the format or names no possible time.
    func parse(_ text: String) -> DateTime? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= 1_000, let fields = match(0, scalars, 0, Fields()) else { return nil }
        return Self.dateTime(fields)
    }

    private func match(_ item: Int, _ text: [Unicode.Scalar], _ place: Int, _ fields: Fields) -> Fields? {
        guard item < items.count else { return place == text.count ? fields : nil }
        switch items[item] {
        case .literal(let scalar):
            guard place < text.count, Self.folded(text[place]) == Self.folded(scalar) else { return nil }
            return match(item + 1, text, place + 1, fields)
        case .space:
            var end = place
            while end < text.count, TextClass.isSpace(text[end]) { end += 1 }
            return end > place ? match(item + 1, text, end, fields) : nil
        case .directive(let letter):
            for length in Self.lengths(letter, text[place...]) {
                var next = fields
                let piece = String(String.UnicodeScalarView(text[place..<place + length]))
                guard Self.set(letter, piece, &next) else { continue }
                if let found = match(item + 1, text, place + length, next) { return found }
            }
            return nil
        }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> String { scalar.properties.lowercaseMapping }

    /// The lengths that a directive may take, in the order in which they are tried.
    private static func lengths(_ letter: Unicode.Scalar, _ text: ArraySlice<Unicode.Scalar>) -> [Int] {
        func digits(_ most: Int) -> Int {
            text.prefix(most).prefix { $0.properties.numericType == .decimal }.count
        }
        switch letter {
        case "Y", "G": return digits(4) == 4 ? [4] : []
        case "y": return digits(2) == 2 ? [2] : []
        case "f": return Array((1...6).reversed().drop { $0 > digits(6) })
        case "j": return Array((1...3).reversed().drop { $0 > digits(3) })
        case "u", "w": return digits(1) == 1 ? [1] : []
        case "d", "I", "m":
            if text.first == " ", text.dropFirst().first?.asciiDigit != nil { return [2] }
            return Array((1...2).reversed().drop { $0 > digits(2) })
        case "H", "M", "S", "U", "V", "W": return Array((1...2).reversed().drop { $0 > digits(2) })
        case "z": return Array(1...max(1, min(text.count, 16))).reversed().filter { $0 <= text.count }
        default:
            let words = names(letter).map { $0.unicodeScalars.count }
            return Set(words).sorted(by: >).filter { $0 <= text.count }
        }
    }

    private static func names(_ letter: Unicode.Scalar) -> [String] {
        switch letter {
        case "a": TimeFormat.weekdays.map { $0.prefix(3).lowercased() }
        case "A": TimeFormat.weekdays.map { $0.lowercased() }
        case "b": TimeFormat.months.map { $0.prefix(3).lowercased() }
        case "B": TimeFormat.months.map { $0.lowercased() }
        case "p": ["am", "pm"]
        case "Z": ["utc", "gmt"]
        default: []
        }
    }

    private static func set(_ letter: Unicode.Scalar, _ piece: String, _ fields: inout Fields) -> Bool {
        switch letter {
        case "a", "A", "b", "B", "p", "Z": return setName(letter, piece.lowercased(), &fields)
        case "z": return setZone(piece, &fields)
        case "f":
            guard let number = NumberReading.int(piece)?.int else { return false }
            fields.fraction = number
            for _ in piece.unicodeScalars.count..<6 { fields.fraction *= 10 }
            return true
        default:
            guard let number = NumberReading.int(piece)?.int else { return false }
            return setNumber(letter, number, &fields)
        }
    }

    private static func setName(_ letter: Unicode.Scalar, _ word: String, _ fields: inout Fields) -> Bool {
        guard let place = names(letter).firstIndex(of: word) else { return false }
        switch letter {
        case "a", "A": fields.weekday = place
        case "b", "B": fields.month = place + 1
        case "p": fields.isAfternoon = place == 1
        default: break
        }
        return true
    }

    private static func setNumber(_ letter: Unicode.Scalar, _ number: Int, _ fields: inout Fields) -> Bool {
        let range: ClosedRange<Int>
        switch letter {
        case "d": (range, fields.day) = (1...31, number)
        case "H": (range, fields.hour) = (0...23, number)
        case "I": (range, fields.hour12) = (1...12, number)
        case "j": (range, fields.dayOfYear) = (1...366, number)
        case "m": (range, fields.month) = (1...12, number)
        case "M": (range, fields.minute) = (0...59, number)
        case "S": (range, fields.second) = (0...61, number)
        case "u": (range, fields.weekday) = (1...7, number - 1)
        case "w": (range, fields.weekday) = (0...6, (number + 6) % 7)
        case "U": (range, fields.week) = (0...53, (number, false))
        case "W": (range, fields.week) = (0...53, (number, true))
        case "V": (range, fields.isoWeek) = (1...53, number)
        case "G": (range, fields.isoYear) = (0...9_999, number)
        case "y": (range, fields.year) = (0...99, number <= 68 ? 2_000 + number : 1_900 + number)
        default: (range, fields.year) = (0...9_999, number)
        }
        return range.contains(number)
    }

    /// As in `Z`, `+0200`, `+02:00`, `+02:00:30.5`.
    private static func setZone(_ piece: String, _ fields: inout Fields) -> Bool {
        if piece == "Z" {
            fields.zone = .utc
            return true
        }
        var digits: [Int] = []
        var text = Array(piece.utf8)
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return false
        }
        text.removeFirst()
        let hasColon = text.count > 2 && text[2] == UInt8(ascii: ":")
        for (place, byte) in text.enumerated() {
            if hasColon, place % 3 == 2 {
                guard byte == UInt8(ascii: ":") else { return false }
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
            digits.append(Int(byte) - 48)
        }
        guard digits.count == 4 || digits.count == 6, text.count != 5 || digits.count == 4 else {
            return false
        }
        let minutes = digits[2] * 10 + digits[3]
        var seconds = ((digits[0] * 10 + digits[1]) * 60 + minutes) * 60
        if digits.count == 6 { seconds += digits[4] * 10 + digits[5] }
        guard minutes < 60, seconds < 86_400 else { return false }
        let east = sign == UInt8(ascii: "-") ? -seconds : seconds
        fields.zone = east == 0 ? .utc : .fixed(seconds: east, name: nil, isISO: false)
        return true
    }

    private static func dateTime(_ fields: Fields) -> DateTime? {
        var hour = fields.hour ?? 0
        if let twelve = fields.hour12 {
            hour = twelve % 12 + (fields.isAfternoon == true ? 12 : 0)
        }
        // Seconds 60 and 61 match but name no time of day.
        guard let date = date(fields),
            let time = TimeOfDay(
                hour: hour,
                minute: fields.minute,
                second: fields.second,
                microsecond: fields.fraction
            )
        else { return nil }
        return DateTime(date: date, time: time, zone: fields.zone)
    }

    private static func date(_ fields: Fields) -> CivilDate? {
        if let isoYear = fields.isoYear {
            guard let week = fields.isoWeek, let weekday = fields.weekday else { return nil }
            return CivilDate.fromISO(year: isoYear, week: week, weekday: weekday + 1)
        }
        if fields.isoWeek != nil { return nil }
        let year = fields.year ?? (fields.month == 2 && fields.day == 29 ? 1_904 : 1_900)
        let newYear = CivilDate.days(year: year, month: 1, day: 1)
        if let number = fields.dayOfYear, fields.month == nil || fields.day == nil {
            return CivilDate(daysSinceEpoch: newYear + number - 1)
        }
        if let week = fields.week, let weekday = fields.weekday, fields.year != nil, fields.day == nil {
            let first = floorModulo(newYear + CivilDate.epochOrdinal + 6, 7)
            let firstDay = week.startsMonday ? first : (first + 1) % 7
            let day = week.startsMonday ? weekday : (weekday + 1) % 7
            let offset = week.number == 0 ? day - firstDay : (7 - firstDay) % 7 + 7 * (week.number - 1) + day
            return CivilDate(daysSinceEpoch: newYear + offset)
        }
        guard let date = CivilDate(year: year, month: fields.month ?? 1, day: fields.day ?? 1) else {
            return nil
        }
        return fields.year == nil && year == 1_904 ? nil : date
    }
}
