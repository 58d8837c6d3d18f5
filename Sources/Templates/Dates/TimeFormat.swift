/// Python's `strftime` with the C library's directives in the C locale.
struct TimeFormat {
    static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    let moment: DateTime
    /// The zone in which `%s` reads the wall time.
    let local: Zone
    private let date: CivilDate
    private let time: TimeOfDay

    init(_ moment: DateTime, local: Zone) {
        self.moment = moment
        self.local = local
        self.date = moment.date
        self.time = moment.timeOfDay
    }

    func text(_ format: String) -> String {
        var output = ""
        var rest = format.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                output.unicodeScalars.append(scalar)
                continue
            }
            output += directive(&rest)
        }
        return output
    }

    private func directive(_ rest: inout Substring.UnicodeScalarView) -> String {
        let start = rest
        var flags = Flags()
        while let flag = rest.first, flags.take(flag) { rest = rest.dropFirst() }
        while let digit = rest.first, let value = digit.asciiDigit {
            flags.width = min((flags.width ?? 0) * 10 + value, 1_000)
            rest = rest.dropFirst()
        }
        if rest.first == "E" || rest.first == "O" { rest = rest.dropFirst() }
        if rest.first == ":", rest.dropFirst().first == "z" {
            rest = rest.dropFirst(2)
            return offsetText(moment.offset, separator: ":")
        }
        guard let letter = rest.popFirst() else { return "%" + String(start) }
        if let text = text(letter, flags) { return text }
        if let number = number(letter) { return flags.apply(number) }
        return "%" + String(start[..<rest.startIndex])
    }

    private func text(_ letter: Unicode.Scalar, _ flags: Flags) -> String? {
        switch letter {
        case "a": flags.apply(String(Self.weekdays[date.weekday].prefix(3)))
        case "A": flags.apply(Self.weekdays[date.weekday])
        case "b", "h": flags.apply(String(Self.months[date.month - 1].prefix(3)))
        case "B": flags.apply(Self.months[date.month - 1])
        case "p": flags.apply(time.hour < 12 ? "AM" : "PM", swapped: time.hour < 12 ? "am" : "pm")
        case "P": time.hour < 12 ? "am" : "pm"
        case "c": flags.apply(text("%a %b %e %H:%M:%S %Y"))
        case "D", "x": flags.apply(text("%m/%d/%y"))
        case "F": flags.apply(text("%Y-%m-%d"))
        case "r": flags.apply(text("%I:%M:%S %p"))
        case "R": flags.apply(text("%H:%M"))
        case "T", "X": flags.apply(text("%H:%M:%S"))
        case "Z": flags.isSwapped ? "" : flags.apply(zoneName)
        case "z": offsetText(moment.offset, separator: "")
        case "f": padded(time.microsecond, 6)
        case "n": "\n"
        case "t": "\t"
        case "%": "%"
        default: nil
        }
    }

    private var zoneName: String {
        let seconds = floorDivide(moment.wall, 1_000_000)
        return moment.zone?.abbreviation(wallSeconds: seconds, isSecond: moment.isSecond) ?? ""
    }

    private func number(_ letter: Unicode.Scalar) -> Flags.Number? {
        switch letter {
        case "C": .init(date.year / 100, 2)
        case "d": .init(date.day, 2)
        case "e": .init(date.day, 2, "_")
        case "G": .init(date.isoWeek.year, 0)
        case "g": .init(date.isoWeek.year % 100, 2)
        case "H": .init(time.hour, 2)
        case "I": .init((time.hour + 11) % 12 + 1, 2)
        case "j": .init(date.dayOfYear, 3)
        case "k": .init(time.hour, 2, "_")
        case "l": .init((time.hour + 11) % 12 + 1, 2, "_")
        case "m": .init(date.month, 2)
        case "M": .init(time.minute, 2)
        case "s": .init(floorDivide(wallInstant, 1_000_000), 0)
        case "S": .init(time.second, 2)
        case "u": .init(date.weekday + 1, 0)
        case "U": .init((date.dayOfYear + 6 - (date.weekday + 1) % 7) / 7, 2)
        case "V": .init(date.isoWeek.week, 2)
        case "w": .init((date.weekday + 1) % 7, 0)
        case "W": .init((date.dayOfYear + 6 - date.weekday) / 7, 2)
        case "y": .init(date.year % 100, 2)
        case "Y": .init(date.year, 0)
        default: nil
        }
    }

    private var wallInstant: Int {
        let seconds = floorDivide(moment.wall, 1_000_000)
        let (first, second) = (
            local.offset(wallSeconds: seconds, isSecond: false),
            local.offset(wallSeconds: seconds, isSecond: true)
        )
        // Only a time in the zone itself says which of two equal wall times it is; else the C library takes winter time.
        let offset = moment.zone?.isFixed == false ? (moment.isSecond ? second : first) : min(first, second)
        return moment.wall - offset * 1_000_000
    }

    /// What may stand between `%` and the letter.
    private struct Flags {
        var padding: Unicode.Scalar?
        var isUpper = false
        var isSwapped = false
        var width: Int?

        struct Number {
            let value: Int
            let width: Int
            let padding: Unicode.Scalar

            init(_ value: Int, _ width: Int, _ padding: Unicode.Scalar = "0") {
                self.value = value
                self.width = width
                self.padding = padding
            }
        }

        mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar {
            case "-", "_", "0": padding = scalar
            case "^": isUpper = true
            case "#": isSwapped = true
            default: return false
            }
            return true
        }

        func apply(_ number: Number) -> String {
            let padding = padding ?? number.padding
            let filler: Character = padding == "_" ? " " : "0"
            return padded(number.value, width ?? (padding == "-" ? 0 : number.width), filler)
        }

        func apply(_ text: String, swapped: String? = nil) -> String {
            var result = text
            if isUpper { result = text.uppercased() }
            if isSwapped { result = swapped ?? text.uppercased() }
            let missing = (width ?? 0) - result.unicodeScalars.count
            let filler = padding == "0" ? "0" : " "
            return missing > 0 ? String(repeating: filler, count: missing) + result : result
        }
    }
}

extension Unicode.Scalar {
    var asciiDigit: Int? { ("0"..."9").contains(self) ? Int(value) - 48 : nil }
}
