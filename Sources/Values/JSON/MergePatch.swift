/// JSON Merge Patch (RFC 7396).
package enum MergePatch {
    /// The document that results from applying `patch` to `target`.
    ///
    /// Source: RFC 7396 section 2. Objects merge member by member, `null` removes, everything else replaces.
    package static func applying(_ patch: JSON, to target: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        return .object(applying(changes, to: target.objectValue ?? JSONObject()))
    }

    /// The members that result from applying the members of `patch` to those of `target`.
    package static func applying(_ patch: JSONObject, to target: JSONObject) -> JSONObject {
        var result = target
        for (key, value) in patch {
            if value.isNull {
                result[key] = nil
            } else {
                result[key] = applying(value, to: result[key] ?? .null)
            }
        }
        return result
    }

    /// The smallest patch that turns `source` into `goal`: objects deep, arrays whole, `null` for what went away.
    ///
    /// A `null` inside `goal` counts as absence, since a merge patch cannot store one.
    package static func difference(from source: JSONObject, to goal: JSONObject) -> JSONObject {
        var patch = JSONObject()
        for (key, wanted) in goal where !wanted.isNull {
            guard let present = source[key] else {
                patch[key] = wanted
                continue
            }
            if case .object(let old) = present, case .object(let new) = wanted {
                let inner = difference(from: old, to: new)
                if !inner.isEmpty { patch[key] = .object(inner) }
            } else if present != wanted {
                patch[key] = wanted
            }
        }
        for key in source.keys where goal[key] == nil || goal[key] == .null {
            patch[key] = .null
        }
        return patch
    }

    /// What of `earlier` still counts once `later` was applied after it: the members that `later` does not set.
    ///
    /// Whether or not `earlier` arrived, the document is the one with `later` applied, with or without the remainder.
    /// Where one replaces a member whole of which the other changes a part, the later one counts.
    package static func remainder(of earlier: JSONObject, after later: JSONObject) -> JSONObject {
        var rest = JSONObject()
        for (key, value) in earlier {
            guard let set = later[key] else {
                rest[key] = value
                continue
            }
            guard case .object(let inner) = value, case .object(let outer) = set else { continue }
            let left = remainder(of: inner, after: outer)
            if !left.isEmpty { rest[key] = .object(left) }
        }
        return rest
    }

    /// A patch that has the members of both; where both name a member that is no object, `second` counts.
    ///
    /// The union of the differences from several possible sources to one goal leads from each of them to the goal.
    package static func union(_ first: JSONObject, _ second: JSONObject) -> JSONObject {
        var result = first
        for (key, value) in second {
            if case .object(let inner) = value, case .object(let outer)? = result[key] {
                result[key] = .object(union(outer, inner))
            } else {
                result[key] = value
            }
        }
        return result
    }
}
