/// A place in a run of bytes, from which integers and stretches are taken one after the other.
///
/// It does not hold the bytes: a span cannot be stored, so each step is told which bytes it reads.
struct Cursor {
    /// Bytes before this offset have been taken.
    private(set) var offset = 0

    /// Takes an integer in network order; nil, and nothing is taken, when too few bytes are left.
    mutating func next<Number: FixedWidthInteger & BitwiseCopyable>(
        _: Number.Type,
        in bytes: RawSpan
    ) -> Number? {
        next(count: MemoryLayout<Number>.size, in: bytes)
            .flatMap { bytes.extracting($0).bigEndian(Number.self) }
    }

    /// Takes a stretch of bytes; nil, and nothing is taken, when too few are left.
    mutating func next(count: Int, in bytes: RawSpan) -> Range<Int>? {
        guard count >= 0, count <= bytes.byteCount - offset else { return nil }
        defer { offset += count }
        return offset..<(offset + count)
    }
}
