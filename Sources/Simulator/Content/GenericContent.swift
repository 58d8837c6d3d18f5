import Values

/// `generic` (pushward-api.md section 8.1).
enum GenericContent: ContentTemplate {
    static let name = "generic"
    static let own: [Schema.Field] = []
    static let required: [String] = []

    static func settle(_ draft: inout Draft) throws(Failure) {
        try WindowRules.settle(&draft)
    }
}
