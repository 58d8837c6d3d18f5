import PushWardAPI
import Templates
import Values

/// Decodes buttons and tap targets (design section 8, `pushward-api.md` sections 7.2, 8.10, 11.3).
struct ActionDecoder {
    let context: RuleContext
    let scope: NameScope
    /// Whether a button that publishes is left off where no tap comes home over a URL.
    let mayBeLeftOff: Bool
    private var findings: Findings { context.findings }

    /// The keys that are ours, beside PushWard's.
    private static let ownKeys = ["publish", "once", "expires", "confirm"]
    /// Where a button that cannot work now is left off: an option or a notification is sent once and stays.
    static let conditionalPlaces: Set<FieldSpec.ActionPlace> = [
        .cardBackground, .cardButton, .mediaControl, .mediaExtra,
    ]

    init(context: RuleContext, scope: NameScope, mayBeLeftOff: Bool) {
        self.context = context
        self.scope = scope
        self.mayBeLeftOff = mayBeLeftOff
    }

    func action(
        _ node: MarkedNode,
        _ place: FieldSpec.ActionPlace,
        name: String,
        path: String
    ) -> TapAction? {
        if case .scalar(let scalar) = node { return short(scalar, place, name: name, path: path) }
        let what = "the action `\(name)`"
        guard let reader = MapReader(node, what, findings: findings) else { return nil }
        let members = ActionFields.members(of: place)
        let id = id(reader, place, path)
        let effect = effect(reader, place, members, name)
        let look = look(reader, place, members, name)
        let once = reader.bool("once") ?? false
        let expires = reader.duration("expires", in: .seconds(1)...Limits.month)
        let confirm = confirm(reader, effect)
        var when: LocatedTemplate?
        if Self.conditionalPlaces.contains(place), let scalar = reader.scalar("when", wants: "a template") {
            when = context.templates.condition(scalar, "when", scope)
        }
        for required in ActionFields.required(at: place) where !["url", "id"].contains(required) {
            if !reader.has(required) { reader.miss(required, "\(what) needs `\(required)`") }
        }
        checkUse(reader, effect, place, name)
        finish(reader, place, members, name)
        guard let id, let effect else { return nil }
        return TapAction(
            id: id,
            fields: look,
            effect: effect,
            when: when,
            once: once,
            expires: expires,
            confirm: confirm,
            mark: node.mark
        )
    }

    /// `url_action: "https://…"` opens that URL.
    private func short(
        _ scalar: MarkedScalar,
        _ place: FieldSpec.ActionPlace,
        name: String,
        path: String
    ) -> TapAction? {
        if place == .notification || place == .approvalOption || place == .mediaExtra {
            findings.error(scalar.mark, "`\(name)` must be a map of keys, not a text")
            return nil
        }
        guard scalar.hasBraces || scalar.text.contains(":") else {
            findings.error(
                scalar.mark,
                "`\(name)` is no URL: \(scalar.shown)",
                hint: "to publish, write `\(name): {publish: {topic: …, payload: …}}`"
            )
            return nil
        }
        guard let url = urlNode(scalar) else { return nil }
        let field = ContentField(name: "url", value: url, mark: scalar.mark)
        return TapAction(id: path, fields: [], effect: .open([field]), mark: scalar.mark)
    }

    private func urlNode(_ scalar: MarkedScalar) -> ContentNode? {
        guard let located = context.templates.compile(scalar, scope) else { return nil }
        if !scalar.hasBraces {
            guard LiteralCheck(findings: findings).check(scalar, .url(max: 2048, schemes: .any), "url") else {
                return nil
            }
        }
        return .template(located)
    }

    /// The action's id: its own where the place has one, else its path.
    private func id(_ reader: MapReader, _ place: FieldSpec.ActionPlace, _ path: String) -> String? {
        guard place == .approvalOption || place == .notification else { return path }
        guard reader.has("id") else {
            if place == .approvalOption { return path }
            reader.miss("id", "an action needs `id`", hint: "a short name of its own: `id: unlock`")
            return nil
        }
        guard let scalar = reader.scalar("id") else { return nil }
        if scalar.text == "pw_ack" {
            findings.error(scalar.mark, "`pw_ack` is PushWard's own id", hint: "choose another one")
            return nil
        }
        // Of an option's 64 characters some belong to the run.
        let longest = place == .approvalOption ? 48 : 64
        let isFine = SlugText.isSlug(scalar.text) && scalar.text.utf8.count <= longest
        guard isFine else {
            findings.error(
                scalar.mark,
                "`id` cannot be \(scalar.shown)",
                hint: scalar.isSecret
                    ? nil
                    : SlugText.slug(from: scalar.text).map { "write `\($0.prefix(longest))`" }
                        ?? "1 to \(longest) letters, digits, `-` and `_`"
            )
            return nil
        }
        return scalar.text
    }

    private func effect(
        _ reader: MapReader,
        _ place: FieldSpec.ActionPlace,
        _ members: [FieldSpec],
        _ name: String
    ) -> TapAction.Effect? {
        if reader.has("publish") {
            for key in ["url", "method", "headers", "body", "foreground"] where reader.has(key) {
                guard let entry = reader.take(key) else { continue }
                findings.error(
                    entry.keyMark,
                    "`\(key)` cannot stand beside `publish`: the bridge writes it itself",
                    hint: "keep one of them"
                )
            }
            return PublishDecoder(context: context, scope: scope).publish(reader).map { .publish($0) }
        }
        reader.know(["publish"])
        guard reader.has("url") else { return withoutEffect(reader, place, name) }
        var fields: [ContentField] = []
        let nodes = ContentNodeDecoder(context: context, scope: scope, mayBeLeftOff: mayBeLeftOff)
        for member in members where ActionFields.effectNames.contains(member.name) {
            guard let entry = reader.take(member.name) else { continue }
            if let value = nodes.node(entry, ActionLimits.unmeasured(member), path: member.name) {
                fields.append(ContentField(name: member.name, value: value, mark: entry.keyMark))
            }
        }
        checkScheme(fields)
        ButtonCheck(findings: findings).written(fields, at: place)
        return .open(fields)
    }

    /// Only where PushWard records answers can an action do nothing of its own.
    private func withoutEffect(
        _ reader: MapReader,
        _ place: FieldSpec.ActionPlace,
        _ name: String
    ) -> TapAction.Effect? {
        if place == .approvalOption || place == .notification {
            // `foreground` without a URL opens the app.
            guard let entry = reader.take("foreground") else { return TapAction.Effect.none }
            let nodes = ContentNodeDecoder(context: context, scope: scope, mayBeLeftOff: mayBeLeftOff)
            guard let value = nodes.node(entry, .bool, path: "foreground") else { return nil }
            return .open([ContentField(name: "foreground", value: value, mark: entry.keyMark)])
        }
        reader.miss(
            "publish",
            "`\(name)` does nothing: it needs `publish` or `url`",
            hint: "such as `publish: {topic: plug/set, payload: 'OFF'}`"
        )
        return nil
    }

    private func checkScheme(_ fields: [ContentField]) {
        guard let url = fields.first(where: { $0.name == "url" })?.value.literal?.lowercased() else { return }
        guard !url.hasPrefix("http://"), !url.hasPrefix("https://") else { return }
        for field in fields where ["method", "headers", "body"].contains(field.name) {
            findings.error(field.mark, "`\(field.name)` works only with an `https://` URL", hint: "remove it")
        }
    }

    private func look(
        _ reader: MapReader,
        _ place: FieldSpec.ActionPlace,
        _ members: [FieldSpec],
        _ name: String
    ) -> [ContentField] {
        var fields: [ContentField] = []
        let nodes = ContentNodeDecoder(context: context, scope: scope, mayBeLeftOff: mayBeLeftOff)
        for key in reader.keys where !ActionFields.effectNames.contains(key) && key != "id" {
            guard let member = members.first(where: { $0.name == key }), let entry = reader.take(key) else {
                continue
            }
            if let value = nodes.node(entry, member.kind, path: key) {
                fields.append(ContentField(name: key, value: value, mark: entry.keyMark))
            }
        }
        return fields
    }

    private func confirm(_ reader: MapReader, _ effect: TapAction.Effect?) -> Confirmation? {
        guard let entry = reader.take("confirm") else { return nil }
        guard let keys = MapReader(entry.value, "`confirm`", findings: findings) else { return nil }
        var when: LocatedTemplate?
        if keys.require("when") != nil, let scalar = keys.scalar("when", wants: "a template") {
            when = context.templates.condition(scalar, "when", scope)
        }
        let within = keys.duration("within", in: .seconds(1)...(.seconds(3600))) ?? .seconds(20)
        keys.finish()
        if let effect, case .publish = effect {
            return when.map { Confirmation(when: $0, within: within) }
        }
        findings.error(
            entry.keyMark,
            "`confirm` watches what `publish` brings about, and nothing is published here"
        )
        return nil
    }

    private func checkUse(
        _ reader: MapReader,
        _ effect: TapAction.Effect?,
        _ place: FieldSpec.ActionPlace,
        _ name: String
    ) {
        let isRecorded = place == .approvalOption || place == .notification
        if let effect, case .publish = effect, !isRecorded, mayBeLeftOff, !context.hasWayHome {
            findings.warning(
                reader.mark,
                "`\(name)` is left off: without `taps.public_url` its tap cannot come home",
                hint: "set `taps.public_url`; actions of notifications and approval options work without it"
            )
        }
        guard place == .notification else { return }
        let hasInput = reader.has("text_input")
        for key in ["text_input_placeholder", "text_input_button_title"] where reader.has(key) && !hasInput {
            findings.error(reader.mark, "`\(key)` needs `text_input: true`")
        }
    }

    private func finish(
        _ reader: MapReader,
        _ place: FieldSpec.ActionPlace,
        _ members: [FieldSpec],
        _ name: String
    ) {
        reader.know(Self.ownKeys + members.map(\.name))
        reader.finish { key in
            switch (key, place) {
            case ("title", _), ("icon", _):
                return ("`\(key)` is not drawn on `\(name)`", "remove it")
            case ("foreground", .mediaControl), ("foreground", .mediaExtra), ("foreground", .approvalOption):
                return ("`foreground` has no place here: these buttons work silently", "remove it")
            case ("topic", _), ("payload", _), ("qos", _), ("retain", _):
                return ("`\(key)` belongs under `publish`", "write `publish: {topic: …, payload: …}`")
            case ("when", _):
                return ("`when` belongs to the buttons of cards, not to `\(name)`", nil)
            default: return nil
            }
        }
    }
}
