import JSONReader
import Simulator
import TestSupport
import Testing
import Values

/// A small generator of numbers that is the same in each run (SplitMix64).
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite("Whatever comes in")
struct FuzzTests {
    private static let odd: [JSON] = [
        .null, true, 0, -1, 1.5, .int(.max), .int(.min), .double(1e308), "", "x", .string("\u{0}"), [], [:],
        .string(String(repeating: "é", count: 5000)), ["a": ["b": [.null]]], [1, "2", .null],
        "2026-11-18T00:00:00Z",
    ]

    /// The document with one value somewhere in it made odd, removed, or moved to another name.
    private static func mutated(_ value: JSON, _ dice: inout Dice) -> JSON {
        switch value {
        case .object(var object) where !object.isEmpty && Int.random(in: 0..<8, using: &dice) > 0:
            let key = object.keys[Int.random(in: 0..<object.count, using: &dice)]
            let inner = object[key] ?? .null
            switch Int.random(in: 0..<8, using: &dice) {
            case 0: object[key] = nil
            case 1: object["content"] = inner
            case 2: object["paused"] = .bool(Bool.random(using: &dice))
            case 3:
                object["template"] = .string(
                    ["up", "media", "countdown", "steps"][Int.random(in: 0..<4, using: &dice)]
                )
            default: object[key] = mutated(inner, &dice)
            }
            return .object(object)
        case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<8, using: &dice) > 0:
            let place = Int.random(in: 0..<elements.count, using: &dice)
            elements[place] = mutated(elements[place], &dice)
            return .array(elements)
        default: return odd[Int.random(in: 0..<odd.count, using: &dice)]
        }
    }

    @Test("No request crashes it, none is a 5xx, and the limits hold", arguments: [1, 2, 3, 4] as [UInt64])
    func requests(_ seed: UInt64) throws {
        var dice = Dice(state: seed)
        var bench = Bench()
        let examples = try Examples.all.map { ($0.kind, try JSONReader.parser($0.body)) }
        let least = try ContentCase.least.sorted { $0.key < $1.key }.map { try JSONReader.parser($0.value) }
        for round in 0..<2_000 {
            let (kind, example) = examples[Int.random(in: 0..<examples.count, using: &dice)]
            let slug = "s\(Int.random(in: 0..<70, using: &dice))"
            var body = Self.mutated(example, &dice)
            var line = "PATCH /activities/\(slug)?upsert=true"
            switch kind {
            case "activity-create": line = "POST /activities"
            case "notification", "notification-new": line = "POST /notifications"
            case "schedule": line = "POST /notifications/scheduled"
            case "widget": line = "POST /widgets"
            case "widget-patch": line = "PATCH /widgets/outside-temp"
            default:
                if Int.random(in: 0..<3, using: &dice) == 0 {
                    let content = least[Int.random(in: 0..<least.count, using: &dice)]
                    body = Self.mutated(["state": "ongoing", "content": content], &dice)
                }
            }
            let answer = bench.send("\(line) \(body.text)")
            let status = bench.last.status
            #expect((200..<500).contains(status), "round \(round): \(line) \(body.text): \(answer.text)")
            if status >= 400 { #expect(answer["detail"]?.stringValue != nil) }
            if Int.random(in: 0..<4, using: &dice) == 0 {
                bench.send("+\(Int.random(in: 0..<20_000, using: &dice))")
            }
        }
        let rows = bench.state["activities"]?.arrayValue ?? []
        #expect(rows.count <= 50)
        let ongoing = rows.filter { $0["state"] == "ongoing" }
        #expect(ongoing.count <= 5)
    }

    @Test("Garbage in paths, queries, headers and bodies is answered")
    func garbage() {
        var dice = Dice(state: 7)
        var bench = Bench()
        let words = [
            "activities", "_sim", "tap", "state", "%00", "%zz", "..", "notifications", "answers", "4001", "é",
            "",
        ]
        for _ in 0..<3_000 {
            let path = (0..<Int.random(in: 0..<5, using: &dice)).map { _ in
                words[Int.random(in: 0..<words.count, using: &dice)]
            }
            let method = ["GET", "POST", "PATCH", "DELETE", "BREW", ""][Int.random(in: 0..<6, using: &dice)]
            let body = (0..<Int.random(in: 0..<40, using: &dice)).map { _ in
                UInt8.random(in: 0...255, using: &dice)
            }
            bench.send(
                method,
                "/" + path.joined(separator: "/") + "?wait=\(path.count)&limit=\(body.count)",
                body
            )
            #expect((200..<500).contains(bench.last.status))
        }
    }
}
