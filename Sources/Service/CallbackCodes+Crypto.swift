import Crypto
package import Engine
package import Values

extension CallbackCodes {
    /// What the secret of an account is made of beside its key (`pushward-api.md` section 11.7).
    private static let purpose = Array("pushward/callback/v1".utf8)

    /// Codes under secrets that follow from the accounts' keys for PushWard, in the mapping's order.
    package init(keys: [Secret]) {
        // Where the library fails, no code is right.
        let secrets = keys.map { key -> [UInt8]? in
            guard let digest = try? Digest.sha256.bytes(of: Array(key.revealed.utf8)) else { return nil }
            return try? MessageAuthentication.hmacSHA256(key: digest, message: Self.purpose)
        }
        self.init(
            authenticate: { account, text in
                guard secrets.indices.contains(account), let secret = secrets[account] else { return [] }
                return (try? MessageAuthentication.hmacSHA256(key: secret, message: text)) ?? []
            },
            areEqual: { !$0.isEmpty && ConstantTime.areEqual($0, $1) }
        )
    }
}
