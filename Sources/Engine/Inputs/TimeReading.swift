import Templates
import Values

/// Reads instants as sources write them.
enum TimeReading {
    /// The instant that a value names: Unix seconds or milliseconds, or ISO text; without an offset it is in `zone`.
    ///
    /// The zone is an IANA name; nil is the machine's.
    static func time(of value: Value, zone: String?, scope: TemplateScope) -> Timestamp? {
        if let number = UnitReader.number(value) {
            return Timestamp(unixSeconds: number > 1e11 ? number / 1000 : number)
        }
        guard case .string(let text) = value else { return nil }
        return scope.services.instant(ofISO: text, zone: zone)
    }
}
