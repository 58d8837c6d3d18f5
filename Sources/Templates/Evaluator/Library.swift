import Values

/// All filters, tests and functions by name.
final class Library: Sendable {
    static let standard = Library()

    let filters: [String: Builtin]
    let tests: [String: Builtin]
    let functions: [String: Builtin]
    let constants: [String: Value]

    private init() {
        filters = Self.byName(
            NumberFilters.all + TextFilters.all + HTMLFilters.all + RegexFilters.all + EncodingFilters.all
                + JSONFilters.all + SequenceFilters.all + SelectionFilters.all + SetFilters.all
                + DateFilters.all
                + GeneralFilters.all
        )
        tests = Self.byName(StandardTests.all)
        functions = Self.byName(Functions.all)
        constants = [
            "pi": .float(.pi), "e": .float(2.718281828459045), "tau": .float(2 * .pi),
        ]
    }

    private static func byName(_ builtins: [Builtin]) -> [String: Builtin] {
        var result: [String: Builtin] = [:]
        for builtin in builtins { result[builtin.name] = builtin }
        return result
    }

    /// Home Assistant's functions, filters and tests that ask its own registries.
    static let registry: Set<String> = [
        "states", "state_attr", "is_state", "is_state_attr", "has_value", "state_translated", "expand",
        "closest",
        "distance", "is_hidden_entity", "device_id", "device_attr", "is_device_attr", "device_entities",
        "device_name", "area_id", "area_name", "area_entities", "area_devices", "areas", "floor_id",
        "floor_name",
        "floors", "floor_areas", "floor_entities", "label_id", "label_name", "label_areas", "label_devices",
        "label_entities", "labels", "integration_entities", "config_entry_id", "config_entry_attr", "issue",
        "issues", "state_attr_translated", "entity_name",
    ]

    static let registryHint =
        "declare an input with the topic that carries this state, and use the input's name here"
}

/// The names that the language knows, in order.
package enum TemplateNames {
    package static let filters = Library.standard.filters.keys.sorted()
    package static let tests = Library.standard.tests.keys.sorted()
    package static let functions = (Array(Library.standard.functions.keys) + Library.standard.constants.keys)
        .sorted()
}
