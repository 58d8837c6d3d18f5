import Mapping
import Values

/// Makes and checks the credentials of buttons: an HMAC that belongs to one action of one run (design section 8).
package struct TapTokens: Sendable {
    private let authenticate: @Sendable ([UInt8]) -> [UInt8]
    private let areEqual: @Sendable ([UInt8], [UInt8]) -> Bool
    private let makeID: @Sendable () -> String

    /// - Parameters:
    ///   - authenticate: HMAC-SHA256 under a secret that survives restarts.
    ///   - areEqual: compares in a time that does not depend on where they differ.
    ///   - makeID: an identity that has not been used before, of letters, digits, `-` and `_`.
    package init(
        authenticate: @escaping @Sendable ([UInt8]) -> [UInt8],
        areEqual: @escaping @Sendable ([UInt8], [UInt8]) -> Bool,
        makeID: @escaping @Sendable () -> String
    ) {
        self.authenticate = authenticate
        self.areEqual = areEqual
        self.makeID = makeID
    }

    func newID() -> String { makeID() }

    /// The credential of one action of one run: 128 bits of the HMAC.
    func token(owner: String, action: String, run: String) -> String {
        let code = authenticate(Array("\(owner)\0\(action)\0\(run)".utf8)).prefix(TapAddress.codeBytes)
        return Base64URL.text(Array(code))
    }

    /// Whether `candidate` is the credential of that action of that run.
    func accepts(_ candidate: String, owner: String, action: String, run: String) -> Bool {
        areEqual(Array(candidate.utf8), Array(token(owner: owner, action: action, run: run).utf8))
    }
}
