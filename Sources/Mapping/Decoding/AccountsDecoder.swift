import PushWardAPI
import Values

/// Decodes `pushward`: one account, or a list of accounts with names.
struct AccountsDecoder {
    let findings: Findings

    /// The accounts, the default one first; nil where not all of them are known.
    func accounts(_ entry: MarkedNode.Entry) -> [PushWardSettings]? {
        guard case .sequence(let nodes, let mark) = entry.value else {
            return account(entry.value, at: entry.keyMark, "`pushward`").map { [$0] }
        }
        if nodes.isEmpty {
            findings.error(
                mark,
                "`pushward` lists no account",
                hint: "write one: `pushward: {token: !secret pushward_token}`"
            )
        }
        var accounts: [PushWardSettings] = []
        for (place, node) in nodes.enumerated() {
            let what = "the account \(place + 1) of `pushward`"
            guard let account = account(node, at: node.mark, what, needsName: nodes.count > 1) else {
                continue
            }
            if !account.name.isEmpty, accounts.contains(where: { $0.name == account.name }) {
                findings.error(
                    node.mark,
                    "two accounts have the name `\(account.name)`",
                    hint: "rules choose accounts by name with `to`: give each its own"
                )
            }
            accounts.append(account)
        }
        checkTokens(accounts, at: entry.keyMark)
        return accounts.count < max(nodes.count, 1) ? nil : accounts
    }

    /// Two accounts with one token would show each card twice.
    private func checkTokens(_ accounts: [PushWardSettings], at mark: SourceMark) {
        var seen: Set<String> = []
        for account in accounts where !account.token.revealed.isEmpty {
            guard !seen.insert(account.url + " " + account.token.revealed).inserted else { continue }
            findings.error(
                mark,
                "two accounts have the same token",
                hint: "an account is one PushWard user: create the key in the other person's app"
            )
        }
    }

    private func account(
        _ node: MarkedNode,
        at place: SourceMark,
        _ what: String,
        needsName: Bool = false
    ) -> PushWardSettings? {
        guard let reader = MapReader(node, at: place, what, findings: findings) else { return nil }
        var settings = PushWardSettings(token: Secret(""))
        name(reader, &settings, isNeeded: needsName)
        token(reader, &settings, what)
        if let scalar = reader.scalar("url") {
            let urls = SettingsDecoder(findings: findings)
            settings.url = urls.webURL(scalar, "pushward.url") ?? settings.url
        }
        if let scalar = reader.scalar("slug_prefix") {
            if scalar.text.isEmpty || SlugText.isSlug(scalar.text) {
                settings.slugPrefix = scalar.text
            } else {
                findings.error(scalar.mark, "`slug_prefix` cannot be \(scalar.shown)", hint: SlugText.rule)
            }
        }
        if let scalar = reader.scalar("min_app_version") {
            if AppVersion(scalar.text) != nil {
                settings.minAppVersion = scalar.text
            } else {
                findings.error(scalar.mark, "`min_app_version` must be a version such as `1.14.0`")
            }
        }
        if let budget = budget(reader) { settings.budget = budget }
        reader.finish()
        return settings
    }

    /// `off`, updates a month, or a share of the plan such as `80%`.
    private func budget(_ reader: MapReader) -> BudgetPolicy? {
        let forms = "`off`, a number of updates a month, or a share of the plan such as `80%`"
        guard let scalar = reader.scalar("budget", wants: forms) else { return nil }
        if let flag = ScalarText.bool(scalar.text) { return flag ? .plan : .off }
        if let most = ScalarText.integer(scalar.text), (1...1_000_000).contains(most) {
            return .updates(most)
        }
        if scalar.text.hasSuffix("%"), let percent = ScalarText.integer(String(scalar.text.dropLast())),
            (1...100).contains(percent)
        {
            return .share(Double(percent) / 100)
        }
        findings.error(scalar.mark, "`budget` cannot be \(scalar.shown)", hint: "write \(forms)")
        return nil
    }

    private func name(_ reader: MapReader, _ settings: inout PushWardSettings, isNeeded: Bool) {
        let hint = "rules choose accounts by it: `to: anna`"
        if isNeeded, !reader.has("name") {
            reader.miss("name", "\(reader.what) needs `name`", hint: hint)
        }
        reader.demand("name", hint: hint)
        guard let scalar = reader.scalar("name") else { return }
        if SlugText.isSlug(scalar.text) {
            settings.name = scalar.text
        } else {
            findings.error(scalar.mark, "`name` of an account cannot be \(scalar.shown)", hint: SlugText.rule)
        }
    }

    private func token(_ reader: MapReader, _ settings: inout PushWardSettings, _ what: String) {
        let hint = "create an integration key in the PushWard app and write `token: !secret pushward_token`"
        reader.demand("token", hint: hint)
        reader.demand("token_file", hint: hint)
        let file = reader.text("token_file")
        settings.tokenFile = file
        guard let scalar = reader.scalar("token") else {
            if file == nil, !reader.has("token"), !reader.has("token_file") {
                reader.miss("token", "\(what) needs `token`", hint: hint)
            }
            return
        }
        if file != nil {
            findings.error(
                scalar.mark,
                "`token` and `token_file` cannot stand together",
                hint: "keep one of them"
            )
        }
        settings.token = Secret(scalar.text)
        if scalar.text.isEmpty {
            findings.error(scalar.mark, "`token` is empty")
        } else if !scalar.text.hasPrefix("hlk_") {
            findings.warning(
                scalar.mark,
                "this does not look like an integration key: those start with `hlk_`",
                hint: "create one in the PushWard app; account tokens do not work here"
            )
        }
    }
}
