import PushWardAPI
import Templates
import Values

/// Decodes what a card shows, field by field, against PushWard's tables (design section 6).
struct ContentDecoder {
    let context: RuleContext
    let scope: NameScope
    /// Whether it is a widget's content, which has templates of its own.
    let isWidget: Bool
    private var findings: Findings { context.findings }
    private var templates: [TemplateSpec] { isWidget ? WidgetFields.templates : ContentFields.templates }

    init(context: RuleContext, scope: NameScope, isWidget: Bool = false) {
        self.context = context
        self.scope = scope
        self.isWidget = isWidget
    }

    /// The templates to which our own field `eta` belongs: those whose bar the device can move.
    static let etaTemplates: Set<String> = ["generic", "steps"]

    /// A card's content, with its template.
    func content(_ reader: MapReader, mark: SourceMark) -> Content? {
        let spec = template(reader)
        let gathering =
            isWidget
            ? nil : spec.flatMap { GatheringDecoder(context: context, scope: scope).read(reader, $0) }
        let fields = fields(reader, spec, besides: gathering.map { [$0.kind.field] } ?? [])
        if let spec { checkWhole(fields, spec, reader, gathering) }
        finish(reader, spec)
        return spec.map { Content(template: $0.name, fields: fields, gathering: gathering, mark: mark) }
    }

    /// The fields of the outcome at a place, which has no template of its own.
    ///
    /// Its buttons have other ids than those of the running card: a tap on one must not do what the other does.
    func outcomeFields(_ reader: MapReader, template: String?, at place: Int) -> [ContentField] {
        let spec = template.flatMap { ContentFields.template(named: $0) }
        if let entry = reader.take("template") {
            findings.error(entry.keyMark, "an outcome keeps the card's template", hint: "remove `template`")
        }
        let fields = fields(reader, spec, besides: ["when"], prefix: "outcomes.\(place).")
        if spec == nil {
            reader.know(reader.keys)
        }
        finish(reader, spec)
        return fields
    }

    private func template(_ reader: MapReader) -> TemplateSpec? {
        let names = templates.map(\.name)
        guard reader.require("template", hint: "one of \(MapReader.list(names))") != nil,
            let scalar = reader.scalar("template")
        else {
            // `template` itself may be there with a slip of the pen.
            reader.know(reader.keys.filter { NearestName.find($0, in: ["template"]) == nil })
            return nil
        }
        let isNamed = { (spec: TemplateSpec) in spec.name == scalar.text || spec.aliases.contains(scalar.text)
        }
        if let spec = templates.first(where: isNamed) { return spec }
        let candidates = names + templates.flatMap(\.aliases)
        let near = scalar.isSecret ? nil : NearestName.find(scalar.text, in: candidates)
        findings.error(
            scalar.mark,
            "there is no template \(scalar.shown)",
            hint: near.map { "did you mean `\($0)`?" } ?? "one of \(MapReader.list(names))"
        )
        reader.know(reader.keys)
        return nil
    }

    /// Decodes every field that the template takes, in the order in which they are written.
    private func fields(
        _ reader: MapReader,
        _ spec: TemplateSpec?,
        besides: Set<String>,
        prefix: String = ""
    ) -> [ContentField] {
        guard let spec else { return [] }
        var fields: [ContentField] = []
        reader.know(spec.fields.map(\.name))
        for key in reader.keys where !besides.contains(key) {
            let kind: FieldSpec.Kind
            if let field = spec.field(key) {
                kind = field.kind
                if let entry = reader.take(key) { context.checkApp(field, entry.keyMark) }
            } else if key == "eta", !isWidget, Self.etaTemplates.contains(spec.name) {
                kind = .text(max: 64)
            } else {
                continue
            }
            guard let entry = reader.take(key) else { continue }
            let nodes = ContentNodeDecoder(context: context, scope: scope, mayBeLeftOff: true)
            if let value = nodes.node(entry, kind, path: prefix + key) {
                fields.append(ContentField(name: key, value: value, mark: entry.keyMark))
            }
        }
        return fields
    }

    /// Rules that need the whole content.
    private func checkWhole(
        _ fields: [ContentField],
        _ spec: TemplateSpec,
        _ reader: MapReader,
        _ gathering: Gathering?
    ) {
        let literals = Dictionary(
            fields.compactMap { field in field.value.literal.map { (field.name, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
        if isWidget {
            let rules = WidgetLiteralRules(
                findings: findings,
                fields: fields,
                literals: literals,
                template: spec,
                reader: reader
            )
            return rules.check()
        }
        var names = Set(reader.keys)
        if let gathering { names.insert(gathering.kind.field) }
        for name in spec.required where !names.contains(name) {
            let summary = spec.field(name)?.summary ?? ""
            reader.miss(name, "`\(spec.name)` needs `\(name)`", hint: Self.hint(spec.field(name)) ?? summary)
        }
        LiteralRules(
            findings: findings,
            fields: fields,
            literals: literals,
            template: spec.name,
            reader: reader
        )
        .check()
    }

    private static func hint(_ field: FieldSpec?) -> String? {
        guard let field else { return nil }
        if case .choice(let words) = field.kind { return "one of \(MapReader.list(words))" }
        return field.summary
    }

    private func finish(_ reader: MapReader, _ spec: TemplateSpec?) {
        reader.finish { key in
            guard let spec else { return nil }
            if key == "eta", isWidget {
                return (
                    "`eta` belongs to activities", "write `start_date` and `end_date`, or `subtitle_timer`"
                )
            }
            if key == "eta" {
                return (
                    "`eta` belongs to `generic` and `steps`, not to `\(spec.name)`", Self.etaHint(spec.name)
                )
            }
            let homes = templates.filter { $0.field(key) != nil }.map(\.name)
            if let gathered = GatheringDecoder.explain(key, spec.name) { return gathered }
            guard !homes.isEmpty else { return nil }
            let near = NearestName.find(key, in: spec.fields.map(\.name))
            return (
                "`\(key)` belongs to \(MapReader.list(homes)), not to `\(spec.name)`",
                near.map { "did you mean `\($0)`?" } ?? "change `template`, or remove it"
            )
        }
    }

    private static func etaHint(_ template: String) -> String? {
        switch template {
        case "countdown": "a countdown's end is `end_date` or `duration`"
        case "media": "a player's end follows from `position_seconds` and `duration_seconds`"
        default: nil
        }
    }
}

extension RuleContext {
    /// Warns of a field that the oldest app does not know.
    func checkApp(_ field: FieldSpec, _ mark: SourceMark) {
        guard let minApp = field.minApp.flatMap({ AppVersion($0) }),
            let own = minAppVersion.flatMap({ AppVersion($0) }), own < minApp
        else { return }
        findings.warning(
            mark,
            "`\(field.name)` needs app \(field.minApp ?? ""), newer than `min_app_version`",
            hint: "older apps do not show it"
        )
    }
}

extension ContentNode {
    /// The text of a scalar that is no template.
    var literal: String? {
        guard case .template(let located) = self, located.isPlain else { return nil }
        return located.template.source
    }
}
