/// How much a line matters, the gravest first.
package enum LogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
    /// A person must act.
    case error
    /// Degraded, and it will be tried again.
    case warning
    /// Start, reload, connect.
    case notice
    /// Each decision.
    case debug
    /// Payloads.
    case trace

    /// The priority that journald reads from `<N>` at a line's start (sd-daemon(3)).
    var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .debug, .trace: 7
        }
    }

    /// The escape sequence of its colour on a terminal.
    var colour: String {
        switch self {
        case .error: "\u{1B}[31m"
        case .warning: "\u{1B}[33m"
        case .notice: "\u{1B}[36m"
        case .debug, .trace: "\u{1B}[2m"
        }
    }

    /// The graver level is the smaller one.
    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// How lines look.
package enum LogFormat: String, Sendable, Hashable, CaseIterable {
    case text, json
}

/// Which lines are written: a level for all areas and some areas' own.
package struct LogLevels: Sendable, Hashable {
    package var standard: LogLevel
    package var areas: [String: LogLevel]

    package init(_ standard: LogLevel = .notice, areas: [String: LogLevel] = [:]) {
        self.standard = standard
        self.areas = areas
    }

    /// Whether a line of that level is written in that area.
    package func includes(_ level: LogLevel, area: String) -> Bool {
        level <= areas[area] ?? standard
    }
}
