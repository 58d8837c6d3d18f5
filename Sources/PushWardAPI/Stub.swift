package import Values
package enum ContentRules {
    package static func complete(_ f: JSONObject, template: TemplateSpec, now: Timestamp) -> (content: JSONObject, dropped: [(field: String, reason: String)], missing: [String]) { (f, [], []) }
}
package enum StoredContent { package static func comparable(_ c: JSONObject) -> JSONObject { c } }
