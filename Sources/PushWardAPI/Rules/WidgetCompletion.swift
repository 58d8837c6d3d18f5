import Values

extension Completion {
    /// How far ahead a widget's dates may lie, in seconds: the server counts 366 days from its own clock.
    private static let horizon = 365 * 86_400
    /// The first second of 2001: the server wants dates after 2000-01-01.
    private static let earliest = 978_307_200

    /// Bounds hold for every template that takes them (section 12.2).
    mutating func applyWidgetBounds() {
        guard let low = self["min_value"]?.doubleValue, let high = self["max_value"]?.doubleValue,
            low >= high
        else { return }
        drop("min_value", "it is not below `max_value`")
        drop("max_value", "it is not above `min_value`")
    }

    mutating func applyWidgetGauge() {
        guard let low = self["min_value"]?.doubleValue, let high = self["max_value"]?.doubleValue,
            let value = self["value"]?.doubleValue
        else { return }
        if value < low || value > high { remark("`value` is brought within `min_value` and `max_value`") }
        self["value"] = Numbers.json(Numbers.clamped(value, to: low...high))
    }

    /// Dates within what the server takes, the start before the end.
    mutating func applyWidgetDates() {
        for name in ["start_date", "end_date"] {
            guard let instant = seconds(self[name]) else { continue }
            if instant < Self.earliest {
                drop(name, "it lies before 2001")
            } else if instant > now &+ Self.horizon {
                drop(name, "it lies more than 365 days ahead")
            }
        }
        if let start = seconds(self["start_date"]), let end = seconds(self["end_date"]), start >= end {
            drop("start_date", "it does not lie before `end_date`")
        }
    }

    /// A share, or the pair of dates from which the phone works it out.
    mutating func applyWidgetProgress() {
        if self["start_date"] == nil { drop("end_date", "it needs `start_date`") }
        if self["end_date"] == nil { drop("start_date", "it needs `end_date`") }
        if self["value"] == nil, self["end_date"] == nil { miss("value") }
    }

    /// The newest points, the last of them the number itself (section 12.4).
    mutating func applyPoints() {
        guard var points = self["points"]?.arrayValue, let last = points.last else { return }
        points = Array(points.suffix(48))
        if let value = self["value"] {
            points[points.count - 1] = value
        } else {
            self["value"] = last
        }
        self["points"] = .array(points)
    }

    /// The batteries in the order in which the server stores them, at most eight.
    mutating func applyDevices() {
        applySort()
        guard let devices = self["devices"]?.arrayValue else { return }
        let keys = (self["device_sort"]?.arrayValue ?? []).compactMap { key in
            key["field"]?.stringValue.map { (field: $0, isDescending: key["direction"] == "desc") }
        }
        let order = devices.enumerated().sorted { left, right in
            for key in keys {
                let (first, second) = (left.element[key.field], right.element[key.field])
                if precedes(first, second) { return !key.isDescending }
                if precedes(second, first) { return key.isDescending }
            }
            return left.offset < right.offset
        }
        if devices.count > 8 { remark("`devices`: only the first eight are shown") }
        self["devices"] = .array(order.prefix(8).map(\.element))
    }

    /// No member is ordered by twice.
    private mutating func applySort() {
        guard let keys = self["device_sort"]?.arrayValue else { return }
        var seen: Set<String> = []
        let kept = keys.filter { seen.insert($0["field"]?.stringValue ?? "").inserted }
        self["device_sort"] = kept.isEmpty ? nil : .array(kept)
    }

    private func precedes(_ left: JSON?, _ right: JSON?) -> Bool {
        if let left = left?.doubleValue, let right = right?.doubleValue { return left < right }
        return (left?.stringValue ?? "") < (right?.stringValue ?? "")
    }

    /// Periods in order, each start once, a level on all of them or on none, and those that are of use.
    mutating func applyPeriods() {
        guard let periods = self["periods"]?.arrayValue else { return }
        var byStart: [Int: JSON] = [:]
        for period in periods {
            if let start = seconds(period["start"]) { byStart[start] = period }
        }
        let starts = chosenStarts(byStart.keys.sorted())
        var kept = starts.compactMap { byStart[$0]?.objectValue }
        let levels = kept.filter { $0["level"] != nil }.count
        if levels > 0, levels < kept.count {
            remark("`periods`: `level` counts only where all have it")
            kept = kept.map { period in
                var period = period
                period["level"] = nil
                return period
            }
        }
        self["periods"] = kept.isEmpty ? nil : .array(kept.map { .object($0) })
    }

    /// At most 48 of the starts: from the period that holds now on, and a little before.
    ///
    /// The choice moves on by twelve periods at a time, for each move costs an update.
    private func chosenStarts(_ starts: [Int]) -> [Int] {
        guard starts.count > 48 else { return starts }
        let current = starts.lastIndex { $0 <= now } ?? 0
        let first = min(current - current % 12, starts.count - 48)
        return Array(starts[first..<(first + 48)])
    }

    /// Slots that there are; a list without inputs is none.
    mutating func applyFlow() {
        guard var flow = self["flow"]?.objectValue else { return }
        if flow["inputs"]?.arrayValue?.isEmpty == true { flow["inputs"] = nil }
        self["flow"] = flow.isEmpty ? nil : .object(flow)
    }

    private func seconds(_ value: JSON?) -> Int? {
        value?.stringValue.flatMap { Timestamp(rfc3339: $0) }?.wholeSeconds
    }
}
