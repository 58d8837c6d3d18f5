import Mapping
import PushWardAPI
import Templates
import Values

/// Makes a card's content from its inputs (design section 6).
struct CardComposer {
    let rule: ActivityRule
    let scope: CardScope
    let action: (TapAction, FieldSpec.ActionPlace, FieldEvaluator) -> FieldOutcome

    struct Result {
        var draft: ContentDraft
        /// What could not be used, by field.
        var problems: [(field: String, reason: String, mark: SourceMark?)] = []
        /// Required fields that have no value.
        var missing: [String] = []
    }

    /// The content of a running card, or of one that is about to start.
    func compose(_ card: Card) -> Result {
        let spec = ContentFields.template(named: rule.content.template)
        let believed = card.slot.believed
        let isRunning = believed.state == .ongoing && card.phase != .idle
        var result = Result(draft: ContentDraft(fields: ["template": .string(rule.content.template)]))
        let evaluator = evaluator(card)
        evaluate(
            rule.content.fields,
            evaluator,
            spec,
            keepFrom: isRunning ? believed.content : [:],
            into: &result
        )
        IconChoice.apply(to: &result.draft, rule, card, spec)
        Gathered.apply(
            to: &result.draft,
            rule.content.gathering,
            card,
            isRunning: isRunning,
            at: scope.now.wall
        )
        let shown: JSONObject = isRunning ? believed.content : [:]
        withdraw(card.slot.refusedValues, from: &result.draft.fields, shown: shown)
        let note = note(on: card, spec)
        let context = context(card, believed: shown, isRunning: isRunning, hasNote: note != nil)
        switch rule.content.template {
        case "generic", "steps": AnimatedProgress.apply(to: &result.draft, context)
        case "media": MediaEconomy.apply(to: &result.draft, context)
        case "countdown": TimerWindow.apply(to: &result.draft, context)
        case "approval":
            ApprovalOptions.apply(to: &result.draft, rule: rule, run: card.run)
            AnswerDeadline.apply(to: &result.draft, context)
        case "alert":
            if isRunning, result.draft.fields["severity"] != believed.content["severity"] {
                result.draft.isUrgent = true
            }
        case "log":
            let newest = result.draft.fields["lines"]?.arrayValue?.first
            let shown = believed.content["lines"]?.arrayValue?.first
            if isRunning, newest != shown, newest?["level"] == "error" { result.draft.isUrgent = true }
        default: break
        }
        if let note { result.draft.fields["subtitle"] = note }
        if card.mayShowConfirmation { result.draft.isUrgent = true }
        complete(&result, spec, refused: card.slot.refusedValues, shown: shown)
        return result
    }

    /// What the card says of itself in place of its subtitle: that its source is silent, or what became of a tap.
    private func note(on card: Card, _ spec: TemplateSpec?) -> JSON? {
        guard let kind = spec?.field("subtitle")?.kind else { return nil }
        if let pending = card.confirmation, case .value(let text) = kind.coerce(.string(pending.text)) {
            return text
        }
        guard let silent = card.silenceDeadline(rule), silent <= scope.now.uptime else { return nil }
        return SilenceNote.text(silent, rule.options.unavailableAfter, scope.services, at: scope.now)
    }

    /// Takes out values that the server has refused: what is shown stays.
    private func withdraw(_ refused: [String: JSON], from fields: inout JSONObject, shown: JSONObject) {
        for (name, value) in refused where fields[name] == value {
            fields[name] = shown[name] == value ? nil : shown[name]
        }
    }

    /// What evaluates the fields of that card.
    func evaluator(_ card: Card) -> FieldEvaluator {
        FieldEvaluator(scope: scope.content(card), action: action)
    }

    func evaluate(
        _ fields: [ContentField],
        _ evaluator: FieldEvaluator,
        _ spec: TemplateSpec?,
        keepFrom believed: JSONObject,
        into result: inout Result
    ) {
        for field in fields {
            let kind = field.name == "eta" ? FieldSpec.Kind.time : spec?.field(field.name)?.kind
            let outcome =
                switch field.name {
                case "eta": eta(field.value, evaluator)
                case "image_url": picture(field, evaluator, kind)
                case "position_at": instant(field.value, evaluator)
                default: evaluator.evaluate(field.value, kind: kind, shown: believed[field.name])
                }
            result.problems += evaluator.leftOut.take(of: field.name)
            switch outcome {
            case .value(let value): result.draft.fields[field.name] = value
            case .clear: result.draft.fields[field.name] = nil
            case .keep: keep(field.name, from: believed, in: &result.draft)
            case .invalid(let reason, let mark):
                if WrongValue.leavesShown(field.name, kind) {
                    keep(field.name, from: believed, in: &result.draft)
                }
                result.problems.append((field.name, reason, mark ?? field.mark))
            }
        }
    }

    private func keep(_ name: String, from believed: JSONObject, in draft: inout ContentDraft) {
        if name == "eta" {
            draft.fields["end_date"] = believed["end_date"]
            draft.fields["live_progress"] = believed["live_progress"]
        } else if name == "duration" {
            // What is shown is the window that it made.
            draft.fields["start_date"] = believed["start_date"]
            draft.fields["end_date"] = believed["end_date"]
        } else {
            draft.fields[name] = believed[name]
        }
    }

    func complete(
        _ result: inout Result,
        _ spec: TemplateSpec?,
        refused: [String: JSON],
        shown: JSONObject
    ) {
        withdraw(refused, from: &result.draft.fields, shown: shown)
        guard let spec else { return }
        var completed = ContentRules.complete(result.draft.fields, template: spec, now: scope.now.wall)
        if result.draft.fields["paused"] == true, shown["paused"] == true, shown["direction"] != "up" {
            // The end of a clock that is stopped already does not come (`pushward-api.md` section 8.2).
            completed.content["paused"] = true
            completed.dropped.removeAll { $0.field == "paused" }
        }
        result.draft.fields = completed.content
        result.draft.refreshed = result.draft.refreshed.filtered {
            spec.field($0) != nil && refused[$0] == nil
        }
        result.problems.append(contentsOf: completed.dropped.map { ($0.field, $0.reason, nil) })
        result.missing = completed.missing
        for cut in PayloadFitting.fit(card: &result.draft.fields, required: spec.required) {
            result.problems.append((cut.field, cut.reason, nil))
        }
    }

    private func last(_ card: Card) -> JSONObject {
        guard let server = card.slot.acknowledged else { return [:] }
        return card.run?.hasAppeared == true || server.state == .ongoing ? server.content : [:]
    }

    private func context(_ card: Card, believed: JSONObject, isRunning: Bool, hasNote: Bool)
        -> CompositionContext
    {
        var heard: [String: Timestamp] = [:]
        var changed: [String: Timestamp] = [:]
        var moved: [String: Timestamp] = [:]
        var ofUnknownAge: Set<String> = []
        var unheard: Set<String> = []
        for field in rule.content.fields {
            guard case .template(let located) = field.value else { continue }
            let read = card.inputs.filter { located.namesRead.contains($0.name) }
            heard[field.name] = read.compactMap { $0.receivedAt?.wall }.max()
            changed[field.name] = read.compactMap { $0.changedAt?.wall }.max()
            moved[field.name] = read.compactMap { $0.movedAt?.wall }.max()
            let latest = read.filter { $0.receivedAt != nil }.max {
                ($0.receivedAt?.uptime ?? .zero) < ($1.receivedAt?.uptime ?? .zero)
            }
            if latest?.wasRetained == true { ofUnknownAge.insert(field.name) }
            if !read.isEmpty, latest?.isRemembered ?? true { unheard.insert(field.name) }
        }
        let known = card.inputs.filter { $0.receivedAt != nil }
        let startedAt = card.run?.startedAt ?? scope.now.wall
        return CompositionContext(
            now: scope.now,
            believed: believed,
            isRunning: isRunning,
            mayBeOff: !isRunning || !card.slot.isSurelyOngoing,
            hasNote: hasNote,
            runStartedAt: startedAt,
            beganAt: startedAt - rule.start.holdFor,
            lastPushAt: card.lastPushAt,
            lastSentUptime: card.slot.lastSentAt,
            last: last(card),
            barBeganAt: card.barBeganAt,
            etaTolerance: rule.options.etaTolerance,
            heardAt: heard,
            changedAt: changed,
            movedAt: moved,
            ofUnknownAge: ofUnknownAge,
            unheard: unheard,
            isSeededOnly: !known.isEmpty && known.allSatisfy(\.wasRetained),
            isBarOurs: rule.content.fields.contains { $0.name == "eta" }
                && !rule.content.fields.contains { $0.name == "progress" },
            playhead: card.playhead,
            pausedAt: card.pausedAt,
            rest: card.rest,
            pauses: card.pauses
        )
    }
}

extension JSONObject {
    /// The members whose key passes.
    func filtered(_ passes: (String) -> Bool) -> JSONObject {
        JSONObject(filter { passes($0.key) }.map { ($0.key, $0.value) })
    }
}

/// Times of day as people read them.
enum ClockText {
    /// `H:MM` of minutes after midnight.
    static func text(_ minute: Int) -> String {
        let rest = minute % 60
        return "\(minute / 60):" + (rest < 10 ? "0" : "") + String(rest)
    }
}
