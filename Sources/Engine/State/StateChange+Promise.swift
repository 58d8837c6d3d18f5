import Values

extension StateChange {
    /// Whether what follows must not happen a second time, even after a power cut.
    ///
    /// True of a single-use tap that is used up, and of a notification that is about to leave: the disk itself must have
    /// it first. Everything else needs only to survive the program's death: the server is asked what it holds.
    package var mustSurvivePowerCut: Bool {
        switch table {
        case .usedTaps: value != nil
        case .notifications: value?["open"] == true
        default: false
        }
    }
}
