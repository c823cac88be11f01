import Postgres
import Testing

@Suite("SHA-256 is the one of the standard")
struct SHA256Tests {
    /// Source: FIPS 180-2, appendix B, and the empty message of NIST's test vectors.
    static let vectors: [(text: String, hex: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test("by its vectors", arguments: 0..<vectors.count)
    func matches(index: Int) {
        let (text, hex) = Self.vectors[index]
        #expect(SHA256.digest(of: text).hex == hex)
        #expect(SHA256.digest(of: Array(text.utf8)).bytes.count == 32)
    }
}
