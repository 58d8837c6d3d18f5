import PushWardAPI
import Values

/// Schemas of what widgets show (`pushward-api.md` section 12.2).
enum WidgetSchema {
    /// Adds a widget's content and that of each template.
    static func define(in definitions: inout JSONObject) {
        let name = KeySection.widgetContent.rawValue
        definitions[name] = MappingSchema.content(WidgetFields.templates, name)
        for template in WidgetFields.templates {
            definitions["\(name).\(template.name)"] = content(of: template)
        }
    }

    private static func content(of template: TemplateSpec) -> JSON {
        var properties: [(String, JSON)] = [("template", ["description": .string(template.summary)])]
        properties += template.fields.map(FieldSchema.property)
        if template.name == "trend" {
            properties += KeyTable.keys(of: .widgetContent).map(MappingSchema.property)
        }
        let relations = FieldRelations.ofWidget(template.name)
        let required = template.name == "trend" ? [] : template.required
        return MappingSchema.object(properties, required: required, relations: relations)
    }
}
