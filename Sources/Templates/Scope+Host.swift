package import Values

extension Value {
    /// A dictionary with text keys.
    package init(members: [(String, Value)]) {
        self = .dict(members.map { (key: .string($0.0), value: $0.1) })
    }

    /// A function of the program's own with one argument.
    ///
    /// - Parameters:
    ///   - name: what messages call it.
    ///   - parameter: the name of its argument.
    ///   - body: its value; nil where it does not take such an argument.
    /// - Returns: the function as a value for a scope's variables.
    package static func function(
        _ name: String,
        _ parameter: String,
        _ body: @escaping @Sendable (Value) -> Value?
    ) -> Value {
        .function(
            Builtin(name, parameter) { (arguments, _) throws(TemplateError) in
                guard let argument = arguments.values.first.flatMap({ $0 }), let value = body(argument) else {
                    throw .failed("'\(name)' does not take this argument")
                }
                return value
            }
        )
    }
}

extension TemplateServices {
    /// The instant of an ISO 8601 text, or of one like it that Home Assistant reads; nil for anything else.
    ///
    /// `zone` is the IANA name of the zone of a text without an offset; nil: the local one.
    package func instant(ofISO text: String, zone: String?) -> Timestamp? {
        guard let time = ISOText.dateTime(TextClass.strip(text)) else { return nil }
        let naive = zone.flatMap { self.zone(named: $0) } ?? localZone
        return Timestamp(microseconds: Int64(time.instant(naiveIn: naive)))
    }

    /// The instant as a date and time on the local wall.
    package func localTime(_ instant: Timestamp) -> Value {
        DateTime(utc: Int(instant.microseconds), zone: localZone).map { .datetime($0) } ?? .none
    }

    /// Minutes since local midnight, 0 to 1439.
    package func minuteOfDay(_ instant: Timestamp) -> Int {
        let seconds = instant.wholeSeconds
        let wall = seconds + localZone.placement(utc: seconds).offset
        return ((wall % 86_400) + 86_400) % 86_400 / 60
    }
}
