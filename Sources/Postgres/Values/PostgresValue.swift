/// A Swift value that travels to and from the server in PostgreSQL's binary format.
///
/// The format is the one of the types' send and receive functions: integers and floats in network
/// order, text as UTF-8, a uuid as its 16 bytes. Conformers: `Bool`, `Int16`, `Int32`, `Int64`,
/// `Int` (as int8), `Double`, `String`, `[UInt8]` (bytea), `UInt128` (uuid), `Timestamptz` and
/// `JSONB`.
package protocol PostgresValue: Sendable {
    /// The type that a value is bound as.
    static var dataType: DataType { get }

    /// The type that an array of values is bound as.
    static var arrayType: DataType { get }

    /// Says whether a column of a type can be read as this one without losing anything.
    static func reads(_ type: DataType) -> Bool

    /// Appends the value in binary format, without its length.
    func encode(into bytes: inout [UInt8])

    /// Reads a value of a type that can be read; nil when the bytes cannot be one.
    static func decode(_ bytes: RawSpan, type: DataType) -> Self?
}

extension PostgresValue {
    package static func reads(_ type: DataType) -> Bool { type == dataType }
}

extension Bool: PostgresValue {
    package static var dataType: DataType { .bool }
    package static var arrayType: DataType { .boolArray }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(self ? 1 : 0)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> Bool? {
        bytes.bigEndian(UInt8.self).map { $0 != 0 }
    }
}

extension Double: PostgresValue {
    package static var dataType: DataType { .float8 }
    package static var arrayType: DataType { .float8Array }
    package static func reads(_ type: DataType) -> Bool { type == .float8 || type == .float4 }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(bigEndian: bitPattern)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> Double? {
        bytes.byteCount == 4
            ? bytes.bigEndian(UInt32.self).map { Double(Float(bitPattern: $0)) }
            : bytes.bigEndian(UInt64.self).map { Double(bitPattern: $0) }
    }
}

extension String: PostgresValue {
    package static var dataType: DataType { .text }
    package static var arrayType: DataType { .textArray }
    package static func reads(_ type: DataType) -> Bool {
        type == .text || type == .varchar || type == .bpchar || type == .name || type == .json
            || type == .jsonb
    }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: utf8)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> String? {
        guard type == .jsonb else { return bytes.text() }
        return JSONB.decode(bytes, type: type)?.text
    }
}

extension [UInt8]: PostgresValue {
    package static var dataType: DataType { .bytea }
    package static var arrayType: DataType { .byteaArray }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: self)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> [UInt8]? {
        unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
    }
}

/// A uuid: the first of its 16 bytes is the most significant, so numbers sort as the server sorts.
extension UInt128: PostgresValue {
    package static var dataType: DataType { .uuid }
    package static var arrayType: DataType { .uuidArray }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(bigEndian: self)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> UInt128? {
        bytes.bigEndian(UInt128.self)
    }
}
