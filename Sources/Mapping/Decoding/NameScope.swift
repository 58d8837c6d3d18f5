import Values

/// The names that a template may read at one place of the mapping.
struct NameScope {
    /// The inputs of the rule.
    var inputs: [String] = []
    /// The names that the rule's topics capture.
    var captures: [String] = []
    /// Further names: `value`, `activity` ….
    var others: [String] = []
    /// Whether other names may be there, because what defines them is faulty.
    var isOpen = false

    /// Names that the message itself gives.
    static let message = ["topic", "value", "value_json"]
    /// Names that a rule's templates have beside its inputs.
    static let rule = message + ["previous", "since", "activity"]
    /// Names that an input cannot have.
    static let reserved: Set<String> = Set(rule).union([
        "now", "true", "false", "none", "True", "False", "None", "and", "or", "not", "in", "is", "if",
        "else", "elif", "for", "endif", "endfor", "set", "loop", "self", "this",
    ])

    func contains(_ name: String) -> Bool {
        isOpen || inputs.contains(name) || captures.contains(name) || others.contains(name)
    }

    var all: [String] { inputs + captures + others }

    func adding(_ names: [String]) -> NameScope {
        var scope = self
        scope.others += names
        return scope
    }

    /// What to do about a name that is not there.
    func hint(for name: String) -> String {
        switch name {
        case "states", "state_attr", "is_state", "is_state_attr", "has_value", "expand", "device_attr",
            "area_name":
            return "Home Assistant's entities cannot be asked from here; read the entity's topic as an input"
        case "trigger", "payload", "msg", "message":
            if contains("value") { return "the message is `value` (its text), `value_json` and `topic`" }
        case "text":
            return "`text` is the reply to an action, so only an action's `publish` has it"
        case "activity":
            return "there is no card here that it could mean"
        case "value", "value_json", "topic":
            return "there is no message here; use the names of the inputs"
        default: break
        }
        if let near = NearestName.find(name, in: all) { return "did you mean `\(near)`?" }
        return all.isEmpty ? "nothing is known here" : "known here: \(MapReader.list(all))"
    }

    /// Whether a text is a name that templates can use.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy {
            $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
                || (0x61...0x7A).contains($0)
        }
    }

    /// A text turned into a name that templates can use.
    static func name(from text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            let isFine = scalar.isASCII && isName("a" + String(scalar))
            name.unicodeScalars.append(isFine ? scalar : "_")
        }
        return isName(name) ? name : "_" + name
    }
}
