import Mapping
import PushWardAPI
import Values

/// What a `trend` remembers of its number: the curve, in as many parts as a widget draws.
struct WidgetHistory: Sendable, Hashable {
    /// How many points a curve has (`pushward-api.md` section 12.2).
    static let parts = 48

    /// The part of time in which a point lies, counted from 1970, and the last number in it; oldest first.
    private(set) var points: [Point] = []

    struct Point: Sendable, Hashable {
        var part: Int
        var number: Double
    }

    /// Takes a number; whether a new part of time began with it.
    ///
    /// Where nothing came for a while the last number stood: the curve has it in between.
    mutating func take(_ number: Double, span: Duration, at now: Timestamp) -> Bool {
        let length = max(span.inSeconds / Double(Self.parts), 1)
        guard number.isFinite, let part = Int(exactly: (now.unixSeconds / length).rounded(.down)) else {
            return false
        }
        let oldest = part - Self.parts + 1
        guard let last = points.last else {
            points = [Point(part: part, number: number)]
            return true
        }
        guard part > last.part else {
            points[points.count - 1].number = number
            return false
        }
        var next = max(last.part + 1, oldest)
        while next < part {
            points.append(Point(part: next, number: last.number))
            next += 1
        }
        points.append(Point(part: part, number: number))
        points.removeAll { $0.part < oldest }
        return true
    }

    /// Moves the curve by as much as the clock was set.
    mutating func move(by step: Duration, span: Duration) {
        let length = max(span.inSeconds / Double(Self.parts), 1)
        guard let parts = Int(exactly: (step.inSeconds / length).rounded()) else { return }
        for place in points.indices { points[place].part = points[place].part &+ parts }
    }

    /// The numbers of the curve; one alone is a flat line.
    var curve: [JSON] {
        let numbers = points.suffix(Self.parts).map { JSON.double($0.number) }
        return numbers.count == 1 ? numbers + numbers : numbers
    }

    /// As a part of the widget's row in the durable state.
    var record: JSON { .array(points.map { [.int($0.part), .double($0.number)] }) }

    init() {}

    /// Takes over what was saved; what makes no sense is left out.
    init(_ record: JSON?) {
        for entry in (record?.arrayValue ?? []).suffix(Self.parts) {
            guard let pair = entry.arrayValue, pair.count == 2, let part = pair[0].intValue,
                let number = pair[1].doubleValue, number.isFinite, part > points.last?.part ?? .min
            else { continue }
            points.append(Point(part: part, number: number))
        }
    }
}
