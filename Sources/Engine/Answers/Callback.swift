import Values

/// A request with which somebody says what became of a notification, in the form of Standard Webhooks.
struct Callback {
    /// So far the sender's clock may be from ours (`pushward-api.md` section 11.7).
    static let tolerance: Duration = .seconds(300)
    /// Stands before the number of a notification in the id of a callback.
    private static let idPrefix = "pwr_"
    /// The signatures of a request that are looked at; more are none of PushWard's.
    private static let mostSignatures = 8

    let id: String
    let sentAt: Timestamp
    private let signatures: [[UInt8]]
    private let signedText: [UInt8]

    /// Reads the three headers; nil where one is missing, stands twice, or has another form.
    init?(_ request: HTTPRequest) {
        func header(_ name: String) -> String? {
            let found = request.headers.filter { $0.name.lowercased() == name }
            return found.count == 1 ? found.first?.value : nil
        }
        guard let id = header("webhook-id"), let time = header("webhook-timestamp"),
            let list = header("webhook-signature"), let seconds = Int64(time), seconds >= 0,
            let sentAt = Timestamp(unixSeconds: Double(seconds))
        else { return nil }
        self.id = id
        self.sentAt = sentAt
        signatures = list.split(separator: " ").prefix(Self.mostSignatures).compactMap { signature in
            signature.hasPrefix("v1,") ? Base64URL.bytes(String(signature.dropFirst(3))) : nil
        }
        signedText = Array("\(id).\(time).".utf8) + request.body
    }

    /// The number of the notification that it is about.
    var notification: Int? { id.hasPrefix(Self.idPrefix) ? Int(id.dropFirst(Self.idPrefix.count)) : nil }

    /// Whether it was sent lately, by whoever has the key of the account.
    func isFrom(_ account: Int, _ codes: CallbackCodes, at now: Timestamp) -> Bool {
        let distance = now - sentAt
        guard distance <= Self.tolerance, distance >= .zero - Self.tolerance else { return false }
        return codes.accepts(signatures, of: signedText, account: account)
    }
}
