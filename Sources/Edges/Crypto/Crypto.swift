internal import Values
internal import CCrypto

/// A message digest, by the name that templates and configurations give it.
package enum Digest: String, Sendable, CaseIterable {
    case md5, sha1, sha256, sha512

    /// The digest of `message`: 16, 20, 32 or 64 bytes.
    ///
    /// - Throws: `CryptoError` where the system's policy forbids the digest.
    package func bytes(of message: [UInt8]) throws(CryptoError) -> [UInt8] {
        let kind =
            switch self {
            case .md5: EVP_md5()
            case .sha1: EVP_sha1()
            case .sha256: EVP_sha256()
            case .sha512: EVP_sha512()
            }
        var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_Digest(message, message.count, &output, &count, kind, nil) == 1 else {
            throw CryptoError(operation: rawValue)
        }
        return Array(output.prefix(Int(count)))
    }

    /// The digest of `message` in lower-case hexadecimal digits.
    ///
    /// - Throws: `CryptoError` where the system's policy forbids the digest.
    package func hex(of message: [UInt8]) throws(CryptoError) -> String {
        Hex.text(try bytes(of: message))
    }
}

/// A keyed hash: who has the key can make it and check it (RFC 2104).
package enum MessageAuthentication {
    /// HMAC-SHA256 of `message`: 32 bytes.
    ///
    /// - Throws: `CryptoError` where the library refuses.
    package static func hmacSHA256(key: [UInt8], message: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let keyLength = Int32(exactly: key.count) else { throw CryptoError(operation: "hmac-sha256") }
        var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        // With no key bytes the library would take the key of an earlier call, so a pointer is always given.
        let isMade = (key + [0]).withUnsafeBytes { keyBytes in
            HMAC(EVP_sha256(), keyBytes.baseAddress, keyLength, message, message.count, &output, &count)
                != nil
        }
        guard isMade else { throw CryptoError(operation: "hmac-sha256") }
        return Array(output.prefix(Int(count)))
    }
}

/// Bytes that nobody can guess.
package enum RandomBytes {
    /// Makes `count` bytes from the system's random numbers.
    ///
    /// - Throws: `CryptoError` where there is no randomness yet.
    package static func make(count: Int) throws(CryptoError) -> [UInt8] {
        guard let length = Int32(exactly: count), length >= 0 else { throw CryptoError(operation: "random") }
        var output = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&output, length) == 1 else { throw CryptoError(operation: "random") }
        return output
    }
}

/// Comparison whose time tells nothing about where two secrets differ.
package enum ConstantTime {
    /// Whether both hold the same bytes; only a difference of their lengths shows in the time taken.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }

    /// Whether both hold the same UTF-8 bytes.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
        areEqual(Array(left.utf8), Array(right.utf8))
    }
}
