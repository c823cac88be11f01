import CPostgres

/// The hash function SHA-256 (FIPS 180-4), by libcrypto.
package enum SHA256 {
    /// What a text hashes to: 32 bytes.
    package struct Digest: Hashable, Sendable {
        /// The bytes.
        package let bytes: [UInt8]

        /// The bytes as 64 lowercase hexadecimal digits.
        package var hex: String {
            let digits = Array("0123456789abcdef".utf8)
            return String(
                decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
                as: UTF8.self
            )
        }
    }

    /// Hashes bytes.
    package static func digest(of bytes: [UInt8]) -> Digest {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        _ = unsafe CPostgres.SHA256(bytes, bytes.count, &digest)
        return Digest(bytes: digest)
    }

    /// Hashes a text's UTF-8.
    package static func digest(of text: String) -> Digest {
        digest(of: Array(text.utf8))
    }
}
