import Values

/// Reads `to`: the accounts that a rule's cards and notifications go to.
struct AccountNames {
    /// In the order of the file; an account of the single form may have none.
    let names: [String]
    /// Whether these are all; else a name that is not among them is no mistake.
    var areAll = true

    /// The places of the accounts that `to` names, or nil where it is left out.
    func read(_ reader: MapReader) -> [Int]? {
        let findings = reader.findings
        guard let entry = reader.take("to"), let texts = texts(entry, findings) else { return nil }
        var places: [Int] = []
        for text in texts {
            guard let place = names.firstIndex(of: text.text), !text.text.isEmpty else {
                if areAll { findings.error(text.mark, "there is no account \(text.shown)", hint: hint(text)) }
                continue
            }
            guard !places.contains(place) else {
                findings.warning(text.mark, "`to` names \(text.shown) twice", hint: "remove one of them")
                continue
            }
            places.append(place)
        }
        if texts.isEmpty {
            findings.error(
                entry.value.mark,
                "`to` names no account",
                hint: "leave `to` out for the first account"
            )
        }
        return places.isEmpty ? nil : places
    }

    /// The same of an entry that is read again elsewhere: what is wrong with it is told there.
    func peek(_ node: MarkedNode) -> [Int]? {
        guard case .mapping(let entries, _) = node, let entry = entries.first(where: { $0.key == "to" })
        else {
            return nil
        }
        return read(MapReader([entry], mark: entry.keyMark, "", findings: Findings()))
    }

    private func texts(_ entry: MarkedNode.Entry, _ findings: Findings) -> [MarkedScalar]? {
        MapReader([entry], mark: entry.keyMark, "", findings: findings).texts("to")
    }

    private func hint(_ text: MarkedScalar) -> String {
        let known = names.filter { !$0.isEmpty }
        guard !known.isEmpty else {
            return
                "accounts with names are a list: `pushward: [{name: \(text.isSecret ? "…" : text.text), token: …}]`"
        }
        if !text.isSecret, let near = NearestName.find(text.text, in: known) {
            return "did you mean `\(near)`?"
        }
        return "the accounts are \(MapReader.list(known))"
    }
}

extension RuleContext {
    /// The same for a rule of that entry: held against the accounts that it goes to.
    func narrowed(to entry: MarkedNode.Entry) -> RuleContext {
        var context = self
        let places = accountNames.peek(entry.value) ?? defaultAccounts ?? [0]
        let mine = places.compactMap { accounts.indices.contains($0) ? accounts[$0] : nil }
        // The oldest app of all phones, and the longest prefix, decide what a rule may hold.
        let versions = mine.compactMap { account in
            account.minAppVersion.flatMap { text in AppVersion(text).map { (text, $0) } }
        }
        context.minAppVersion = versions.min { $0.1 < $1.1 }?.0
        context.slugPrefix = mine.map(\.slugPrefix).max { $0.utf8.count < $1.utf8.count } ?? ""
        return context
    }

    var accountNames: AccountNames { AccountNames(names: accounts.map(\.name), areAll: !accounts.isEmpty) }
}
