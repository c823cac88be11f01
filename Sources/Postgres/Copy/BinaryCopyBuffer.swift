/// Rows on their way into a table, in the format of `COPY … FROM STDIN (FORMAT binary)`.
///
/// ```swift
/// var rows = BinaryCopyBuffer()
/// for event in events {
///     rows.startRow(columns: 3)
///     rows.int4(event.stream)
///     rows.uuid(event.id)
///     rows.text(event.variant)  // nil becomes null
/// }
/// try await connection.copyIn("copy event (stream, event_id, variant) from stdin (format binary)", rows)
/// ```
///
/// The server does not convert: each value must have exactly the type of its column. A row with
/// fewer or more values than it was started with is an error of the program, and traps.
package struct BinaryCopyBuffer: Sendable {
    /// How many rows have been started.
    package private(set) var rowCount = 0

    /// Signature, flags and length of the header's extension, as every such COPY begins.
    static let header: [UInt8] = [
        0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00, 0, 0, 0, 0, 0, 0, 0, 0,
    ]

    /// Stands where a row's number of columns would, and ends the COPY.
    static let trailer: [UInt8] = [0xFF, 0xFF]

    /// The header and the rows, without the trailer.
    private(set) var bytes = header

    private var missingValues = 0

    /// Starts without rows.
    ///
    /// - Parameter capacity: Room to make at once, in bytes.
    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// How many bytes the rows take.
    package var byteCount: Int { bytes.count }

    /// Says whether the last row has all its values.
    var isComplete: Bool { missingValues == 0 }

    /// Starts a row of so many values.
    package mutating func startRow(columns: Int16) {
        precondition(isComplete, "the row before lacks \(missingValues) values")
        bytes.append(bigEndian: columns)
        missingValues = Int(columns)
        rowCount += 1
    }

    /// Drops the rows and keeps the room.
    package mutating func removeAll() {
        bytes.removeLast(bytes.count - Self.header.count)
        rowCount = 0
        missingValues = 0
    }

    /// Appends a value in the binary format of its type, or null.
    package mutating func append<Value: PostgresValue>(_ value: Value?) {
        guard let value else { return null() }
        countValue()
        bytes.appendMeasured { value.encode(into: &$0) }
    }

    /// Appends an array whose elements may be null.
    package mutating func append<Element: PostgresValue>(_ elements: [Element?]) {
        countValue()
        bytes.appendMeasured { ArrayFormat.encode(elements, into: &$0) }
    }

    /// Appends null.
    package mutating func null() {
        countValue()
        bytes.append(bigEndian: Int32(-1))
    }

    /// Appends an int2.
    package mutating func int2(_ value: Int16?) { fixed(value) }

    /// Appends an int4.
    package mutating func int4(_ value: Int32?) { fixed(value) }

    /// Appends an int8.
    package mutating func int8(_ value: Int64?) { fixed(value) }

    /// Appends a float8.
    package mutating func float8(_ value: Double?) { fixed(value?.bitPattern) }

    /// Appends a bool.
    package mutating func bool(_ value: Bool?) { fixed(value.map { UInt8($0 ? 1 : 0) }) }

    /// Appends a uuid, whose first byte is the number's most significant.
    package mutating func uuid(_ value: UInt128?) { fixed(value) }

    /// Appends a timestamptz, given in microseconds since 1970-01-01T00:00:00Z.
    package mutating func timestamptz(_ microseconds: Int64?) {
        fixed(microseconds.map { Timestamptz($0).sinceServerEpoch })
    }

    /// Appends text.
    package mutating func text(_ value: String?) {
        guard let value else { return null() }
        text(utf8: value.utf8)
    }

    /// Appends text that is at hand as UTF-8.
    package mutating func text(utf8: some Collection<UInt8>) {
        countValue()
        bytes.append(bigEndian: Int32(utf8.count))
        bytes.append(contentsOf: utf8)
    }

    /// Appends bytes.
    package mutating func bytea(_ value: [UInt8]?) {
        guard let value else { return null() }
        text(utf8: value)
    }

    /// Appends JSON text to a jsonb column.
    package mutating func jsonb(_ text: String?) {
        guard let text else { return null() }
        jsonb(utf8: text.utf8)
    }

    /// Appends JSON text that is at hand as UTF-8 to a jsonb column.
    package mutating func jsonb(utf8: some Collection<UInt8>) {
        countValue()
        bytes.append(bigEndian: Int32(utf8.count + 1))
        bytes.append(JSONB.version)
        bytes.append(contentsOf: utf8)
    }

    /// Appends an array, which may hold nulls.
    package mutating func array<Element: PostgresValue>(_ elements: [Element?]?) {
        guard let elements else { return null() }
        countValue()
        bytes.appendMeasured { ArrayFormat.encode(elements, into: &$0) }
    }

    private mutating func fixed<Number: FixedWidthInteger & BitwiseCopyable>(_ value: Number?) {
        guard let value else { return null() }
        countValue()
        bytes.append(bigEndian: Int32(MemoryLayout<Number>.size))
        bytes.append(bigEndian: value)
    }

    private mutating func countValue() {
        precondition(missingValues > 0, "the row has all its values already")
        missingValues -= 1
    }
}
