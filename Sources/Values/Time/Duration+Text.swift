extension Duration {
    /// What a person reads of it: `0.3 s`, `20 s`, `5 min`, `2 h 30 min`; never negative.
    package var brief: String {
        let seconds = max(0, Double(components.seconds) + Double(components.attoseconds) / 1e18)
        if seconds < 10 {
            let tenths = (seconds * 10).rounded() / 10
            return tenths == tenths.rounded() ? "\(Int(tenths)) s" : "\(tenths) s"
        }
        guard seconds < 1e15 else { return "for ever" }
        let whole = Int(seconds.rounded())
        if whole < 120 { return "\(whole) s" }
        let minutes = (whole + 30) / 60
        if whole < 600, whole % 60 != 0 { return "\(whole / 60) min \(whole % 60) s" }
        if whole < 7_200 { return "\(minutes) min" }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
