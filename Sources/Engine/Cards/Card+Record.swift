import Values

extension Card {
    /// What of its life must survive a crash: when it changes, the card is saved, besides with each request.
    struct Milestone: Equatable {
        var phase: Phase
        var run: Run?
        var isArmed: Bool
        var starts: Int
    }

    var milestone: Milestone { Milestone(phase: phase, run: run, isArmed: isArmed, starts: starts.count) }

    /// What must survive a crash, as one row of the durable state.
    func record(ruleName: String, account: String, now: Moment) -> JSON {
        var row = JSONObject()
        row["rule"] = .string(ruleName)
        if !account.isEmpty { row["account"] = .string(account) }
        row["captures"] = .object(
            JSONObject(captures.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        )
        switch phase {
        case .idle: row["phase"] = "idle"
        case .ongoing: row["phase"] = "ongoing"
        case .finishing(let until):
            row["phase"] = "finishing"
            row["until"] = Self.time(now.wall + (until - now.uptime))
        }
        if let run {
            row["run"] = .string(run.id)
            row["started_at"] = Self.time(run.startedAt)
            if run.hasAppeared { row["appeared"] = true }
            if run.beganStored { row["stored"] = true }
        }
        row["armed"] = .bool(isArmed)
        if isSpent { row["spent"] = true }
        if knowledge.provenAge > .zero { row["proven_age"] = .double(knowledge.provenAge.inSeconds) }
        if phase != .idle {
            let heard = inputs.filter { knowledge.counts($0) }.map(\.name)
            row["heard"] = .array(heard.map(JSON.string))
        }
        row["silence"] = silence.record(inputs, at: now)
        if let answer {
            row["answer"] = [
                "option": .string(answer.option), "by": .string(answer.by),
                "recorded": .bool(answer.isRecorded),
            ]
        }
        row["final"] = finalFields.map(JSON.object)
        if let finale {
            row["ended_at"] = Self.time(finale.at)
            row["outcome"] = finale.outcome.map { .int($0) }
        }
        if removes { row["removes"] = true }
        row["starts"] = .array(starts.map(Self.time))
        row["pushed_at"] = lastPushAt.map(Self.time)
        if barBeganAt != lastPushAt { row["bar_at"] = barBeganAt.map(Self.time) }
        if !slot.uncertain.isEmpty { row["sent_at"] = sentAt.map(Self.time) }
        row["shown_since"] = shownSince.map(Self.time)
        row["shown_since_there"] = shownSinceThere.map(Self.time)
        row["paused_at"] = pausedAt.map(Self.time)
        row["pauses"] = pauses.json
        if let playhead {
            row["playhead"] = [
                "position": .double(playhead.position), "at": Self.time(playhead.at),
                "playing": .bool(playhead.isPlaying),
            ]
        }
        if let server = slot.acknowledged {
            row["server"] = [
                "state": .string(server.state.rawValue), "content": .object(server.content),
                "row": server.row.json, "stale": .bool(server.isStale),
                "lasting": .bool(server.isLasting),
            ]
        }
        row["uncertain"] = .array(slot.uncertain.map(JSON.object))
        return .object(row)
    }

    /// Takes over what was saved before a restart.
    mutating func restore(_ row: JSONObject, at now: Moment) {
        if let id = row["run"]?.stringValue, let started = Self.timestamp(row["started_at"]) {
            run = Run(id: id, startedAt: started, hasAppeared: row["appeared"]?.boolValue ?? false)
            run?.beganStored = row["stored"]?.boolValue ?? false
        }
        switch row["phase"]?.stringValue {
        case "ongoing": phase = run == nil ? .idle : .ongoing
        case "finishing":
            let rest = Self.timestamp(row["until"]).map { $0 - now.wall } ?? .zero
            phase = .finishing(until: now.uptime + min(max(rest, .zero), .seconds(60)))
        default: phase = .idle
        }
        isArmed = row["armed"]?.boolValue ?? true
        isSpent = row["spent"]?.boolValue ?? false
        if phase != .idle { silence.restore(row["silence"], at: now) }
        knowledge.wasOn = phase != .idle
        knowledge.provenAge = ButtonClock.age(row["proven_age"])
        knowledge.heard = (row["heard"]?.arrayValue).map { Set($0.compactMap(\.stringValue)) }
        if let saved = row["answer"], let option = saved["option"]?.stringValue {
            answer = Answer(
                option: option,
                by: saved["by"]?.stringValue ?? "user",
                isRecorded: saved["recorded"]?.boolValue ?? false
            )
        }
        finalFields = row["final"]?.objectValue
        finale = Self.timestamp(row["ended_at"]).map {
            Finale(outcome: row["outcome"]?.doubleValue.flatMap { Int(exactly: $0) }, at: $0)
        }
        removes = row["removes"]?.boolValue ?? false
        starts = (row["starts"]?.arrayValue ?? []).compactMap(Self.timestamp)
        lastPushAt = Self.timestamp(row["pushed_at"])
        barBeganAt = Self.timestamp(row["bar_at"]) ?? lastPushAt
        sentAt = Self.timestamp(row["sent_at"]) ?? lastPushAt
        shownSince = Self.timestamp(row["shown_since"])
        shownSinceThere = Self.timestamp(row["shown_since_there"])
        pausedAt = Self.timestamp(row["paused_at"])
        pauses = RunPauses(row["pauses"])
        if let saved = row["playhead"], let position = saved["position"]?.doubleValue,
            let at = Self.timestamp(saved["at"])
        {
            playhead = Playhead(position: position, at: at, isPlaying: saved["playing"]?.boolValue ?? false)
        }
        slot.restore(row)
        var kept = row
        kept["memory"] = nil
        saved = .object(kept)
    }

    private static func time(_ timestamp: Timestamp) -> JSON { .double(timestamp.unixSeconds) }

    private static func timestamp(_ json: JSON?) -> Timestamp? {
        json?.doubleValue.flatMap(Timestamp.init(unixSeconds:))
    }
}

extension Slot {
    /// Takes over what was saved of the server before a restart.
    mutating func restore(_ row: JSONObject) {
        if let server = row["server"]?.objectValue {
            var settings = RowSettings()
            settings.adopt(server["row"]?.objectValue ?? [:])
            acknowledged = ServerCard(
                state: server["state"]?.stringValue.flatMap(ServerCard.State.init) ?? .ended,
                content: server["content"]?.objectValue ?? [:],
                row: settings
            )
            acknowledged?.isStale = server["stale"]?.boolValue ?? false
            acknowledged?.isLasting = server["lasting"]?.boolValue ?? false
        }
        uncertain = (row["uncertain"]?.arrayValue ?? []).compactMap(\.objectValue)
    }
}
