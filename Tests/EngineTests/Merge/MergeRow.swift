import Foundation
import JSONReader
import Testing
import Values

/// A change of a card's content, and the one request that must come of it.
///
/// In the texts `$t` stands for the Unix seconds at which the first content is said, `$t+60` for a minute later.
struct MergeRow: CustomTestStringConvertible, Sendable {
    /// How PushWard pushes what it took.
    enum Push: String, Sendable {
        case high, low, end
    }

    /// A sentence.
    let behaviour: String
    /// The content before, with its template, as JSON.
    let before: String
    /// The content after it, with its template.
    let after: String
    /// The body that must be sent; nil: nothing is.
    let body: String?
    let push: Push
    /// The fields that are left as they are, though the content after it has others.
    let leaving: Set<String>

    init(
        _ behaviour: String,
        from before: String,
        to after: String,
        sends body: String?,
        push: Push = .high,
        leaving: Set<String> = []
    ) {
        self.behaviour = behaviour
        self.before = before
        self.after = after
        self.body = body
        self.push = push
        self.leaving = leaving
    }

    var testDescription: String { behaviour }

    /// Seconds after the start at which the content changes.
    static let changesAt = 60.0

    /// The text as JSON, with its times filled in.
    static func json(_ text: String) throws -> JSON {
        var pieces = text.components(separatedBy: "$t")
        var result = pieces.removeFirst()
        for piece in pieces {
            let digits = piece.hasPrefix("+") ? piece.dropFirst().prefix { $0.isNumber } : ""
            result += String(Scenario.epoch.wholeSeconds + (Int(digits) ?? 0))
            result += piece.dropFirst(digits.isEmpty ? 0 : digits.count + 1)
        }
        return try JSONReader.parser(Array(result.utf8))
    }
}

/// Makes mappings whose content is whatever JSON their topic says.
enum EchoMapping {
    /// The rule's settings beside its content, as flow YAML members such as `priority: 3`.
    static func card(_ samples: [JSON], options: String = "") -> String {
        var content: JSONObject = ["template": samples.last?["template"] ?? "generic"]
        for name in names(samples) {
            content[name] = node(name, samples.compactMap { $0[name] }, in: "c")
        }
        return """
            activities:
              card:
                inputs: {c: c, go: go}
                start: "{{ go == 'on' }}"
                settle: 0s
                \(options)
                content: \(JSON.object(content).text)
            """
    }

    static func widget(_ samples: [JSON]) -> String {
        var content: JSONObject = ["template": samples.last?["template"] ?? "value"]
        for name in names(samples) {
            content[name] = node(name, samples.compactMap { $0[name] }, in: "c", isCard: false)
        }
        return """
            widgets:
              panel:
                inputs: {c: c}
                settle: 0s
                content: \(JSON.object(content).text)
            """
    }

    private static func names(_ samples: [JSON]) -> [String] {
        var names: [String] = []
        for key in samples.flatMap({ $0.objectValue?.keys ?? [] })
        where key != "template" && !names.contains(key) {
            names.append(key)
        }
        return names
    }

    /// What gives the member `name` of `parent` out of the payload: an action member by member, the rest whole.
    private static func node(_ name: String, _ samples: [JSON], in parent: String, isCard: Bool = true)
        -> JSON
    {
        let value = "\(parent).get('\(name)')"
        let object = "(\(value) or {})"
        if name == "controls" {
            let slots = names(samples).map { slot -> (String, JSON) in
                let inner = samples.compactMap { $0[slot] }
                return (
                    slot, slot == "extra" ? whole("\(object).get('extra')") : action(slot, inner, in: object)
                )
            }
            return .object(JSONObject(slots))
        }
        return name.hasSuffix("_action") ? action(name, samples, in: parent, isCard: isCard) : whole(value)
    }

    private static func action(_ name: String, _ samples: [JSON], in parent: String, isCard: Bool = true)
        -> JSON
    {
        let object = "(\(parent).get('\(name)') or {})"
        var members = JSONObject()
        if isCard { members["when"] = .string("{{ \(object) | length > 0 }}") }
        for member in names(samples) { members[member] = whole("\(object).get('\(member)')") }
        return .object(members)
    }

    private static func whole(_ expression: String) -> JSON { .string("{{ \(expression) }}") }
}
