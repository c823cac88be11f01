import HTTPServer
import JSONReading
import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport

@testable import TipService

@Suite("A file of events is loaded by the rules of the endpoint, and can be loaded again")
struct IngestTests {
    /// Lines of which some are blank, some refused, some repeated.
    private static func lines(_ count: Int, seed: UInt64) -> [String] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).flatMap { number -> [String] in
            let person = "p\(Int.random(in: 0..<30, using: &random))"
            let event =
                #"{"type":"donation","person":"\#(person)","id":"e\#(number)","event":"seen","at":"2026-01-02T03:04:05Z"}"#
            switch Int.random(in: 0..<12, using: &random) {
            case 0: return ["", event]
            case 1: return [event, event]
            case 2: return [#"{"type":"purchase","person":"\#(person)","id":"e\#(number)"}"#]
            case 3: return ["{\"type\":"]
            case 4: return [" \t"]
            default: return [event]
            }
        }
    }

    /// Gives bytes in pieces that end anywhere.
    private func pieces(_ bytes: [UInt8], of size: Int, failAfter: Int = .max) -> () throws -> [UInt8]? {
        var rest = bytes[...]
        var given = 0
        return {
            guard given < failAfter else { throw Interrupted() }
            given += 1
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
    }

    private struct Interrupted: Error {}

    @Test("the same counts and the same refusals as the endpoint gives", arguments: ["\n", "\r\n"])
    func sameAsEndpoint(lineEnd: String) async throws {
        let text = Self.lines(600, seed: 3).joined(separator: lineEnd)
        try await withService { bench in
            let posted = try await bench.post(text, type: "application/x-ndjson").json
            let stored = try await bench.count("select count(*) from event")
            try await withService { other in
                let result = try await IngestService(other.workspace).load(pieces(Array(text.utf8), of: 977))
                { _ in }
                #expect(result.json == posted)
                #expect(try await other.count("select count(*) from event") == stored)
                let quarantine =
                    "select string_agg(q.code || encode(q.body, 'escape'), '|' order by q.id) from quarantine q"
                let kept = [
                    try await bench.rows(.init(unescaped: quarantine)),
                    try await other.rows(.init(unescaped: quarantine)),
                ]
                #expect(try kept[0].one().string(0) == kept[1].one().string(0))
            }
        }
    }

    @Test("events of one person and one instant keep the order of the file, over all batches")
    func keepsFileOrder() async throws {
        // 6000 lines are several batches; of the same person and time, only arrival can order them.
        let lines = (0..<6000).map {
            #"{"type":"parameter","person":"p","id":"e\#($0)","name":"n","value":\#($0),"at":"2026-01-02T03:04:05Z"}"#
        }
        try await withService { bench in
            let bytes = Array(("\u{FEFF}" + lines.joined(separator: "\n")).utf8)
            let result = try await IngestService(bench.workspace).load(pieces(bytes, of: 4096)) { _ in }
            #expect(
                result.json == ["accepted": 6000, "duplicates": 0, "rejected": 0],
                "a byte order mark says nothing"
            )
            let ids = try await bench.workspace.store.log.history(of: "p").map(\.id)
            #expect(ids == (0..<6000).map { "e\($0)" })
        }
    }

    @Test("a load that broke off is finished by loading the file again", arguments: [1, 3, 7])
    func resumes(pieceCount: Int) async throws {
        let text = Self.lines(3000, seed: 5).joined(separator: "\n")
        let bytes = Array(text.utf8)
        try await withService { bench in
            let service = IngestService(bench.workspace)
            let stopped = await #expect(throws: IngestService.Stopped.self) {
                try await service.load(pieces(bytes, of: bytes.count / 9, failAfter: pieceCount)) { _ in }
            }
            let before = try await bench.count("select count(*) from event")
            #expect(stopped?.cause is Interrupted && stopped?.result.accepted == before)
            let second = try await service.load(pieces(bytes, of: bytes.count)) { _ in }
            let all = try await bench.count("select count(*) from event")
            #expect(second.accepted == all - before)
            let third = try await service.load(pieces(bytes, of: 60_000)) { _ in }
            #expect(third.accepted == 0 && third.duplicates == second.accepted + second.duplicates)
            #expect(third.rejected == second.rejected)
            #expect(try await bench.count("select count(*) from event") == all)
        }
    }

    @Test("a file without a line end at its end, and one of blanks alone")
    func ends() async throws {
        try await withService { bench in
            let service = IngestService(bench.workspace)
            let blank = try await service.load(pieces(Array("\n \r\n\t\n".utf8), of: 2)) { _ in }
            #expect(blank.json == ["accepted": 0, "duplicates": 0, "rejected": 0])
            let empty = try await service.load(pieces([], of: 1)) { _ in }
            #expect(empty.json == blank.json)
            let one = #"{"type":"session","person":"p","id":"a"}"#
            let result = try await service.load(pieces(Array(one.utf8), of: 5)) { _ in }
            #expect(result.accepted == 1)
        }
    }

    @Test("a refusal is told by its place among the events of the file, over all batches")
    func places() async throws {
        var lines = (0..<6000).map { #"{"type":"session","person":"p\#($0 % 9)","id":"e\#($0)"}"# }
        for place in [0, 2499, 2500, 5999] { lines[place] = "{}" }
        let text = lines.joined(separator: "\n\n")
        try await withService { bench in
            let result = try await IngestService(bench.workspace).load(pieces(Array(text.utf8), of: 100_000))
            { _ in }
            #expect(result.accepted == 5996)
            #expect(result.errors.map(\.index).sorted() == [0, 2499, 2500, 5999])
        }
    }

    @Test("a gzip file is inflated piece by piece, also one of several members")
    func gzip() throws {
        let members = [
            Array("first\n".utf8), Array(repeating: UInt8(ascii: "x"), count: 70_000), Array("last".utf8),
        ]
        let file = members.flatMap { StoredDeflate.gzip($0) }
        for size in [1 << 18, 1000, 7] {
            let reader = try GzipReader()
            var output: [UInt8] = []
            var rest = file[...]
            while !rest.isEmpty {
                output += try reader.inflate(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(output == members.flatMap(\.self), "in pieces of \(size)")
            #expect(reader.isComplete)
        }
        let cut = try GzipReader()
        _ = try cut.inflate(Array(file.dropLast(3)))
        #expect(!cut.isComplete)
        let damaged = try GzipReader()
        #expect(throws: DamagedFile.self) { try damaged.inflate(Array("no gzip at all".utf8)) }
    }
}
