/// Text for HTML.
enum MarkupText {
    /// What a method of marked text gives is marked, too.
    static func marked(_ result: Value, like receiver: Value) -> Value {
        guard case .markup = receiver else { return result }
        switch result {
        case .string(let text): return .markup(text)
        case .list(let items): return .list(items.map { marked($0, like: receiver) })
        case .tuple(let items): return .tuple(items.map { marked($0, like: receiver) })
        default: return result
        }
    }

    static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x26, 0x3C, 0x3E, 0x22, 0x27].contains($0) }) else { return text }
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&#34;"
            case "'": output += "&#39;"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
