package import Values
package enum TemplateBatch {
    package static func line(_ j: JSON, services: TemplateServices) -> JSON { .null }
}
extension TemplateServices { package func localTime(_ t: Timestamp) -> Value { .float(t.unixSeconds) } }
