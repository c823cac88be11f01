import Testing
import TipTestSupport

@testable import Postgres

@Suite("Rows of a binary COPY come out as they went in, however the bytes are cut")
struct BinaryCopyTests {
    static func buffer(rows: Int) -> BinaryCopyBuffer {
        var buffer = BinaryCopyBuffer()
        for row in 0..<rows {
            buffer.startRow(columns: 3)
            buffer.int8(Int64(row) * 3)
            buffer.text(row.isMultiple(of: 3) ? nil : "row \(row)")
            buffer.bytea([UInt8](repeating: 7, count: row % 5))
        }
        return buffer
    }

    /// Everything the parser gives for pieces of a stream.
    private func parse(_ pieces: [[UInt8]]) throws -> [[String]] {
        var parser = BinaryCopyParser()
        var found: [[String]] = []
        for piece in pieces {
            try parser.feed(piece)
            guard let rows = parser.takeRows() else { continue }
            for row in rows {
                let bytes = try row.bytes(2)
                found.append([
                    "\(try row.int64(0))", try row.string(ifPresent: 1) ?? "null", "\(bytes.count)",
                ])
            }
        }
        try parser.finish()
        return found
    }

    @Test("the bytes are those of the manual")
    func bytes() {
        var buffer = BinaryCopyBuffer()
        buffer.startRow(columns: 2)
        buffer.int2(258)
        buffer.null()

        #expect(buffer.bytes.dropFirst(19) == [0, 2, 0, 0, 0, 2, 1, 2, 255, 255, 255, 255])
        #expect(Array(buffer.bytes.prefix(11)) == Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0])
        #expect(buffer.rowCount == 1)
        #expect(buffer.byteCount == 31)
        buffer.removeAll()
        #expect(buffer.bytes == BinaryCopyBuffer.header)
        #expect(buffer.rowCount == 0)
    }

    @Test("each short method writes what the general one does")
    func methods() {
        var short = BinaryCopyBuffer()
        var general = BinaryCopyBuffer()
        short.startRow(columns: 11)
        general.startRow(columns: 11)
        short.int2(-5)
        general.append(Int16(-5))
        short.int4(-5)
        general.append(Int32(-5))
        short.int8(-5)
        general.append(Int64(-5))
        short.float8(1.5)
        general.append(1.5)
        short.bool(true)
        general.append(true)
        short.uuid(77)
        general.append(UInt128(77))
        short.timestamptz(1)
        general.append(Timestamptz(1))
        short.text("é")
        general.append("é")
        short.bytea([9])
        general.append([9] as [UInt8])
        short.jsonb("{}")
        general.append(JSONB("{}"))
        short.int4(nil)
        general.append(Int32?.none)

        #expect(short.bytes == general.bytes)
    }

    @Test("cut anywhere, by 200 random ways", arguments: [UInt64(5), 6])
    func cuts(seed: UInt64) throws {
        let stream = Self.buffer(rows: 40).bytes + BinaryCopyBuffer.trailer
        let whole = try parse([stream])
        #expect(whole.count == 40)
        #expect(whole[4] == ["12", "row 4", "4"])
        #expect(try parse(stream.map { [$0] }) == whole, "byte by byte")

        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var rest = stream[...]
            var pieces: [[UInt8]] = []
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...200, using: &random))
                pieces.append(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            #expect(try parse(pieces) == whole, "seed \(seed)")
        }
    }

    static let malformed: [(why: String, change: @Sendable ([UInt8]) -> [UInt8], problem: String)] = [
        ("another signature", { [0x51] + $0.dropFirst() }, "it does not begin as a binary COPY does"),
        (
            "a flag that this does not know",
            { $0.prefix(11) + [0, 1, 0, 0] + $0.dropFirst(15) }, "it does not begin as a binary COPY does"
        ),
        ("no end", { $0.dropLast(2) + [] }, "it ended in the middle"),
        ("cut within a row", { $0.dropLast(5) + [] }, "it ended in the middle"),
        ("bytes after the end", { $0 + [1] }, "it goes on after its end"),
        (
            "a row of another width", { $0.dropLast(2) + [0, 1, 255, 255, 255, 255] },
            "its rows differ in their number of columns"
        ),
        ("a negative width", { $0.dropLast(2) + [255, 254] }, "its rows differ in their number of columns"),
        ("a negative length", { $0.dropLast(2) + [0, 3, 255, 255, 255, 254] }, "it ended in the middle"),
    ]

    @Test("what is no binary COPY is refused", arguments: 0..<malformed.count)
    func refuses(index: Int) {
        let (why, change, problem) = Self.malformed[index]
        let stream = change(Self.buffer(rows: 2).bytes + BinaryCopyBuffer.trailer)
        #expect(throws: BinaryCopyParser.FormatError(problem: problem), "\(why)") { try parse([stream]) }
    }

    @Test("changed bytes never trap, by 2,000 random ones", arguments: [UInt64(7), 8])
    func fuzz(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let stream = Self.buffer(rows: 5).bytes + BinaryCopyBuffer.trailer
        for _ in 0..<1000 {
            var bytes = stream
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255,
                    using: &random
                )
            }
            // Whatever it makes of them, it comes to an end.
            _ = try? parse([bytes])
        }
    }

    @Test("a row with too few or too many values is an error of the program")
    func wrongRows() async {
        await #expect(processExitsWith: .failure) {
            var buffer = BinaryCopyBuffer()
            buffer.startRow(columns: 2)
            buffer.null()
            buffer.startRow(columns: 2)
        }
        await #expect(processExitsWith: .failure) {
            var buffer = BinaryCopyBuffer()
            buffer.startRow(columns: 1)
            buffer.null()
            buffer.null()
        }
    }
}
