import Crypto
package import Engine
import Mapping
import Values

extension TapTokens {
    /// Tokens under a secret key.
    package init(key: [UInt8]) {
        self.init(
            // Where the library fails, no token is right: an empty code matches none that was given out.
            authenticate: { (try? MessageAuthentication.hmacSHA256(key: key, message: $0)) ?? [] },
            areEqual: { $0.count == $1.count && !$0.isEmpty && ConstantTime.areEqual($0, $1) },
            makeID: { Base64URL.text((try? RandomBytes.make(count: TapAddress.runBytes)) ?? []) }
        )
    }

    /// Tokens that are the same in each run, for `replay` and tests.
    package static func reproducible() -> TapTokens {
        let counter = RunCounter()
        let key = Array("replay".utf8)
        return TapTokens(
            authenticate: { (try? MessageAuthentication.hmacSHA256(key: key, message: $0)) ?? [] },
            areEqual: { $0 == $1 },
            makeID: { counter.next() }
        )
    }
}
