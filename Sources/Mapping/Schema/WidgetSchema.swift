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
        guard template.name == "trend" else {
            return MappingSchema.object(properties, required: template.required)
        }
        properties += KeyTable.keys(of: .widgetContent).map(MappingSchema.property)
        guard case .object(var schema) = MappingSchema.object(properties) else { return .bool(true) }
        // The number may be the last point, and the points may be what the number was.
        schema["oneOf"] = [["required": ["points"]], ["required": ["value", "history"]]]
        return .object(schema)
    }
}
