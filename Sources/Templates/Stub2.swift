package import Values
package enum TemplateBatch {
    package static func line(_ j: JSON, services: TemplateServices) -> JSON { .null }
}
