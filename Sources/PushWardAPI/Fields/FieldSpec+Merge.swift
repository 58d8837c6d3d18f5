extension FieldSpec.Kind {
    /// Whether a merge patch changes single members of it (`pushward-api.md` section 5.1); else it is replaced whole.
    package var mergesDeep: Bool {
        switch self {
        case .action, .object, .map: true
        default: false
        }
    }
}
