import Testing

@testable import TipCore

@Suite("A history has one order")
struct HistoryOrderTests {
    /// Arrivals are written `device:counter@instant`; the name of an event is its place of arrival.
    static let table: [(why: String, arrivals: [String], order: [Int])] = [
        ("nothing", [], []),
        ("time decides", ["a:@2", "a:@1", "b:@0"], [2, 1, 0]),
        ("arrival decides where there is no counter", ["a:@1", "b:@1", "a:@1"], [0, 1, 2]),
        ("the counter decides within a device", ["a:2@1", "a:1@1"], [1, 0]),
        ("time beats the counter", ["a:2@1", "a:1@2"], [0, 1]),
        ("counters of two devices are not compared", ["a:9@1", "b:1@1"], [0, 1]),
        ("one counter alone decides nothing", ["a:9@1", "a:@1"], [0, 1]),
        (
            "a circle of pairs: the device's places are filled by its counters", ["a:2@1", "b:@1", "a:1@1"],
            [2, 1, 0]
        ),
        ("an event without a counter keeps its place", ["a:2@1", "a:@1", "a:1@1"], [2, 1, 0]),
        ("two devices interleaved", ["a:2@1", "b:2@1", "a:1@1", "b:1@1"], [2, 3, 0, 1]),
        ("equal counters keep their arrival", ["a:1@1", "a:1@1"], [0, 1]),
        ("negative counters", ["a:0@1", "a:-5@1"], [1, 0]),
    ]

    private static func key(_ text: String) -> HistoryOrder.Key {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "@" }
        return HistoryOrder.Key(
            at: Timestamp(microseconds: Int64(parts[2]) ?? 0),
            device: StableHash.of(String(parts[0])),
            sequence: Int64(parts[1])
        )
    }

    @Test("what decides", arguments: table)
    func order(why: String, arrivals: [String], order: [Int]) {
        #expect(HistoryOrder.order(of: arrivals.map(Self.key)) == order, "\(why)")
    }

    @Test("it is total, sorted by time, and by counters within a device", arguments: Seeds.first(100))
    func law(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let keys = (0..<20).map { _ in
            HistoryOrder.Key(
                at: Timestamp(microseconds: Int64.random(in: 0..<4, using: &generator)),
                device: UInt64.random(in: 0..<3, using: &generator),
                sequence: generator.chance(1, in: 3) ? nil : Int64.random(in: 0..<50, using: &generator)
            )
        }
        let order = HistoryOrder.order(of: keys)
        #expect(order.sorted() == Array(keys.indices))
        for (place, one) in order.enumerated() {
            for other in order[(place + 1)...] {
                #expect(keys[one].at <= keys[other].at)
                guard keys[one].at == keys[other].at, keys[one].device == keys[other].device,
                    let earlier = keys[one].sequence, let later = keys[other].sequence
                else { continue }
                #expect(earlier <= later)
            }
        }
        // Where counters decide everything, arrival decides nothing.
        let counted = keys.enumerated().map { index, key in
            HistoryOrder.Key(at: key.at, device: 1, sequence: Int64(index))
        }
        let shuffled = counted.shuffled(using: &generator)
        #expect(
            HistoryOrder.order(of: shuffled).map { shuffled[$0] }
                == HistoryOrder.order(of: counted).map { counted[$0] }
        )
    }

    static let duplicates:
        [(why: String, first: (id: String, at: Int64), second: (id: String, at: Int64), isOne: Bool)] = [
            ("the same id and time", ("a", 5_000), ("a", 5_000), true),
            ("another id", ("a", 5_000), ("b", 5_000), false),
            ("an id that is no UUIDv7 at another time", ("a", 5_000), ("a", 6_000), false),
            ("within the same millisecond", ("a", 5_000), ("a", 5_999), true),
            (
                "a UUIDv7 at another time", ("01890a5d-ac96-774b-bcce-b302099a8057", 5_000),
                ("01890a5d-ac96-774b-bcce-b302099a8057", 6_000), true
            ),
            (
                "a UUIDv7 in capitals", ("01890a5d-ac96-774b-bcce-b302099a8057", 5_000),
                ("01890A5D-AC96-774B-BCCE-B302099A8057", 5_000), true
            ),
            (
                "a UUIDv4 at another time", ("01890a5d-ac96-474b-bcce-b302099a8057", 5_000),
                ("01890a5d-ac96-474b-bcce-b302099a8057", 6_000), false
            ),
            ("canonically equal ids", ("e\u{301}", 0), ("\u{e9}", 0), false),
        ]

    @Test("what a duplicate is (R3)", arguments: duplicates)
    func duplicate(why: String, first: (id: String, at: Int64), second: (id: String, at: Int64), isOne: Bool)
    {
        let events = [first, second].map {
            Event(id: $0.id, person: "p", at: Timestamp(microseconds: $0.at), body: .session)
        }

        #expect(Event.withoutDuplicates(events).count == (isOne ? 1 : 2), "\(why)")
        #expect(Event.withoutDuplicates(events).first?.at == events[0].at, "the first stays")
    }
}
