import Foundation

/// Makes whole mapping files of the parts that the documentation shows.
enum DocumentationMappings {
    /// What stands in for the sections that an example leaves out.
    private static let sections: [(key: String, text: String)] = [
        ("version", "version: 1"),
        ("mqtt", "mqtt: {url: mqtt://localhost}"),
        ("pushward", "pushward: {token: hlk_example}"),
        ("taps", "taps: {listen: 127.0.0.1:8787, public_url: https://taps.example.net}"),
    ]
    private static let somethingToDo = """
        notifications:
          something: {on: some/topic, title: Something, body: happened}
        """

    /// The whole of a mapping of which an example shows some sections.
    static func whole(_ example: String) -> String {
        func has(_ key: String) -> Bool { example.hasPrefix("\(key):") || example.contains("\n\(key):") }
        var parts = sections.filter { !has($0.key) }.map(\.text)
        parts.append(example)
        if !has("activities"), !has("notifications"), !has("widgets") { parts.append(somethingToDo) }
        return parts.joined(separator: "\n")
    }

    /// The whole of a mapping of which an example shows what stands in one section; nil: no such section.
    static func whole(fragment example: String, of section: String) -> String? {
        switch section {
        case "activities", "notifications", "widgets": return whole("\(section):\n" + indented(example, 2))
        case "inputs":
            return whole(
                """
                activities:
                  example:
                    start: "{{ true }}"
                    content: {template: generic, state: On}
                    inputs:

                """ + indented(example, 6)
            )
        case "content":
            return whole(
                """
                activities:
                  example:
                    inputs: {power: a/power, left: a/left, total: a/total, phase: a/phase, ends: a/ends, state: a/state}
                    start: "{{ state == 'on' }}"
                    content:

                """ + indented(example, 6)
            )
        default: return nil
        }
    }

    static func indented(_ text: String, _ width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : String(repeating: " ", count: width) + $0 }.joined(separator: "\n")
    }
}
