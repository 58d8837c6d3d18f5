import TestSupport
import Values

/// A player of Home Assistant that does what players do, by chance, and its traffic as statestream sends it.
struct RandomPlayer {
    private struct Track {
        var title: String
        /// nil: the source names none.
        var artist: String?
        var length: Double?
        /// Whether what is not there is said to be null, instead of not at all.
        var saysNull: Bool
    }

    private(set) var lines: [String] = []
    private var random: SeededGenerator
    private let epoch: Timestamp
    private var time = 2.0
    private var state = "idle"
    private var track: Track?
    /// The position of its last report, and when that was.
    private var position: Double?
    private var positionAt = 0.0
    private var tracks = 0
    /// Whether it says when it read its position; every so many seconds it reads it, or never by itself.
    private let stampsPositions: Bool
    private let reportsEvery: Double?
    private let hasPositions: Bool

    init(seed: UInt64, epoch: Timestamp) {
        random = SeededGenerator(seed: seed)
        self.epoch = epoch
        stampsPositions = !random.oneIn(4)
        reportsEvery = random.pick([nil, nil, 5, 30])
        hasPositions = !random.oneIn(6)
        say(at: 0)
    }

    /// Lets it do `count` things.
    mutating func live(_ count: Int) {
        for _ in 0..<count {
            let next = time + random.pick([1.5, 4, 8, 20, 60, 200])
            if let reportsEvery, state == "playing" {
                for moment in stride(from: time + reportsEvery, to: next - 1, by: reportsEvery) {
                    report(at: moment)
                    say(at: moment)
                }
            }
            time = next
            act()
            if !["playing", "paused", "buffering"].contains(state) { position = nil }
            say(at: time)
        }
    }

    private mutating func act() {
        switch state {
        case "playing":
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                report(at: time)
                state = "paused"
            case 2, 3: seek()
            case 4, 5, 6: begin(mayBeRadio: true)
            case 7: buffer()
            case 8: state = random.pick(["idle", "off", "standby"])
            default: state = "unavailable"
            }
        case "paused":
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1, 2:
                state = "playing"
                positionAt = time
            case 3: seek()
            default: state = random.pick(["idle", "off"])
            }
        default:
            if random.oneIn(6) {
                state = random.pick(["off", "idle", "standby", "unavailable"])
            } else {
                state = "playing"
                begin(mayBeRadio: true)
                if random.oneIn(3) { buffer() }
            }
        }
    }

    private mutating func begin(mayBeRadio: Bool) {
        tracks += 1
        let isRadio = mayBeRadio && random.oneIn(4)
        let saysNull = random.oneIn(2)
        track = Track(
            title: "Track \(tracks)",
            artist: random.pick(isRadio ? ["A", nil] : ["A", "B", "C"]),
            length: isRadio ? nil : random.pick([180, 241.5, 30, 3600]),
            saysNull: saysNull
        )
        position = isRadio && saysNull ? nil : 0
        positionAt = time
    }

    private mutating func seek() {
        guard let before = position, let length = track?.length else { return }
        let place = Double.random(in: 0..<(length - 1), using: &random).rounded()
        // The same number said again is no seek to who is not told when it was read.
        position = place == before ? abs(place - 1) : place
        positionAt = time
    }

    private mutating func buffer() {
        report(at: time)
        state = "buffering"
        say(at: time)
        time += random.pick([1, 1.8, 6, 30])
        positionAt = time
        state = "playing"
    }

    /// It reads its position.
    private mutating func report(at moment: Double) {
        guard let position else { return }
        self.position = min(position + (state == "playing" ? moment - positionAt : 0), track?.length ?? 1e6)
        positionAt = moment
    }

    /// One change: the state, then every attribute that there is.
    private mutating func say(at moment: Double) {
        // Of one that does not say when it read its position the position is of now.
        if !stampsPositions { report(at: moment) }
        var parts = [("state", state)]
        if ["playing", "paused", "buffering"].contains(state), let track {
            parts.append(("media_title", "\"\(track.title)\""))
            if let artist = track.artist { parts.append(("media_artist", "\"\(artist)\"")) }
            if let length = track.length {
                parts.append(("media_duration", String(length)))
            } else if track.saysNull {
                parts.append(("media_duration", "null"))
            }
            if hasPositions, let position {
                parts.append(("media_position", String(position)))
                let at = Timestamp(unixSeconds: epoch.unixSeconds + positionAt) ?? epoch
                if stampsPositions { parts.append(("media_position_updated_at", "\"\(at.rfc3339)\"")) }
            } else if track.saysNull {
                parts.append(("media_position", "null"))
            }
        }
        for (number, part) in parts.enumerated() {
            let topic = "homeassistant/media_player/x/\(part.0)"
            lines.append(Line.message(moment + Double(number) * 0.002, topic, part.1))
        }
    }
}
