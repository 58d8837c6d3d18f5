import Values

/// Bodies of patches without an answer, oldest first: each may have been carried out.
extension [JSONObject] {
    /// So many are told apart; of older ones it is only known what they may have changed.
    static let mostApart = 8
    /// Marks a body that stands for several.
    private static let mark = "blurred"
    /// A member that one of several bodies has set, nobody knows to what: unlike any value that is wanted.
    private static let anyText = JSON.string("\u{0}")
    private static let anyNumber = JSON.int(-1)

    /// Takes a body that leaves; whether it adds a state in which the server could be, as the same one sent again does not.
    mutating func open(_ body: JSONObject) -> Bool {
        guard last != body else { return false }
        append(body)
        while count > Self.mostApart, blurOldest() {}
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
            return rest.keys.allSatisfy { $0 == Self.mark } ? nil : rest
        }
    }

    /// The state when all of them have arrived.
    ///
    /// Whatever is in doubt is set again by each later body, so that of one that stands for several only the state of
    /// life counts.
    func all<State>(on state: State, applying: (JSONObject, State) -> State) -> State {
        reduce(state) { state, body in
            guard body[Self.mark] != nil else { return applying(body, state) }
            return body["state"].map { applying(["state": $0], state) } ?? state
        }
    }

    /// States that have each value which any member may have at the server.
    ///
    /// A member has the value that it had, or one of those that a body gave it. The patch that leads from each of these
    /// states to another leads there from any combination of what has arrived.
    func possible<State: Equatable>(on state: State, applying: (JSONObject, State) -> State) -> [State] {
        var states = [state]
        func add(_ other: State) {
            if !states.contains(other) { states.append(other) }
        }
        for body in self { add(applying(body, state)) }
        if count > 1 { add(reduce(state) { applying($1, $0) }) }
        return states
    }

    /// Makes one of the oldest two that can be told as one; whether there were such.
    private mutating func blurOldest() -> Bool {
        for newer in indices where !isDeletion(newer) {
            for older in 0..<newer where !isDeletion(older) && agree(older, newer) {
                self[newer] = Self.blurred(self[older], self[newer])
                self[newer][Self.mark] = true
                remove(at: older)
                return true
            }
        }
        guard let first = indices.first(where: { isDeletion($0) }),
            indices.dropFirst(first + 1).contains(where: { isDeletion($0) })
        else { return false }
        remove(at: first)
        return true
    }

    private func isDeletion(_ place: Int) -> Bool { self[place] == Slot.deletion }

    /// Whether not both of two bodies set the state of life, or to the same.
    private func agree(_ first: Int, _ second: Int) -> Bool {
        guard let one = self[first]["state"], let other = self[second]["state"] else { return true }
        return one == other
    }

    /// What either of two bodies may have set.
    private static func blurred(
        _ first: JSONObject,
        _ second: JSONObject,
        isContent: Bool = false
    ) -> JSONObject {
        var result = first
        for (key, value) in second {
            guard let other = result[key], other != value else {
                result[key] = value
                continue
            }
            switch (other, value) {
            case (.object(let one), .object(let two)):
                result[key] = .object(blurred(one, two, isContent: true))
            case (.object(let one), _), (_, .object(let one)): result[key] = .object(blurred(one))
            case (.int, .int) where !isContent: result[key] = anyNumber
            default: result[key] = anyText
            }
        }
        return result
    }

    /// An object of which each member may have any value, or the whole be another one.
    private static func blurred(_ object: JSONObject) -> JSONObject {
        JSONObject(
            object.map { key, value in
                (key, value.objectValue.map { .object(blurred($0)) } ?? anyText)
            }
        )
    }
}
