/// Makes the codes by which PushWard signs what it calls back with (`pushward-api.md` section 11.7).
package struct CallbackCodes: Sendable {
    private let authenticate: @Sendable (_ account: Int, _ text: [UInt8]) -> [UInt8]
    private let areEqual: @Sendable ([UInt8], [UInt8]) -> Bool

    /// - Parameters:
    ///   - authenticate: HMAC-SHA256 under the secret of an account, by its place in the mapping; empty where that
    ///     cannot be.
    ///   - areEqual: compares in a time that does not depend on where they differ; nothing is equal to nothing.
    package init(
        authenticate: @escaping @Sendable (_ account: Int, _ text: [UInt8]) -> [UInt8],
        areEqual: @escaping @Sendable ([UInt8], [UInt8]) -> Bool
    ) {
        self.authenticate = authenticate
        self.areEqual = areEqual
    }

    /// Whether one of the signatures is that of the text for the account.
    func accepts(_ signatures: [[UInt8]], of text: [UInt8], account: Int) -> Bool {
        let code = authenticate(account, text)
        return signatures.contains { areEqual($0, code) }
    }
}
