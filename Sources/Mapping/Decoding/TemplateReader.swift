import Templates
import Values

/// Compiles the templates of a mapping and reports their faults at the file's own line and column.
struct TemplateReader {
    let findings: Findings

    /// A template that reads only names of `scope`, or nil with what is wrong reported.
    func compile(_ scalar: MarkedScalar, _ scope: NameScope) -> LocatedTemplate? {
        if scalar.isUnresolved { return nil }
        do throws(TemplateError) {
            let template = try Template(scalar.text, origin: scalar.origin)
            guard isSound(template, scalar, scope) else { return nil }
            return LocatedTemplate(template, mark: scalar.mark)
        } catch {
            let mark = scalar.mark(line: error.line, column: error.column)
            if scalar.isSecret {
                findings.error(scalar.mark, "the template in this secret or file cannot be compiled")
            } else {
                findings.error(mark, error.message, hint: error.hint)
            }
            return nil
        }
    }

    /// A condition: a template, or `true` or `false`.
    func condition(_ scalar: MarkedScalar, _ key: String, _ scope: NameScope) -> LocatedTemplate? {
        if scalar.isUnresolved { return nil }
        if !scalar.hasBraces, ScalarText.bool(scalar.text) == nil, !scalar.text.isEmpty {
            findings.error(
                scalar.mark,
                "`\(key)` is plain text, not a template, so it never changes",
                hint: scalar.isSecret ? nil : "write \"{{ \(scalar.text) }}\""
            )
            return nil
        }
        if scalar.text.isEmpty {
            findings.error(scalar.mark, "`\(key)` is empty")
            return nil
        }
        return compile(scalar, scope)
    }

    /// Tells what is wrong with a template that compiles; false where something of it can never work.
    private func isSound(_ template: Template, _ scalar: MarkedScalar, _ scope: NameScope) -> Bool {
        let unknown = template.freeNames.sorted().filter { !scope.contains($0) }
        if scalar.isSecret {
            guard !unknown.isEmpty else { return true }
            findings.error(scalar.mark, "the template in this secret or file reads a name that nobody gives")
            return false
        }
        let names = TemplateNames(scalar.text)
        let told = tellWarnings(template, names, scalar, scope)
        for name in unknown where !told.contains(name) {
            let place = names.first(name)
            findings.error(
                scalar.mark(line: place?.line ?? 1, column: place?.column ?? 1),
                "nothing here is called `\(name)`",
                hint: scope.hint(for: name)
            )
        }
        return checkMembers(names, template, scalar, scope) && unknown.isEmpty && told.isEmpty
    }

    /// Tells what fails only when it is reached; the names of what can never work.
    private func tellWarnings(
        _ template: Template,
        _ names: TemplateNames,
        _ scalar: MarkedScalar,
        _ scope: NameScope
    ) -> Set<String> {
        var told: Set<String> = []
        for warning in template.warnings {
            let name = names.names.first { $0.line == warning.line && $0.column == warning.column }
            // What the engine binds, such as `since`, is no function of the language itself.
            if let name, !name.isAttribute, scope.contains(name.text) { continue }
            let mark = scalar.mark(line: warning.line, column: warning.column)
            if warning.code == .unknownName {
                told.insert(name?.text ?? "")
                findings.error(mark, warning.message, hint: warning.hint)
            } else {
                findings.warning(mark, warning.message, hint: warning.hint)
            }
        }
        return told
    }

    /// Whether a name is a function of the template language, which an input of that name would hide.
    static func isFunction(_ name: String) -> Bool {
        // A text that is no template names no function.
        (try? Template("{{ \(name) }}"))?.globalNames.contains(name) ?? false
    }

    /// `activity.…`, `previous.…` and `since('…')` name what is there.
    private func checkMembers(
        _ names: TemplateNames,
        _ template: Template,
        _ scalar: MarkedScalar,
        _ scope: NameScope
    ) -> Bool {
        guard !scope.isOpen else { return true }
        var isFine = true
        func check(_ name: TemplateNames.Name, _ member: String, _ known: [String], _ what: String) {
            guard !known.contains(member) else { return }
            isFine = false
            let near = NearestName.find(member, in: known)
            findings.error(
                scalar.mark(line: name.line, column: name.column),
                what,
                hint: near.map { "did you mean `\($0)`?" }
                    ?? (known.isEmpty ? "there are no inputs here" : "known here: \(MapReader.list(known))")
            )
        }
        for name in names.names {
            if name.owner == "activity", template.freeNames.contains("activity") {
                check(name, name.text, Self.activityMembers, "`activity` has no `\(name.text)`")
            } else if name.owner == "previous", template.freeNames.contains("previous"),
                !["get", "items", "keys", "values"].contains(name.text)
            {
                check(name, name.text, scope.inputs, "`previous` has no input `\(name.text)`")
            } else if name.text == "since", !name.isAttribute, let input = name.firstText {
                check(name, input, scope.inputs, "`since` names no input: `\(input)`")
            }
        }
        return isFine
    }

    /// What templates see of a card (design section 4).
    private static let activityMembers = ["started_at", "elapsed", "state", "answer", "answered_by"]
}
