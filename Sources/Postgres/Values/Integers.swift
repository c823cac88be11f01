extension Int16: PostgresValue {
    package static var dataType: DataType { .int2 }
    package static var arrayType: DataType { .int2Array }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(bigEndian: self)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> Int16? {
        bytes.bigEndian(Int16.self)
    }
}

extension Int32: PostgresValue {
    package static var dataType: DataType { .int4 }
    package static var arrayType: DataType { .int4Array }
    package static func reads(_ type: DataType) -> Bool { type == .int4 || type == .int2 }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(bigEndian: self)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> Int32? {
        bytes.widened()
    }
}

extension Int64: PostgresValue {
    package static var dataType: DataType { .int8 }
    package static var arrayType: DataType { .int8Array }
    package static func reads(_ type: DataType) -> Bool { type == .int8 || type == .int4 || type == .int2 }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(bigEndian: self)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> Int64? {
        bytes.widened()
    }
}

/// Travels as int8, whose range is the same on every platform this is built for.
extension Int: PostgresValue {
    package static var dataType: DataType { .int8 }
    package static var arrayType: DataType { .int8Array }
    package static func reads(_ type: DataType) -> Bool { type == .int8 || type == .int4 || type == .int2 }

    package func encode(into bytes: inout [UInt8]) {
        Int64(self).encode(into: &bytes)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> Int? {
        bytes.widened()
    }
}

extension RawSpan {
    /// Reads an integer of whichever width the column has, if it fits the wanted one.
    ///
    /// A binary COPY does not say its types, so the number of bytes decides.
    fileprivate func widened<Wanted: FixedWidthInteger>() -> Wanted? {
        switch byteCount {
        case 8: bigEndian(Int64.self).flatMap(Wanted.init(exactly:))
        case 4: bigEndian(Int32.self).flatMap(Wanted.init(exactly:))
        case 2: bigEndian(Int16.self).flatMap(Wanted.init(exactly:))
        default: nil
        }
    }
}
