/// Limits that several fields share.
enum Limits {
    /// About five years, in seconds: how far ahead an end may lie and how long a window may be.
    ///
    /// Source: `pushward-api.md` section 8.1.
    static let fiveYears = 157_788_000
    /// A week, in seconds: the longest playhead position.
    static let week = 604_800
    /// How far an end may lie from now, in seconds: ten minutes short of five years, for clocks differ.
    static let endDistance = fiveYears - 600
    /// How far ahead of now a start, a sample or an alert's time may lie, in seconds.
    ///
    /// The server allows 300; the rest is for its clock being behind ours.
    static let clockTolerance = 240
    /// The oldest sample of a playhead, in seconds.
    ///
    /// The server allows twelve hours; the rest is for the way there and for its clock being ahead of ours.
    static let oldestPosition = 43_080
    /// Numbers beyond this are cut to it: the largest that keep six decimals meaningful.
    static let number: ClosedRange<Double> = -1e15...1e15
    /// The bytes that an action's header names and values may have together.
    static let headerBytes = 1024
    /// The characters that an action's body may have, or bytes in a notification.
    static let bodyLength = 1024
    /// The longest URL in characters.
    static let url = 2048
    /// The longest cron line in characters.
    static let cron = 128
    /// The longest name of a zone in characters.
    static let zone = 64
    /// Points of history for one series of a timeline.
    static let historyPoints = 300
}
