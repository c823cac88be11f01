import Testing
import TipTestSupport

@testable import Postgres

@Suite("An array survives its way into the binary format and back, and no bytes are a trap")
struct ArrayFormatTests {
    private func decode<Element: PostgresValue>(_ bytes: [UInt8], of _: Element.Type) -> [Element?]? {
        let table = Table(
            columns: [],
            width: 1,
            rowCount: 1,
            cells: [0..<bytes.count],
            bytes: bytes
        )
        return try? Row(table, at: 0).nullables(0, of: Element.self)
    }

    private func encode<Element: PostgresValue>(_ elements: [Element?]) -> [UInt8] {
        var bytes: [UInt8] = []
        ArrayFormat.encode(elements, into: &bytes)
        return bytes
    }

    @Test("with and without nulls, and empty")
    func roundTrip() {
        #expect(decode(encode([Int32(1), nil, -3]), of: Int32.self) == [1, nil, -3])
        #expect(decode(encode(["", nil, "日"]), of: String.self) == ["", nil, "日"])
        #expect(decode(encode([[1, 2], [], nil] as [[UInt8]?]), of: [UInt8].self) == [[1, 2], [], nil])
        #expect(decode(encode([UInt128.max]), of: UInt128.self) == [.max])
        #expect(decode(encode([Int64?]()), of: Int64.self) == [])
    }

    @Test("elements of another type are refused")
    func otherElements() {
        #expect(decode(encode(["1"]), of: Int64.self) == nil)
        #expect(decode(encode([Int64(1)]), of: Int32.self) == nil)
        #expect(decode(encode([Int32(1)]), of: Int64.self) == [1], "narrow elements widen")
    }

    static let malformed: [(why: String, bytes: [UInt8])] = [
        ("nothing", []),
        (
            "two dimensions",
            [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 23, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
        ),
        ("a negative count", [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 23, 255, 255, 255, 255, 0, 0, 0, 1]),
        ("a count beyond the bytes", [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 23, 127, 255, 255, 255, 0, 0, 0, 1]),
        (
            "an element beyond the bytes",
            [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 23, 0, 0, 0, 1, 0, 0, 0, 1, 127, 255, 255, 255, 1]
        ),
    ]

    @Test("bytes that are no such array are refused", arguments: malformed)
    func refuses(why: String, bytes: [UInt8]) {
        #expect(decode(bytes, of: Int32.self) == nil, "\(why)")
    }

    @Test("changed and cut bytes never trap, by 5,000 random ones", arguments: [UInt64(3), 4])
    func fuzz(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let whole = encode([Int32(7), nil, 9, 11])
        for _ in 0..<2500 {
            var bytes = whole
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            let cut = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            let elements = decode(cut, of: Int32.self)
            #expect(elements == nil || (elements ?? []).count <= 4, "seed \(seed)")
        }
    }
}
