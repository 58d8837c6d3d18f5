import TestSupport
import JSONReader
import Values

/// Recordings that are made, where a real one would be too long to keep.
enum CostRecordings {
    /// Lines of a recording, with a random part that a seed brings back.
    struct Maker {
        var random = SeededGenerator(seed: 4711)
        var lines: [String] = []

        mutating func message(_ time: Double, _ topic: String, _ payload: String, retain: Bool = false) {
            lines.append(
                JSON.object([
                    "t": .double(time), "topic": .string(topic), "payload": .string(payload),
                    "retain": .bool(retain),
                ]).text
            )
        }

        mutating func about(_ value: Double, _ spread: Double) -> Double {
            (Double.random(in: max(0, value - spread)...(value + spread), using: &random) * 10).rounded()
                / 10
        }
    }

    /// The power that a machine draws `minute` minutes into its wash.
    static func watts(_ minute: Double, _ maker: inout Maker) -> Double {
        switch minute {
        case ..<2: maker.about(0.6, 0.4)
        case ..<5: maker.about(18, 7)
        case ..<22: maker.about(2_050, 60)
        case ..<58:
            // The drum turns, rests and turns the other way.
            maker.random.oneIn(3) ? maker.about(5, 4) : maker.about(130, 70)
        case ..<66: maker.about(480, 120)
        case ..<67: maker.about(40, 20)
        default: maker.about(0.8, 0.6)
        }
    }

    /// 70 minutes of a plug that reports every five seconds.
    static func wash(_ topic: String) -> Maker {
        var maker = Maker()
        for report in 0..<(80 * 12) {
            let time = Double(report) * 5
            let power = watts(time / 60, &maker)
            let energy = 312.4 + time / 8_000
            maker.message(
                time,
                topic,
                #"{"current":\#((power / 23).rounded() / 10),"energy":\#((energy * 100).rounded() / 100),"#
                    + #""linkquality":\#(Int(maker.about(130, 20))),"power":\#(power),"state":"ON","voltage":231}"#
            )
        }
        return maker
    }

    /// The same, with the machine's own idea of the minutes left.
    static func washWithTimeLeft() -> [String] {
        var maker = wash("zigbee2mqtt/washer_plug")
        for minute in 0..<69 {
            // Machines correct themselves, by little.
            let left = max(0, 67 - minute + (minute % 7 == 3 ? 1 : 0))
            let topic = "statestream/sensor/washer_left/state"
            maker.message(Double(minute) * 60 + 1, topic, String(left), retain: true)
        }
        return maker.lines.sorted { time($0) < time($1) }
    }

    private static func time(_ line: String) -> Double {
        (try? JSONReader.read(Array(line.utf8)))?["t"]?.doubleValue ?? 0
    }

    /// A player as statestream publishes it: the state first, then some twenty attributes within 60 ms.
    private struct Player {
        var maker = Maker()
        var state = "playing"
        var track = 1
        var position = 0.0
        var positionAt = 0.0
        static let length = 200.0
        static let epoch = 1_772_474_400.0

        mutating func burst(_ time: Double) {
            let at = Timestamp(unixSeconds: Self.epoch + positionAt)?.rfc3339 ?? ""
            let attributes: [(String, JSON)] = [
                ("volume_level", .double(0.4)), ("is_volume_muted", false),
                ("media_content_id", .string("t\(track)")),
                ("media_content_type", "music"), ("media_duration", .double(Self.length)),
                ("media_position", .double(position)), ("media_position_updated_at", .string(at)),
                ("media_title", .string("Track \(track)")), ("media_artist", "The Band"),
                ("media_album_name", "The Album"), ("media_track", .int(track)), ("shuffle", false),
                ("repeat", "off"),
                ("entity_picture", .string("/api/media_player_proxy/x?token=\(track)")),
                ("source", "Line"), ("friendly_name", "Lounge"), ("supported_features", 448_063),
            ]
            let root = "homeassistant/media_player/lounge"
            maker.message(time, "\(root)/state", state, retain: true)
            maker.message(
                time + 0.002,
                "\(root)/last_updated",
                Timestamp(unixSeconds: Self.epoch + time)?.rfc3339 ?? ""
            )
            for (number, attribute) in attributes.enumerated() {
                let delay = 0.004 + Double(number) * 0.003
                maker.message(time + delay, "\(root)/\(attribute.0)", attribute.1.text, retain: true)
            }
        }

        mutating func play(track number: Int, at time: Double) {
            (track, position, positionAt) = (number, 0, time)
            burst(time)
        }
    }

    /// An album of ten tracks, with what players report besides.
    static func album(pauses: Int, seeks: Int) -> [String] {
        var player = Player()
        var time = 10.0
        for track in 1...10 {
            player.play(track: track, at: time)
            // Volume, and a report of where the player is anyway.
            player.burst(time + 30)
            player.position = 90.4
            player.positionAt = time + 90
            player.burst(time + 90)
            if track <= pauses {
                player.state = "paused"
                player.position = 120
                player.positionAt = time + 120
                player.burst(time + 120)
                time += 60
                player.state = "playing"
                player.positionAt = time + 120
                player.burst(time + 120)
            }
            if track > 10 - seeks {
                player.position = 30
                player.positionAt = time + 130
                player.burst(time + 130)
                time += 100
            }
            time += Player.length
        }
        player.state = "off"
        player.burst(time)
        return player.maker.lines + [JSON.object(["t": .double(time + 200)]).text]
    }

    /// Three timers of ten minutes that run out.
    static func timers() -> [String] {
        var maker = Maker()
        let root = "homeassistant/timer/pizza"
        for run in 0..<3 {
            let start = 100.0 + Double(run) * 1_000
            let end = Timestamp(unixSeconds: Player.epoch + start + 600)?.rfc3339 ?? ""
            maker.message(start, "\(root)/state", "active", retain: true)
            maker.message(start + 0.01, "\(root)/duration", "\"0:10:00\"", retain: true)
            maker.message(start + 0.02, "\(root)/finishes_at", JSON.string(end).text, retain: true)
            maker.message(start + 0.03, "\(root)/remaining", "\"0:10:00\"", retain: true)
            maker.message(start + 600.2, "\(root)/state", "idle", retain: true)
        }
        maker.message(4_000, "\(root)/friendly_name", "\"Pizza\"")
        return maker.lines
    }

    /// Ten hours of a car at a wall box (go-eCharger) that reports every ten seconds; the last half hour it draws less.
    static func charge() -> [String] {
        var maker = Maker()
        let root = "go-eCharger/012345"
        var charged = 0.0
        maker.message(0, "\(root)/car", "1", retain: true)
        maker.message(60, "\(root)/car", "3", retain: true)
        maker.message(75, "\(root)/car", "2", retain: true)
        for report in 0..<3_600 {
            let time = 80 + Double(report) * 10
            let power = time < 34_000 ? maker.about(4_000, 40) : max(1_400, 4_000 - (time - 34_000) * 1.2)
            charged += power / 360
            let phase = JSON.double((power / 3).rounded()).text
            let currents = "230,231,229,3,5.8,5.8,5.8,\(phase),\(phase),\(phase),0"
            maker.message(time, "\(root)/nrg", "[\(currents),\(Int(power)),99,99,99,0]", retain: true)
            maker.message(time + 0.05, "\(root)/wh", "\((charged * 10).rounded() / 10)", retain: true)
        }
        maker.message(36_090, "\(root)/car", "4", retain: true)
        maker.message(37_000, "\(root)/car", "1", retain: true)
        return maker.lines + [JSON.object(["t": .double(38_000)]).text]
    }

    /// A day of a doorbell: a dozen visitors, some of whom press twice; each press is followed by an empty action.
    static func doorbell() -> [String] {
        var maker = Maker()
        for visitor in 0..<12 {
            let time = 28_800 + Double(visitor) * 3_600
            for press in 0..<(visitor.isMultiple(of: 4) ? 2 : 1) {
                let pressed = time + Double(press) * 4
                maker.message(
                    pressed,
                    "zigbee2mqtt/hall_button",
                    #"{"action":"single","battery":97,"linkquality":120}"#
                )
                maker.message(
                    pressed + 0.1,
                    "zigbee2mqtt/hall_button",
                    #"{"action":"","battery":97,"linkquality":120}"#
                )
            }
        }
        return maker.lines + [JSON.object(["t": .double(86_400)]).text]
    }
}
