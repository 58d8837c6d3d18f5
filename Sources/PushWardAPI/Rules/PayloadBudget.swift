package import Values

/// Estimates what of a content reaches the phone (`pushward-api.md` section 10).
package enum PayloadBudget {
    /// The bytes of a whole push.
    package static let limit = 4096
    /// What PushWard and Apple put around a content is not documented; about as much.
    private static let envelope = 384
    /// The bytes of a content with which the push fits, as far as is known.
    package static let pushedLimit = limit - envelope
    /// The bytes that a content should stay below, so that the push around it fits.
    package static let contentLimit = 3072
    /// The bytes that headers and bodies of all actions should stay below.
    package static let actionLimit = 1024

    /// What a content costs and what the server would leave out of the push.
    package struct Estimate: Sendable, Hashable {
        /// Bytes of the content as it is stored.
        package var stored: Int
        /// Bytes of the content as it is pushed, after what is left out.
        package var pushed: Int
        /// Bytes of the headers and bodies of its actions.
        package var actions: Int
        /// What the server leaves out, in its order.
        package var shed: [String]
        /// Whether even so the push may not fit.
        package var isTooLarge: Bool { pushed > PayloadBudget.contentLimit }
    }

    /// The bytes of the content as JSON.
    package static func estimate(_ content: JSONObject) -> Int { JSON.object(content).utf8.count }

    /// What the content costs, and what the server leaves out of the push to make it fit.
    ///
    /// `limit` is what it leaves things out above, in bytes of content.
    package static func estimateShedding(_ content: JSONObject, limit: Int = contentLimit) -> Estimate {
        var pushed = content
        var shed: [String] = []
        func leaveOut(_ name: String) {
            guard pushed[name] != nil else { return }
            pushed[name] = nil
            shed.append(name)
        }
        if content["url_action"] != nil { leaveOut("url") }
        if content["secondary_url_action"] != nil { leaveOut("secondary_url") }
        leaveOut("history")
        switch content["template"]?.stringValue {
        case "media": shedMedia(&pushed, &shed, limit)
        case "log": shedLines(&pushed, &shed, limit)
        default: break
        }
        return Estimate(
            stored: estimate(content),
            pushed: estimate(pushed),
            actions: actionBytes(.object(content)),
            shed: shed
        )
    }

    /// Whole buttons and the picture go in this order until the rest fits.
    private static func shedMedia(_ content: inout JSONObject, _ shed: inout [String], _ limit: Int) {
        let order: [(names: [String], areControls: Bool)] = [
            (["extra"], true), (["volume_down", "volume_up"], true), (["favorite"], true), (["stop"], true),
            (["image_thumbhash"], false), (["image_url"], false), (["previous", "next"], true),
        ]
        for (names, areControls) in order {
            guard estimate(content) > limit else { return }
            for name in names {
                if areControls {
                    guard var controls = content["controls"]?.objectValue, controls[name] != nil else {
                        continue
                    }
                    controls[name] = nil
                    content["controls"] = .object(controls)
                    shed.append("controls.\(name)")
                } else if content[name] != nil {
                    content[name] = nil
                    shed.append(name)
                }
            }
        }
    }

    /// The oldest lines go until the rest fits.
    private static func shedLines(_ content: inout JSONObject, _ shed: inout [String], _ limit: Int) {
        guard var lines = content["lines"]?.arrayValue else { return }
        let all = lines.count
        while lines.count > 1, estimate(content) > limit {
            lines.removeLast()
            content["lines"] = .array(lines)
        }
        if lines.count < all { shed.append("lines beyond the first \(lines.count)") }
    }

    private static func actionBytes(_ value: JSON) -> Int {
        switch value {
        case .array(let elements): return elements.reduce(0) { $0 &+ actionBytes($1) }
        case .object(let object):
            var sum = 0
            for (key, member) in object {
                if key == "headers" || key == "body" {
                    sum = sum &+ member.utf8.count
                } else {
                    sum = sum &+ actionBytes(member)
                }
            }
            return sum
        default: return 0
        }
    }
}
