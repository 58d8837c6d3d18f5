package import Values

/// A whole content made acceptable to the server.
package struct CompletedContent: Sendable, Hashable {
    /// What may be sent: `template` and the fields, none of them null.
    package var content: JSONObject
    /// Fields that were left out because they contradict others.
    package var dropped: [Dropped]
    /// Required fields that are not there; the content is complete where there are none.
    package var missing: [String]
    /// What was cut, clamped or made up, each in one line without a final full stop.
    package var remarks: [String]

    /// A field that was left out, and why.
    package struct Dropped: Sendable, Hashable {
        package var field: String
        package var reason: String

        package init(field: String, reason: String) {
            self.field = field
            self.reason = reason
        }
    }

    /// Whether the server accepts it.
    package var isComplete: Bool { missing.isEmpty }
}

/// The rules that bind several fields of a content together (`pushward-api.md` sections 7 and 8).
package enum ContentRules {
    /// The content of `template` that the server accepts, made of fields that have been coerced one by one.
    ///
    /// Fields that contradict others, or that the template does not take, are left out with the reason; arrays
    /// that must have a length get it; numbers are brought within bounds that other fields set.
    package static func complete(
        _ fields: JSONObject,
        template: TemplateSpec,
        now: Timestamp
    ) -> CompletedContent {
        var completion = Completion(template: template, now: now.wholeSeconds)
        completion.take(fields)
        if template.name == "countdown" { completion.applyDirection() }
        completion.applyTimes()
        switch template.name {
        case "countdown": completion.applyCountdown()
        case "steps": completion.applySteps()
        case "alert": completion.applyAlert()
        case "gauge": completion.applyGauge()
        case "timeline": completion.applyTimeline()
        case "media": completion.applyMedia()
        case "approval": completion.applyApproval()
        case "log": completion.applyLog()
        default: break
        }
        completion.applyAlarm()
        completion.applyLinks()
        completion.finish()
        return completion.result
    }

    /// The content made of values of any kind: each field is coerced, then the whole completed.
    package static func content(
        of values: JSONObject,
        template: TemplateSpec,
        now: Timestamp
    ) -> CompletedContent {
        coerced(values, template: template) { complete($0, template: template, now: now) }
    }

    /// Coerces each field, then lets `complete` look at the whole.
    static func coerced(
        _ values: JSONObject,
        template: TemplateSpec,
        complete: (JSONObject) -> CompletedContent
    ) -> CompletedContent {
        var fields = JSONObject()
        var dropped: [CompletedContent.Dropped] = []
        var remarks: [String] = []
        for (name, value) in values where name != "template" {
            guard let field = template.field(name) else {
                dropped.append(.init(field: name, reason: "the template \(template.name) does not take it"))
                continue
            }
            let report = field.kind.coerceReporting(value)
            remarks += report.remarks.map { "`\(name)`: \($0)" }
            switch report.coercion {
            case .value(let value): fields[name] = value
            case .clear: break
            case .invalid(let reason): dropped.append(.init(field: name, reason: reason))
            }
        }
        var result = complete(fields)
        result.dropped = dropped + result.dropped
        result.remarks = remarks + result.remarks
        return result
    }
}

/// The state of completing one content.
struct Completion {
    let template: TemplateSpec
    /// Unix seconds.
    let now: Int
    var result: CompletedContent

    init(template: TemplateSpec, now: Int) {
        self.template = template
        self.now = now
        self.result = CompletedContent(
            content: ["template": .string(template.name)],
            dropped: [],
            missing: [],
            remarks: []
        )
    }

    subscript(name: String) -> JSON? {
        get { result.content[name] }
        set { result.content[name] = newValue }
    }

    mutating func drop(_ name: String, _ reason: String) {
        guard self[name] != nil else { return }
        self[name] = nil
        result.dropped.append(.init(field: name, reason: reason))
    }

    mutating func remark(_ text: String) { result.remarks.append(text) }

    mutating func take(_ fields: JSONObject) {
        for (name, value) in fields where name != "template" && !value.isNull {
            self[name] = value
            if template.field(name) == nil { drop(name, "the template \(template.name) does not take it") }
        }
    }

    mutating func finish() {
        result.missing += template.required.filter { self[$0] == nil && !result.missing.contains($0) }
    }

    mutating func miss(_ name: String) { result.missing.append(name) }
}
