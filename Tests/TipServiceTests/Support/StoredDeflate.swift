/// Bytes as deflate data without compression (RFC 1951 §3.2.4), wrapped as senders wrap them.
enum StoredDeflate {
    /// As gzip (RFC 1952).
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        let length = UInt32(truncatingIfNeeded: bytes.count)
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + blocks(bytes) + little(~sum) + little(length)
    }

    /// As zlib (RFC 1950), which HTTP calls deflate.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [0x78, 0x01] + blocks(bytes) + little(high << 16 | low).reversed()
    }

    private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(0xFFFF)
            data.append(rest.isEmpty ? 1 : 0)
            data += little(UInt16(block.count)) + little(~UInt16(block.count)) + block
        } while !rest.isEmpty
        return data
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
