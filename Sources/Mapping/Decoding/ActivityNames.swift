import Templates
import Values

/// Decodes what an activity is called: its slug and its heading.
struct ActivityNames {
    let context: RuleContext
    let ruleName: MarkedNode.Entry
    let captures: [String]
    /// Whether names may be captured that are not known, because `each` is faulty.
    let isOpen: Bool
    /// What the rule makes, for messages.
    var noun = "card"
    private var findings: Findings { context.findings }

    init(context: RuleContext, ruleName: MarkedNode.Entry, captures: [String], isOpen: Bool) {
        self.context = context
        self.ruleName = ruleName
        self.captures = captures
        self.isOpen = isOpen
    }

    /// The slug's template, or nil where the rule's name is the slug.
    func slug(_ reader: MapReader) -> Template? {
        guard let scalar = reader.scalar("slug") else {
            if !captures.isEmpty {
                findings.error(
                    ruleName.keyMark,
                    "all \(noun)s of `\(ruleName.key)` would share one slug",
                    hint: "add `slug: \"\(suggestion)\"`"
                )
            } else if !isOpen {
                checkRuleName()
            }
            return nil
        }
        if !scalar.hasBraces, !checkLiteral(scalar) { return nil }
        guard let slug = context.templates.compile(scalar, scope)?.template else { return nil }
        let missing = captures.filter { !slug.freeNames.contains($0) }
        if !missing.isEmpty {
            findings.error(
                scalar.mark,
                "the slug leaves out \(MapReader.list(missing)), so \(noun)s would share one slug",
                hint: "write `slug: \"\(suggestion)\"`"
            )
        }
        return slug
    }

    private var scope: NameScope {
        var scope = NameScope(captures: captures)
        scope.isOpen = isOpen
        return scope
    }

    private var suggestion: String {
        ([SlugText.slug(from: ruleName.key) ?? noun] + captures.map { "{{ \($0) }}" }).joined(
            separator: "-"
        )
    }

    private func checkRuleName() {
        guard !SlugText.isSlug(context.slugPrefix + ruleName.key) else { return }
        findings.error(
            ruleName.keyMark,
            "`\(ruleName.key)` is no slug",
            hint: SlugText.slug(from: ruleName.key).map { "call it `\($0)`, or give it a `slug`" }
                ?? SlugText.rule
        )
    }

    private func checkLiteral(_ scalar: MarkedScalar) -> Bool {
        guard !SlugText.isSlug(context.slugPrefix + scalar.text) else { return true }
        let hint: String =
            if scalar.isSecret {
                SlugText.rule
            } else if scalar.text.contains("{") {
                "captured names are written with two braces here: `{{ name }}`"
            } else {
                SlugText.slug(from: scalar.text).map { "write `\($0)`; \(SlugText.rule)" } ?? SlugText.rule
            }
        findings.error(scalar.mark, "`slug` cannot be \(scalar.shown)", hint: hint)
        return false
    }

    /// The heading: a text of 1 to 256 characters, or a template of captured names.
    func title(_ reader: MapReader) -> Template? {
        guard let scalar = reader.scalar("name") else { return nil }
        if scalar.text.isEmpty {
            findings.error(scalar.mark, "`name` cannot be empty", hint: "leave it out to use the slug")
            return nil
        }
        if !scalar.hasBraces, scalar.text.unicodeScalars.count > 256 {
            findings.warning(scalar.mark, "`name` is cut to 256 characters")
        }
        return context.templates.compile(scalar, scope)?.template
    }
}
