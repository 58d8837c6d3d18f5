/// The library or the system's policy refused a cryptographic operation.
package struct CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Such as `md5` or `random`.
    package let operation: String

    package var description: String {
        "\(operation) is not available: the system's libcrypto refused it; check its policy (FIPS mode)"
    }
}
