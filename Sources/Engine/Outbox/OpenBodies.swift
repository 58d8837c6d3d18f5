import Values

/// Bodies of patches without an answer, oldest first: each may have been carried out.
extension [JSONObject] {
    /// Takes a body that leaves; whether it adds a state in which the server could be, as the same one sent again does not.
    mutating func open(_ body: JSONObject) -> Bool {
        guard last != body else { return false }
        append(body)
        return true
    }

    /// Takes that a body was not carried out; `wasNew` is what `open(_:)` said of it.
    mutating func withdraw(_ body: JSONObject, wasNew: Bool) {
        if wasNew, last == body { removeLast() }
    }

    /// Takes that a body was carried out: what it did not set of the others is as doubtful as before.
    mutating func settle(by body: JSONObject) {
        self = compactMap { earlier in
            let rest = MergePatch.remainder(of: earlier, after: body)
            return rest.isEmpty ? nil : rest
        }
    }
}
