import Testing
import TipTestSupport

@testable import Postgres

@Suite("A value survives its way into the binary format and back")
struct ValueFormatTests {
    /// Encodes a value, and gives its bytes to a closure as a row would.
    static func roundTrip<Value: PostgresValue>(_ value: Value, as type: DataType? = nil) -> Value? {
        var bytes: [UInt8] = []
        value.encode(into: &bytes)
        return decode(bytes, as: Value.self, type: type ?? Value.dataType)
    }

    static func decode<Value: PostgresValue>(_ bytes: [UInt8], as _: Value.Type, type: DataType) -> Value? {
        let table = Table(
            columns: [Column(name: "v", type: type)],
            width: 1,
            rowCount: 1,
            cells: [0..<bytes.count],
            bytes: bytes
        )
        return try? Row(table, at: 0).value(0, as: Value.self)
    }

    @Test("at the ends of each range")
    func extremes() {
        for value in [Int16.min, -1, 0, .max] { #expect(Self.roundTrip(value) == value) }
        for value in [Int32.min, -1, 0, .max] { #expect(Self.roundTrip(value) == value) }
        for value in [Int64.min, -1, 0, .max] { #expect(Self.roundTrip(value) == value) }
        for value in [Int.min, -1, 0, .max] { #expect(Self.roundTrip(value) == value) }
        for value in [UInt128.min, 1, 1 << 120, .max] { #expect(Self.roundTrip(value) == value) }
        for value in [0, -0.0, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude] {
            #expect(Self.roundTrip(value)?.bitPattern == value.bitPattern)
        }
        for value in [true, false] { #expect(Self.roundTrip(value) == value) }
        for value in ["", "a", "日本語 🐈‍⬛", "e\u{301}"] { #expect(Self.roundTrip(value) == value) }
        for value in [[], [0], [UInt8](0...255)] { #expect(Self.roundTrip(value) == value) }
        #expect(Self.roundTrip(JSONB("{\"a\":1}")) == JSONB("{\"a\":1}"))
        #expect(Self.roundTrip(Double.nan)?.isNaN == true)
    }

    @Test("instants, but for those that the server cannot count, which become its infinities")
    func instants() {
        let epochOffset: Int64 = 946_684_800_000_000
        for value in [0, 1, -1, epochOffset, .max, .min, .min + epochOffset + 1] {
            #expect(Self.roundTrip(Timestamptz(value))?.microseconds == value)
        }
        #expect(Timestamptz(epochOffset).sinceServerEpoch == 0)
        #expect(Timestamptz(.min + 1).sinceServerEpoch == .min)
        #expect(Timestamptz(sinceServerEpoch: .max - 1).microseconds == .max)
    }

    @Test("narrow columns are read as wider types, and what does not fit is refused")
    func widths() {
        #expect(Self.decode([0xFF, 0xFE], as: Int64.self, type: .int2) == -2)
        #expect(Self.decode([0, 0, 1, 0], as: Int.self, type: .int4) == 256)
        #expect(Self.decode([0, 1], as: Int32.self, type: .int2) == 1)
        #expect(Self.decode([0x3F, 0xC0, 0, 0], as: Double.self, type: .float4) == 1.5)
        #expect(Self.decode([0, 0, 0, 0, 0, 0, 1, 0], as: Int32.self, type: .unknown) == 256)
        #expect(Self.decode([0, 0, 0, 1, 0, 0, 0, 0], as: Int32.self, type: .unknown) == nil)
        #expect(Self.decode([0, 1], as: Int16.self, type: .int4) == nil)
        #expect(Self.decode([0, 0, 1], as: Int64.self, type: .int8) == nil)
        #expect(Self.decode([], as: Bool.self, type: .bool) == nil)
    }

    @Test("text that is no UTF-8 is refused, and so is jsonb of another version")
    func malformed() {
        #expect(Self.decode([0xFF], as: String.self, type: .text) == nil)
        #expect(Self.decode([2, 0x31], as: JSONB.self, type: .jsonb) == nil)
        #expect(Self.decode([], as: JSONB.self, type: .jsonb) == nil)
        #expect(Self.decode([1, 0x31], as: String.self, type: .jsonb) == "1")
        #expect(Self.decode([0x31], as: JSONB.self, type: .json) == JSONB("1"))
    }

    @Test("any integer, by 2,000 random ones", arguments: [UInt64(1), 2])
    func law(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let wide =
                Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random)
            let narrow = Int16.random(in: .min ... .max, using: &random)
            #expect(Self.roundTrip(wide) == wide, "seed \(seed)")
            #expect(Self.roundTrip(narrow) == narrow, "seed \(seed)")
        }
    }
}
