import Crypto
import Testing
import Values

@Suite("Crypto")
struct CryptoTests {
    @Test(
        "Digests agree with their published vectors",
        arguments: [
            (Digest.md5, "900150983cd24fb0d6963f7d28e17f72"),
            (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha512,
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ]
    )
    func digests(digest: Digest, expected: String) throws {
        #expect(try digest.hex(of: Array("abc".utf8)) == expected)
    }

    @Test("The digest of nothing is known, too")
    func emptyDigest() throws {
        #expect(
            try Digest.sha256.hex(of: [])
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
    }

    @Test("HMAC-SHA256 agrees with RFC 4231, case 2")
    func hmac() throws {
        let code = try MessageAuthentication.hmacSHA256(
            key: Array("Jefe".utf8),
            message: Array("what do ya want for nothing?".utf8)
        )
        #expect(Hex.text(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test("An empty key is a key of its own")
    func emptyKey() throws {
        _ = try MessageAuthentication.hmacSHA256(key: Array("Jefe".utf8), message: [])
        let code = try MessageAuthentication.hmacSHA256(key: [], message: [])
        #expect(Hex.text(code) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test("Random bytes differ")
    func random() throws {
        #expect(try RandomBytes.make(count: 16) != RandomBytes.make(count: 16))
        #expect(try RandomBytes.make(count: 0).isEmpty)
        #expect(throws: CryptoError.self) { try RandomBytes.make(count: -1) }
    }

    @Test("Comparison tells equal from different")
    func comparison() {
        #expect(ConstantTime.areEqual([], []))
        #expect(ConstantTime.areEqual("token", "token"))
        #expect(!ConstantTime.areEqual("token", "tokem"))
        #expect(!ConstantTime.areEqual("token", "toke"))
    }

    @Test("Base64url goes both ways for every length")
    func base64() throws {
        #expect(Base64URL.text([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.bytes("-_8") == [0xFB, 0xFF])
        #expect(Base64URL.bytes("+/8=") == [0xFB, 0xFF])
        for count in 0..<40 {
            let bytes = try RandomBytes.make(count: count)
            #expect(Base64URL.bytes(Base64URL.text(bytes)) == bytes)
        }
    }

    @Test("What is no base64 is refused", arguments: ["a", "a b", "-_9", "ab=c", "====", "é", "aaaaa"])
    func badBase64(text: String) {
        #expect(Base64URL.bytes(text) == nil)
    }
}
