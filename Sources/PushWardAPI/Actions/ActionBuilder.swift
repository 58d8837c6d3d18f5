package import Values

/// What a tap does.
package enum ActionEffect: Sendable, Hashable {
    /// The phone calls `url` silently with `POST`; `bearer` goes into the `Authorization` header.
    case webhook(url: String, bearer: Secret?, body: String?)
    /// The phone opens a page or an app.
    case open(url: String)
    /// A silent call that the person wrote out: `url`, `method`, `headers`, `body`, or `foreground`.
    case request(JSONObject)
    /// PushWard records the tap; only a notification and an approval card have that.
    case recorded
}

/// Why an action cannot be at its place.
package struct ActionRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// One line without a final full stop; it names no secret.
    package var reason: String

    package init(reason: String) {
        self.reason = reason
    }

    package var description: String { reason }
}

/// Writes actions so that each place does exactly what was meant.
///
/// Source: `pushward-api.md` sections 7.2, 7.3, 11.3, 12.3 and 16 no. 4 to 8. A bare URL opens a page on a card and
/// is called silently from a notification, so the method or `foreground` is always written out. The result is the
/// whole action: the difference to the one that is stored has the nulls that a merge patch needs.
package enum ActionBuilder {
    /// The JSON of an action.
    ///
    /// - Parameters:
    ///   - place: where the action stands.
    ///   - look: the members that say what it looks like (`id`, `title`, `icon`, `style`, `destructive` …).
    ///   - effect: what a tap does.
    /// - Returns: all members of the action.
    /// - Throws: `ActionRefusal` where the place has no such action, or a limit is exceeded.
    package static func action(
        at place: FieldSpec.ActionPlace,
        look: JSONObject,
        effect: ActionEffect
    ) throws(ActionRefusal) -> JSONObject {
        var source = JSONObject()
        for (name, value) in look where !ActionFields.effectNames.contains(name) { source[name] = value }
        switch effect {
        case .webhook(let url, let bearer, let body):
            source["url"] = .string(url)
            source["method"] = "POST"
            if let bearer { source["headers"] = ["Authorization": .string("Bearer " + bearer.revealed)] }
            if let body { source["body"] = .string(body) }
        case .open(let url):
            try open(url, at: place, into: &source)
        case .request(let members):
            for (name, value) in members where ActionFields.effectNames.contains(name) {
                source[name] = value
            }
        case .recorded:
            guard place == .notification || place == .approvalOption else {
                throw ActionRefusal(reason: "a tap here cannot be recorded by PushWard: it needs a URL")
            }
        }
        let action = try coerced(source, at: place)
        if case .webhook(let url, _, _) = effect, URLParts(url)?.isWeb != true {
            throw ActionRefusal(reason: "a silent call needs an http or https URL")
        }
        return action
    }

    private static func open(
        _ url: String,
        at place: FieldSpec.ActionPlace,
        into source: inout JSONObject
    ) throws(ActionRefusal) {
        source["url"] = .string(url)
        guard URLParts(url)?.isWeb == true else { return }
        if ActionShape.isSilentOnly(place) {
            throw ActionRefusal(reason: "a button here cannot open a web page: it calls silently")
        }
        source["foreground"] = true
    }

    private static func coerced(
        _ source: JSONObject,
        at place: FieldSpec.ActionPlace
    ) throws(ActionRefusal) -> JSONObject {
        switch FieldSpec.Kind.action(place).coerce(.object(source)) {
        case .value(.object(let action)):
            // Silent-only places default to POST; writing it out keeps a re-pointed button from depending on that.
            var action = action
            if action["url"]?.stringValue.flatMap(URLParts.init)?.isWeb == true,
                ActionShape.isSilentOnly(place),
                action["method"] == nil
            {
                action["method"] = "POST"
            }
            return action
        case .invalid(let reason): throw ActionRefusal(reason: reason)
        case .value, .clear: throw ActionRefusal(reason: "nothing is left of the action")
        }
    }
}
