/// The fields of `POST /notifications` that a mapping may set (`pushward-api.md` section 11).
package enum NotificationFields {
    /// All but `actions`.
    package static let fields: [FieldSpec] = []
    /// The fields of one of `actions` that a mapping may set.
    package static let actionFields: [FieldSpec] = []
}
