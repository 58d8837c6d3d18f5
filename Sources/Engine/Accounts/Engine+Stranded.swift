import Values

/// What stands at an account that is no longer in the mapping: without its token nothing of it can be ended.
extension Engine {
    /// Takes a row of the durable state of such an account.
    mutating func noteStranded(_ row: JSONObject, _ key: String, at now: Moment) {
        guard let account = row["account"]?.stringValue else { return }
        let slug = key.split(separator: "\u{1F}").last.map(String.init) ?? key
        guard let server = row["server"], server["state"] == "ongoing" || row["phase"] == "ongoing" else {
            return
        }
        if let pushed = row["pushed_at"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:)),
            let limit = server["row"]?["stale_ttl"]?.intValue, now.wall - pushed > .seconds(limit)
        {
            // PushWard has ended it by itself.
            return
        }
        stranded[account, default: []].append(slug)
    }

    /// Says which cards can be ended no more.
    mutating func tellStranded() {
        for (account, slugs) in stranded.sorted(by: { $0.key < $1.key }) {
            log(
                .warning,
                "pushward",
                "the account \(account) is no longer in the mapping, so its cards cannot be ended: "
                    + slugs.sorted().joined(separator: ", ")
                    + "; they go when PushWard hears nothing for `stale_ttl`, or put the account back"
            )
        }
        stranded = [:]
    }
}
