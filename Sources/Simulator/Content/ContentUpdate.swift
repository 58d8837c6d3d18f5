import Values

/// The way of an activity's content through a merge patch: strip, merge, settle, check the merged whole.
enum ContentUpdate {
    /// What a content patch comes to.
    struct Result: Sendable {
        var content: JSONObject
        /// What is legal but worth telling a developer.
        var warnings: [String]
    }

    /// The state of affairs that a patch meets.
    struct Situation: Sendable {
        var now: Timestamp
        /// Whether the activity becomes `ongoing` from another state.
        var starts: Bool
        /// Whether the activity is `ended` after the request.
        var isEnded: Bool
    }

    static func apply(
        _ request: JSONObject,
        to stored: JSONObject,
        in situation: Situation
    ) throws(Failure) -> Result {
        var patch = request
        patch.remove(ContentTemplates.serverOwned)
        let template = try template(of: patch, stored: stored)
        if patch.has("template") { patch["template"] = .string(template.name) }
        let isSwitch = stored.text("template") != template.name
        var base = stored
        if isSwitch { leave(stored.text("template"), for: template, &base) }
        if patch.text("image_url") == "" { patch["image_url"] = .null }
        if template.name == "media" { MediaContent.repointControls(patch, &base) }
        var draft = Draft(
            now: situation.now.wholeSeconds,
            patch: patch,
            before: base,
            merged: MergePatch.applying(patch, to: base),
            isSwitch: isSwitch,
            starts: situation.starts,
            isEnded: situation.isEnded
        )
        if isSwitch { try requireSent(template, draft) }
        try checkProgress(patch)
        try template.settle(&draft)
        try check(draft, template)
        return Result(content: draft.merged, warnings: warnings(patch, template))
    }

    private static func template(
        of patch: JSONObject,
        stored: JSONObject
    ) throws(Failure) -> any ContentTemplate.Type {
        guard let written = patch["template"] ?? stored["template"], !written.isNull else {
            throw .content("content.template is required")
        }
        guard let name = written.stringValue, let template = ContentTemplates.named(name) else {
            throw .content("content.template \(written.text) is not a template")
        }
        return template
    }

    /// Drops what belongs to the template that is left, and what the new one has no place for.
    private static func leave(
        _ old: String?,
        for new: any ContentTemplate.Type,
        _ base: inout JSONObject
    ) {
        if let old, let template = ContentTemplates.named(old) { base.remove(template.own.map(\.name)) }
        base.remove(ContentTemplates.serverOwned)
        base["history"] = nil
        for group in ContentTemplates.exclusive where !group.templates.contains(new.name) {
            base.remove(group.members)
        }
    }

    /// A switch must bring all that the new template requires (pushward-api.md section 5.1).
    private static func requireSent(_ template: any ContentTemplate.Type, _ draft: Draft) throws(Failure) {
        for name in template.required where !draft.sends(name) {
            throw .content("content.\(name) is required for template \(template.name)")
        }
    }

    /// What is sent as `progress` has its range also where the server puts its own in its place.
    private static func checkProgress(_ patch: JSONObject) throws(Failure) {
        guard let progress = patch["progress"], !progress.isNull else { return }
        guard let first = Schema.number(0...1).violations(of: progress, at: "content.progress").first else {
            return
        }
        throw .content("\(first.location): \(first.message)")
    }

    private static func check(_ draft: Draft, _ template: any ContentTemplate.Type) throws(Failure) {
        for group in ContentTemplates.exclusive where !group.templates.contains(template.name) {
            for name in group.members where draft.merged[name] != nil || draft.sends(name) {
                throw .content("content.\(name) is not allowed for template \(template.name)")
            }
        }
        for name in template.refused where draft.merged[name] != nil {
            throw .content("content.\(name) is not allowed for template \(template.name)")
        }
        for name in template.required where draft.merged[name] == nil {
            throw .content("content.\(name) is required for template \(template.name)")
        }
        for field in template.own + ContentTemplates.shared {
            guard let value = draft.merged[field.name] else { continue }
            if let first = field.schema.violations(of: value, at: "content.\(field.name)").first {
                throw .content("\(first.location): \(first.message)")
            }
        }
        try WindowRules.check(draft)
        try template.check(draft)
    }

    private static func warnings(_ patch: JSONObject, _ template: any ContentTemplate.Type) -> [String] {
        let known = (template.own + ContentTemplates.shared).map(\.name)
        var found = patch.keys.filter { !known.contains($0) && patch.has($0) }
            .map { "content.\($0) is unknown to template \(template.name)" }
        if patch.has("end_date"), patch.has("duration") {
            found.append("content has both end_date and duration: end_date counts")
        }
        if patch.has("position_at"), !patch.has("position_seconds") {
            found.append("content.position_at was sent without position_seconds")
        }
        return found
    }
}
