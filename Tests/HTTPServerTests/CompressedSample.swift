/// Compressed data made by hand, so that tests need no compressor: RFC 1950, 1951 and 1952.
enum CompressedSample {
    /// Bytes as deflate data without compression.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(0xFFFF)
            let size = UInt16(block.count)
            data += [rest.isEmpty ? 1 : 0] + littleEndian(size) + littleEndian(~size) + block
        } while !rest.isEmpty
        return data
    }

    /// So many zero bytes as deflate data: a literal, then copies of 258 bytes in 13 bits each.
    static func zeros(atLeast count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.add([1, 1, 0])  // The last block; fixed codes.
        bits.add([0, 0, 1, 1, 0, 0, 0, 0])  // The literal 0.
        for _ in 0..<(count + 257) / 258 {
            bits.add([1, 1, 0, 0, 0, 1, 0, 1])  // Length 258,
            bits.add([0, 0, 0, 0, 0])  // one byte back.
        }
        bits.add([0, 0, 0, 0, 0, 0, 0])  // The end of the block.
        return bits.bytes
    }

    /// Wraps deflate data of some bytes as zlib does.
    static func zlib(_ deflated: [UInt8], of bytes: [UInt8]) -> [UInt8] {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [0x78, 0x01] + deflated + littleEndian(high << 16 | low).reversed()
    }

    /// Wraps deflate data of some bytes as gzip does.
    static func gzip(_ deflated: [UInt8], of bytes: [UInt8]) -> [UInt8] {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        return header + deflated + littleEndian(~sum) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Puts bits into bytes, the lowest first.
    private struct BitWriter {
        var bytes: [UInt8] = []
        private var used = 8

        mutating func add(_ bits: [UInt8]) {
            for bit in bits {
                if used == 8 {
                    bytes.append(0)
                    used = 0
                }
                bytes[bytes.count - 1] |= bit << used
                used += 1
            }
        }
    }
}
