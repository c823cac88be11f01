extension [UInt8] {
    /// Appends an integer in network order, most significant byte first.
    mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(bigEndian number: Number) {
        unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
    }

    /// Overwrites the four bytes at an offset with an integer in network order.
    mutating func overwrite(at offset: Int, bigEndian number: Int32) {
        for index in 0..<4 {
            self[offset + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * Int32(index)))
        }
    }
}

extension RawSpan {
    /// Reads the whole span as one integer in network order; nil when it has another width.
    func bigEndian<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type) -> Number? {
        guard byteCount == MemoryLayout<Number>.size else { return nil }
        // Safe: the span holds exactly as many bytes as the integer, and any bytes make one.
        return unsafe Number(bigEndian: unsafeLoadUnaligned(as: Number.self))
    }

    /// Reads the whole span as UTF-8 text; nil when it is not.
    func text() -> String? {
        unsafe withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
    }
}
