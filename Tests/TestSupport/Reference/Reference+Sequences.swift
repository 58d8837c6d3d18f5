package import Values
import JSONReader

extension Reference {
    /// A step of a card's life: time that passes, or what its content is from now on.
    package enum Step: Sendable {
        case passes(Double)
        case content(JSONObject)
    }

    /// The contents that a row's patches come to, one after the other; nil: the row is about something else.
    package static func steps(of row: Row, at start: Int) -> [Step]? {
        var steps: [Step] = []
        var content = JSONObject()
        var now = Double(start)
        for line in row.lines {
            if line.hasPrefix("+"), let seconds = Double(line.dropFirst()) {
                now += seconds
                steps.append(.passes(seconds))
                continue
            }
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, parts[0] == "PATCH", parts[1].hasPrefix("/activities/a") else { continue }
            let text = UnixNow.expand(String(parts[2]), at: Int(now))
            // What is no JSON has no content.
            guard let body = try? JSONReader.parser(Array(text.utf8)),
                let patch = body["content"]?.objectValue
            else { continue }
            content = MergePatch.applying(patch, to: content)
            steps.append(.content(content))
        }
        let contents = steps.filter { if case .content = $0 { true } else { false } }
        return contents.count > 1 ? steps : nil
    }
}
