import Values

/// Where the tap of a button comes home over a URL of ours, and how long its credential is (design section 8).
package enum TapAddress {
    /// Stands before a widget's slug: a card may have the same slug, and no slug has a dot.
    package static let widgetPrefix = "widget."
    /// Stands for a rule in the address that PushWard calls with what became of a notification.
    package static let callbackOwner = "pushward.receipt"
    /// The bytes of a credential's code.
    package static let codeBytes = 16
    /// The bytes of chance in the name of a run.
    package static let runBytes = 9

    /// What the phone calls.
    ///
    /// - Parameters:
    ///   - base: `taps.public_url`.
    ///   - owner: the slug of a card or, after ``widgetPrefix``, of a widget; the name of a notification's rule.
    ///   - action: the action's id.
    /// - Returns: an absolute address.
    package static func url(_ base: String, owner: String, action: String) -> String {
        "\(base)/t/\(PercentEncoding.encoding(owner))/\(PercentEncoding.encoding(action))"
    }

    /// The characters of a credential: a code in Base64 and, for a notification, the run's name before it.
    package static func credentialLength(isCard: Bool) -> Int {
        isCard ? base64Length(codeBytes) : base64Length(runBytes) + 1 + base64Length(codeBytes)
    }

    /// The characters of the name of a run.
    package static var runLength: Int { base64Length(runBytes) }

    /// Without padding.
    private static func base64Length(_ bytes: Int) -> Int { (bytes * 8 + 5) / 6 }
}
