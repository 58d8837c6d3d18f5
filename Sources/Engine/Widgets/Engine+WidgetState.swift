import Mapping
import PushWardAPI
import Values

extension Engine {
    mutating func saveWidget(_ place: Int) {
        let widget = widgets.list[place]
        let record = widget.record(
            ruleName: mapping.widgets[widget.rule].name,
            accountName: accounts[widget.account].name
        )
        guard record != widget.saved else { return }
        widgets.list[place].saved = record
        effects.append(.save([StateChange(.widgets, widgetKey(widget.account, widget.slug.text), record)]))
    }

    /// The key of a widget's row in the durable state; a slug holds none of the separator.
    private func widgetKey(_ account: Int, _ slug: String) -> String {
        let name = accounts[account].name
        return name.isEmpty ? slug : "\(name)\u{1F}\(slug)"
    }

    /// Takes over what was durable before the restart; what no rule makes any more is to be deleted.
    ///
    /// The rows of an account that is gone are forgotten: nobody can delete there.
    mutating func restoreWidget(_ key: String, _ row: JSONObject) {
        guard let account = account(named: row["account"]?.stringValue),
            let slug = key.split(separator: "\u{1F}").last.map(String.init)
        else { return outdatedRows.append(StateChange(.widgets, key, nil)) }
        if key != widgetKey(account, slug) { outdatedRows.append(StateChange(.widgets, key, nil)) }
        var captures: [String: String] = [:]
        for (key, text) in row["captures"]?.objectValue ?? [:] { captures[key] = text.stringValue }
        guard let name = row["rule"]?.stringValue,
            let rule = mapping.widgets.firstIndex(where: { $0.name == name }),
            mapping.widgets[rule].accounts.contains(account),
            mapping.widgets[rule].hasCaptures || captures.isEmpty,
            let place = widget(CardKey(rule: rule, captures: captures, account: account)),
            widgets.list[place].slug.text == slug
        else {
            widgets.accounts[account].removed.insert(slug)
            return
        }
        widgets.list[place].restore(row)
    }

    /// Asks the server what it holds, so that nothing is sent that it shows already.
    mutating func beginWidgets(at now: Moment) {
        for account in accounts.indices {
            let own = widgets.list.filter { $0.account == account }
            widgets.accounts[account].removed.subtract(own.map(\.slug.text))
            deleteRemovedWidgets(account, at: now)
            let isKnown = own.contains { $0.slot.acknowledged != nil || $0.slot.isPostOpen }
            if isKnown || options.reconcilesWithoutState && !mapping.widgets.isEmpty {
                askForWidgets(account, at: now)
            }
        }
        stepAllWidgets(at: now)
    }

    mutating func askForWidgets(_ account: Int, at now: Moment) {
        widgets.accounts[account].isAsking = true
        let id = depart(.listWidgets, for: .widgetReconciliation, to: account, at: now)
        effects.append(.request(id, .listWidgets, account: account))
    }

    /// Takes what the server holds, for the widgets that have not sent anything since.
    mutating func reconcileWidgets(_ account: Int, _ answer: Answer, wait: Duration, at now: Moment) {
        widgets.accounts[account].isAsking = false
        let own = widgets.list.indices.filter { widgets.list[$0].account == account }
        if answer.isSuccess, let list = answer.body, list["items"] != nil {
            var rows: [String: JSON] = [:]
            for item in list["items"]?.arrayValue ?? [] {
                if let slug = item["slug"]?.stringValue { rows[slug] = item }
            }
            widgets.accounts[account].listed = Set(rows.keys)
            for place in own where widgets.list[place].slot.lastSentAt == nil {
                adoptWidget(rows[widgets.list[place].slug.text], place, at: now)
            }
        } else if answer.kind != .forbidden {
            let again = now.uptime + max(wait, .seconds(answer.kind == .transient ? 5 : 3600))
            deadlines.set(again, for: .widgetReconciliation(account))
        }
        for place in own { stepWidget(place, at: now) }
    }

    private mutating func adoptWidget(_ row: JSON?, _ place: Int, at now: Moment) {
        guard let row else { return widgets.list[place].slot.adopt(nil, updatedAt: nil) }
        let stored = row["content"]?.objectValue ?? [:]
        let server = ServerWidget(
            name: row["name"]?.stringValue,
            content: WidgetRules.comparable(stored, now: now.wall),
            pushThrottle: row["push_throttle"]?.intValue,
            staleAfter: row["stale_after"]?.intValue
        )
        let said = row["updated_at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        widgets.list[place].slot.adopt(
            server,
            updatedAt: now.isClockSet ? [said, now.wall].compactMap { $0 }.min() : said
        )
        saveWidget(place)
    }

    /// Deletes the widgets of rules that are gone, one request each, as the host has room.
    mutating func deleteRemovedWidgets(_ account: Int, at now: Moment) {
        for text in widgets.accounts[account].removed.sorted() {
            let waits = [waitingUntil(account, now.uptime), widgets.accounts[account].deletesAt]
            if let until = waits.compactMap({ $0 }).max(), until > now.uptime {
                return deadlines.set(until, for: .widgetDeletion(account))
            }
            widgets.accounts[account].removed.remove(text)
            // A damaged row names no widget.
            guard let slug = try? Slug(validating: text) else { continue }
            let request = PushWardRequest.deleteWidget(slug)
            let purpose = Purpose.widgetDeletion(CardAddress(account, text))
            let id = depart(request, for: purpose, to: account, at: now)
            decide(text, slug: text, "delete", "no rule makes this widget any more")
            effects.append(.request(id, request, account: account))
        }
    }

    /// Takes whether a widget was deleted; what PushWard refuses is tried again with the next start.
    mutating func respondWidgetDeletion(
        _ address: CardAddress,
        _ answer: Answer,
        wait: Duration,
        at now: Moment
    ) {
        let account = address.account
        switch answer.kind {
        case .success, .gone:
            if widgets.bySlug[address] == nil {
                effects.append(.save([StateChange(.widgets, widgetKey(account, address.slug), nil)]))
            }
            widgets.accounts[account].listed.remove(address.slug)
            widgets.accounts[account].fullUntil = nil
        case .transient, .rateLimited, .unauthorised:
            widgets.accounts[account].removed.insert(address.slug)
            widgets.accounts[account].deletesAt = now.uptime + max(wait, .seconds(1))
            deadlines.set(widgets.accounts[account].deletesAt, for: .widgetDeletion(account))
        case .quota, .forbidden, .full, .invalid, .preempted:
            log(.warning, "pushward", "the widget \(address.slug) could not be deleted: \(answer.text)")
        }
    }
}

extension Widget {
    /// What must survive a crash, as one row of the durable state.
    func record(ruleName: String, accountName: String) -> JSON {
        var row = JSONObject()
        row["rule"] = .string(ruleName)
        if !accountName.isEmpty { row["account"] = .string(accountName) }
        row["captures"] = .object(
            JSONObject(captures.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        )
        row["run"] = .string(tokenRun)
        if !history.points.isEmpty { row["history"] = history.record }
        row["updated_at"] = slot.updatedAt.map { .double($0.unixSeconds) }
        if let server = slot.acknowledged {
            var held = JSONObject()
            held["name"] = server.name.map(JSON.string)
            held["content"] = .object(server.content)
            held["push_throttle"] = server.pushThrottle.map(JSON.int)
            held["stale_after"] = server.staleAfter.map(JSON.int)
            row["server"] = .object(held)
        }
        row["uncertain"] = .array(slot.uncertain.map(JSON.object))
        row["open"] = .bool(slot.isPostOpen)
        return .object(row)
    }

    /// Takes over what was saved before a restart.
    mutating func restore(_ row: JSONObject) {
        if let run = row["run"]?.stringValue, !run.isEmpty { tokenRun = run }
        history = WidgetHistory(row["history"])
        slot.updatedAt = row["updated_at"]?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
        if let held = row["server"]?.objectValue {
            slot.acknowledged = ServerWidget(
                name: held["name"]?.stringValue,
                content: held["content"]?.objectValue ?? [:],
                pushThrottle: held["push_throttle"]?.intValue,
                staleAfter: held["stale_after"]?.intValue
            )
        }
        slot.uncertain = (row["uncertain"]?.arrayValue ?? []).compactMap(\.objectValue)
        slot.isPostOpen = row["open"]?.boolValue ?? false
        saved = .object(row)
    }
}
