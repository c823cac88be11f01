import Testing

@testable import TipCore

@Suite("Assignment is GrowthBook's, by its own shared cases")
struct GrowthBookTests {
    private static let file = SharedCases.decode(JSONTree.self, from: "growthbook-cases.json") ?? .null

    @Test(
        "the file has cases",
        .enabled(if: SharedCases.has("growthbook-cases.json"), "shared cases are missing")
    )
    func isThere() {
        let sections = ["hash", "getBucketRange", "chooseVariation", "inNamespace", "getEqualWeights"]

        #expect(sections.map { Self.file[$0].elements.count } == [15, 13, 13, 16, 6])
    }

    @Test("hash", arguments: file["hash"].elements)
    func hash(golden: JSONTree) throws {
        let seed = try #require(golden[0].string)
        let value = try #require(golden[1].string)
        let version = Int(try #require(golden[2].number))

        #expect(GrowthBook.hash(seed: seed, value: value, version: version) == golden[3].number)
    }

    @Test("bucket ranges", arguments: file["getBucketRange"].elements)
    func ranges(golden: JSONTree) throws {
        let count = Int(try #require(golden[1][0].number))
        let coverage = try #require(golden[1][1].number)
        let weights = golden[1][2].elements.isEmpty ? nil : golden[1][2].elements.compactMap(\.number)
        let ranges = GrowthBook.ranges(count: count, coverage: coverage, weights: weights)
        // The file's figures are rounded; GrowthBook's own tests round as well.
        let rounded = ranges.map { [Self.rounded($0.start), Self.rounded($0.end)] }

        #expect(
            rounded == golden[2].elements.map { $0.elements.compactMap(\.number) },
            "\(golden[0].string ?? "")"
        )
    }

    private static func rounded(_ number: Double) -> Double { (number * 1_000_000).rounded() / 1_000_000 }

    @Test("choosing a variation", arguments: file["chooseVariation"].elements)
    func variation(golden: JSONTree) throws {
        let place = try #require(golden[1].number)
        let ranges = golden[2].elements.map { GrowthBook.Range($0[0].number ?? 0, $0[1].number ?? 0) }
        let expected = Int(try #require(golden[3].number))

        #expect(GrowthBook.variation(at: place, in: ranges) ?? -1 == expected, "\(golden[0].string ?? "")")
    }

    @Test("namespaces", arguments: file["inNamespace"].elements)
    func namespace(golden: JSONTree) throws {
        let value = try #require(golden[1].string)
        let name = try #require(golden[2][0].string)
        let range = GrowthBook.Range(golden[2][1].number ?? 0, golden[2][2].number ?? 0)

        #expect(GrowthBook.isIn(namespace: name, value: value, range: range) == golden[3].bool)
    }

    @Test("equal weights", arguments: file["getEqualWeights"].elements)
    func equalWeights(golden: JSONTree) throws {
        let count = Int(try #require(golden[0].number))

        #expect(GrowthBook.equalWeights(count) == golden[1].elements.compactMap(\.number))
    }

    private static let hashes = (SharedCases.decode(JSONTree.self, from: "stats-cases.json") ?? .null)
        .elements
        .filter { $0["kind"].string == "hash_fnv1a32" }

    @Test("FNV-1a of 32 bits", arguments: hashes)
    func fnv(golden: JSONTree) throws {
        let text = try #require(golden["inputs"]["text"].string)

        #expect(Double(FNV1a32(text).value) == golden["expected"]["hash"].number)
    }

    @Test(
        "published hashes",
        arguments: [("", 0x811c_9dc5), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)] as [(String, UInt32)]
    )
    func published(text: String, hash: UInt32) {
        #expect(FNV1a32(text).value == hash)
    }

    @Test("a number is fed by its digits", arguments: [0, 9, 10, 99, 1_000_000_000, UInt32.max] as [UInt32])
    func digits(number: UInt32) {
        var hash = FNV1a32("x")
        hash.feed(decimal: number)

        #expect(hash == FNV1a32("x" + String(number)))
    }
}
