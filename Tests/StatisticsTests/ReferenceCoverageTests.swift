import Foundation
import Statistics
import Testing

@Suite("No kind of reference case is left out")
struct ReferenceCoverageTests {
    /// Kinds about assignment, which the room of experiments tests.
    private static let elsewhere: Set = [
        "bucket_mul_shift", "hash_fnv1a32", "hash_md5_shard", "hash_murmur3_32", "hash_sha256_u64",
    ]

    @Test("every kind of the file has a test of its name", .needsReferenceCases)
    func everyKind() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
            .joined()
        let untested = Set(ReferenceCase.all.map(\.kind)).subtracting(Self.elsewhere).filter {
            !sources.contains("ReferenceCase.of(\"\($0)\")")
        }

        #expect(!ReferenceCase.all.isEmpty)
        #expect(untested == [])
    }

    @Test(
        "where gbstats refuses there is an answer, or a reason",
        .needsReferenceCases,
        arguments: ReferenceCase.of("gb_refusal")
    )
    func gb_refusal(_ reference: ReferenceCase) throws {
        let pair = try reference.proportions
        let level = try reference.level
        let test = try pair.test()
        let difference = try pair.newcombeInterval(level)

        #expect(test.p > 0 && test.p <= 1)
        #expect(difference.contains(try pair.difference()))
        if pair.leastCell < Pair<Proportion>.smallestCell {
            #expect(test.method == .fisherExact)
            #expect(test.p == (try pair.fisherExactP()))
        }
        guard reference.scale == .relative else { return }
        if pair.control.conversions == 0 {
            #expect(throws: Undefined.noConversions(.baseline)) { try pair.lift() }
            #expect(throws: Undefined.noConversions(.baseline)) { try pair.logLiftInterval(level) }
        } else {
            #expect(try pair.logLiftInterval(level).contains(pair.lift()))
        }
    }
}
