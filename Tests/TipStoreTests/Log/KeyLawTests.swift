import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite("Keys repeat under every retry, keep persons apart, and are ordered as the database orders them")
struct KeyLawTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4]

    private func uuid7(_ random: inout SeededGenerator) -> String {
        UUIDText.format(
            UInt128.random(in: .min ... .max, using: &random) & ~(0xF000 << 64 | 0xC000 << 48)
                | 0x7000 << 64 | 0x8000 << 48
        )
    }

    @Test("the text of a UUID and its bits say the same, in either letter case", arguments: seeds)
    func textRoundTrip(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let value =
                UInt128.random(in: .min ... .max, using: &random)
                >> UInt128.random(in: 0...127, using: &random)
            let text = UUIDText.format(value)
            #expect(text.utf8.count == 36)
            #expect(UUIDText.parse(text) == value)
            #expect(UUIDText.parse(text.uppercased()) == value)
        }
    }

    static let noUUIDs = [
        "", "0", "01890a5d-ac96-774b-bcce-b302099a805", "01890a5d-ac96-774b-bcce-b302099a80570",
        "01890a5dac96-774b-bcce-b302099a8057-", "01890a5d_ac96_774b_bcce_b302099a8057",
        "01890a5d-ac96-774b-bcce-b302099a805g", "{1890a5d-ac96-774b-bcce-b302099a805}",
        "0１890a5d-ac96-774b-bcce-b302099a80",
    ]

    @Test("a text that is no hyphenated UUID is none", arguments: noUUIDs)
    func notUUID(text: String) {
        #expect(UUIDText.parse(text) == nil)
    }

    @Test("a UUIDv7 can be read back from its key, and two persons make two keys of it", arguments: seeds)
    func reversible(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<100 {
            let id = uuid7(&random)
            let person = PersonKey(of: "person-\(number)")
            let key = EventKey(id: id, person: person, statedMilliseconds: 5)
            #expect(key.id(of: person) == id)
            #expect(EventKey(id: id.uppercased(), person: person, statedMilliseconds: nil) == key)
            #expect(EventKey(id: id, person: PersonKey(of: "other-\(number)"), statedMilliseconds: 5) != key)
            let bits = try #require(UUIDText.parse(id))
            #expect(key.value >> 80 == bits >> 80, "the time stays, as it is the key of the partition")
            #expect(UUIDText.isVersion7(key.value))
        }
    }

    @Test(
        "any other id makes a key of version 8 from the id, the person and the stated time",
        arguments: seeds
    )
    func others(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let id = "order-\(UInt32.random(in: .min ... .max, using: &random))"
            let person = PersonKey(of: "p")
            let time = Int64.random(in: 0...4_102_444_800_000, using: &random)
            let key = EventKey(id: id, person: person, statedMilliseconds: time)
            #expect(key == EventKey(id: id, person: person, statedMilliseconds: time))
            #expect(key.value >> 80 == UInt128(time))
            #expect((key.value >> 76) & 0xF == 8 && (key.value >> 62) & 3 == 2)
            #expect(key.id(of: person) == nil)
            let others = [
                EventKey(id: id, person: person, statedMilliseconds: time + 1),
                EventKey(id: id, person: person, statedMilliseconds: nil),
                EventKey(id: id + "x", person: person, statedMilliseconds: time),
                EventKey(id: id, person: PersonKey(of: "q"), statedMilliseconds: time),
            ]
            #expect(!others.contains(key))
        }
    }

    @Test("a time that was not stated is another than the first instant of 1970")
    func undated() {
        let person = PersonKey(of: "p")
        let none = EventKey(id: "a", person: person, statedMilliseconds: nil)
        let epoch = EventKey(id: "a", person: person, statedMilliseconds: 0)
        #expect(none != epoch)
        #expect(none.value >> 80 == 0 && epoch.value >> 80 == 0)
    }

    @Test("keys are ordered as PostgreSQL orders them")
    func order() async throws {
        var random = SeededGenerator(seed: 11)
        let keys = (0..<300).map { number in
            number.isMultiple(of: 2)
                ? EventKey(id: uuid7(&random), person: PersonKey(of: "\(number)"), statedMilliseconds: nil)
                : EventKey(value: UInt128.random(in: .min ... .max, using: &random))
        }
        let values = keys.map(\.value)
        let sorted = try await withDatabase { settings in
            let connection = try await Connection.open(settings)
            let rows = try await connection.query("select k from unnest(\(values)) k order by k")
            let sorted = try rows.map { EventKey(value: try $0.uuid(0)) }
            await connection.close()
            return sorted
        }
        #expect(sorted == keys.sorted())
    }

    @Test("every person has one stream, and many persons fill all streams evenly")
    func streams() throws {
        let set = try #require(StreamSet(ids: [7, 0, 3, 12, 5]))
        #expect(set.ids == [3, 5, 7, 12])
        #expect(StreamSet(ids: [0]) == nil)
        var counts: [Int32: Int] = [:]
        for number in 0..<4000 { counts[set.stream(of: PersonKey(of: "person-\(number)")), default: 0] += 1 }
        #expect(Set(counts.keys) == Set(set.ids))
        // 1,000 expected in each; six standard deviations of the binomial are about 164.
        #expect(counts.values.allSatisfy { (836...1164).contains($0) }, "\(counts)")
    }

    @Test("new ids of one instant are of version 7, hold the instant, and differ")
    func fresh() throws {
        let ids = (0..<1000).map { _ in UUIDv7.make(at: second(5)) }
        #expect(Set(ids).count == 1000)
        for id in ids {
            let value = try #require(UUIDText.parse(id))
            #expect(UUIDText.isVersion7(value) && value >> 80 == UInt128(second(5).milliseconds))
        }
    }
}
