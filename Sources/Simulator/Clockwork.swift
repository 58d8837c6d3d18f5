package import Values

/// What happens as time goes by.
extension Simulator {
    private enum Due {
        case activity(String, Sweep)
        case receipt(Int)
        case schedule(Int)
        case widget(String)
    }

    /// Lets time pass: what falls due until `instant` happens in its order, each at its own time.
    ///
    /// An instant in the past sets the clock back and undoes nothing.
    package mutating func advance(to instant: Timestamp) {
        guard instant >= now else {
            now = instant
            return
        }
        while let (at, due) = nextDue(), at <= instant {
            now = max(now, at)
            switch due {
            case .activity(let slug, let sweep): perform(sweep, on: slug)
            case .receipt(let id): passReceipt(id)
            case .schedule(let id): runSchedule(id)
            case .widget(let slug): pushDue(slug)
            }
        }
        now = instant
        quotas.roll(to: now)
    }

    private func nextDue() -> (Timestamp, Due)? {
        var first: (at: Timestamp, due: Due, order: String)?
        func offer(_ at: Timestamp, _ due: Due, _ order: @autoclosure () -> String) {
            if let first, at > first.at || at == first.at && order() >= first.order { return }
            first = (at, due, order())
        }
        for (slug, row) in activities {
            guard let (at, sweep) = Self.nextSweep(of: row) else { continue }
            offer(at, .activity(slug, sweep), "a\(slug)")
        }
        for (id, receipt) in receipts {
            guard let at = receipt.nextDue else { continue }
            offer(at, .receipt(id), "r\(id)")
        }
        for (id, schedule) in schedules {
            guard let at = schedule.nextDue else { continue }
            offer(at, .schedule(id), "s\(id)")
        }
        for (slug, widget) in widgets {
            guard let at = widget.pushDue else { continue }
            offer(at, .widget(slug), "w\(slug)")
        }
        return first.map { ($0.at, $0.due) }
    }
}
