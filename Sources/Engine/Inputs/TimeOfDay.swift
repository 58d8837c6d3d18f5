import Templates
import Values

/// Reads a time on the clock, such as `12:35`, `07:05:30` or `6:30 PM`, as the instant that it means.
enum TimeOfDay {
    /// A time that passed within that is over; one that passed longer ago is tomorrow's.
    static let memory: Duration = .seconds(2 * 3600)

    /// The next such instant from `now` on, or the last one where that was just now; nil where the text is none.
    ///
    /// The zone is an IANA name; nil is the machine's.
    static func instant(_ text: String, zone: String?, now: Timestamp, services: TemplateServices)
        -> Timestamp?
    {
        guard let clock = clock(text) else { return nil }
        // The date is that of the zone, which differs from the one in Greenwich by a day at most.
        for day in -1...2 {
            let date = (now + .seconds(86_400 * day)).rfc3339.prefix(10)
            if let instant = services.instant(ofISO: "\(date)T\(clock)", zone: zone), instant >= now - memory
            {
                return instant
            }
        }
        return nil
    }

    /// `HH:MM:SS`, or nil.
    private static func clock(_ text: String) -> String? {
        let words = text.split(separator: " ")
        guard let first = words.first, words.count <= 2 else { return nil }
        let parts = first.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.count <= 2 && $0.allSatisfy(\.isASCII) ? UInt8($0) : nil }
        guard (2...3).contains(parts.count), numbers.count == parts.count else { return nil }
        var hour = Int(numbers[0])
        if words.count == 2 {
            guard (1...12).contains(hour) else { return nil }
            switch words[1].lowercased() {
            case "am", "a.m.": hour %= 12
            case "pm", "p.m.": hour = hour % 12 + 12
            default: return nil
            }
        }
        guard hour < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let all = [hour] + numbers.dropFirst().map(Int.init) + (numbers.count == 2 ? [0] : [])
        return all.map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
    }
}
