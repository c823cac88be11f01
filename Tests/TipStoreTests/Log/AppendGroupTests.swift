import Postgres
import Testing
import TipCore

@testable import TipStore

@Suite("A group decides every question of duplicates without a database")
struct AppendGroupTests {
    private static let streams = StreamSet(ids: [0, 1, 2, 3, 4])

    private func rows(_ events: IncomingEvent...) throws -> [EventRow] {
        let streams = try #require(Self.streams)
        return events.map { EventRow($0, streams: streams) }
    }

    private func existing(_ rows: [EventRow]) -> ExistingRows {
        ExistingRows(rows, rows.enumerated().map { (AppendGroup.Key($0.element), $0.offset) })
    }

    @Test("of two rows with one key the first is written, and the second is judged by it")
    func doubles() throws {
        var group = AppendGroup(rows: try rows(incoming("a"), incoming("a"), incoming("a", .optOut)))
        #expect(group.fresh == [0])
        group.committed()
        #expect(group.outcomes == [.accepted, .duplicate, .conflict])
        #expect(group.fresh.isEmpty)
    }

    @Test("what the log has is not written again, whatever stands beside it")
    func decided() throws {
        var group = AppendGroup(rows: try rows(incoming("a"), incoming("b"), incoming("c", .optOut)))
        group.decide(against: existing(try rows(incoming("c"), incoming("a"))))
        #expect(group.outcomes == [.duplicate, nil, .conflict])
        #expect(group.fresh == [1])
        #expect(group.openKeys == [AppendGroup.Key(group.rows[1])])
        group.committed()
        #expect(group.outcomes == [.duplicate, .accepted, .conflict])
        #expect(group.rows.map { group.written[AppendGroup.Key($0)] } == [nil, group.rows[1], nil])
    }

    @Test("keys and streams are asked for in rising order, however the events came")
    func order() throws {
        let events = (0..<50).map {
            incoming("e\($0)", person: "person-\($0 % 7)", at: second(Int64($0 * 37 % 50)))
        }
        let streams = try #require(Self.streams)
        let group = AppendGroup(rows: events.map { EventRow($0, streams: streams) })
        #expect(group.openKeys == group.openKeys.sorted())
        #expect(group.places.map(\.stream) == group.places.map(\.stream).sorted())
        #expect(group.places.reduce(0) { $0 + $1.count } == 50)
        for place in group.places {
            let newest = group.rows.filter { $0.stream == place.stream }.map(\.at).max()
            #expect(place.newest == newest)
        }
    }

    @Test("a row found at the place it had been given is ours; one at another place is not")
    func recognised() async throws {
        try await withStore { store in
            let events = [incoming("a"), incoming("b", at: second(1))]
            _ = try await store.log.append(events)
            let rows = events.map { EventRow($0, streams: store.log.streams) }
            var group = AppendGroup(rows: rows)
            let keys = group.openKeys
            let stored = try await store.log.pool.withConnection { connection in
                try await connection.run { try $0.existing(keys) }
            }
            #expect(stored.count == 2)
            let places = Dictionary(stored.map { ($0.key, $0.seq) }) { first, _ in first }
            let first = try #require(places[rows[0].key])
            let second = try #require(places[rows[1].key])
            group.recognise(stored, assigned: [0: first, 1: second + 1])
            #expect(group.outcomes == [.accepted, nil])
            group.decide(against: existing(rows))
            #expect(group.outcomes == [.accepted, .duplicate])
        }
    }

    @Test("a part keeps what was decided of its rows")
    func parts() throws {
        var group = AppendGroup(rows: try rows(incoming("a"), incoming("b"), incoming("c")))
        group.decide(against: existing(try rows(incoming("b"))))
        #expect(group.part(1..<3).outcomes == [.duplicate, nil])
        #expect(group.part(1..<3).rows == Array(group.rows[1..<3]))
    }

    static let sameness: [(why: String, other: IncomingEvent, same: Bool)] = [
        ("the same event", incoming("a"), true),
        (
            "sent by what looks like a bot",
            IncomingEvent(incoming("a").event, statedMilliseconds: second(0).milliseconds, isBot: true), true
        ),
        ("another device", incoming("a", device: "phone"), false),
        ("another place on the device", incoming("a", sequence: 2), false),
        ("a tester's", incoming("a", test: true), false),
        (
            "another time within the millisecond",
            incoming("a", at: Timestamp(microseconds: second(0).microseconds + 1)), false
        ),
        ("another body", incoming("a", .optIn), false),
    ]

    @Test(
        "two events with one id say the same only where everything but receipt is equal",
        arguments: sameness
    )
    func comparison(why: String, other: IncomingEvent, same: Bool) throws {
        let first = try #require(try rows(incoming("a")).first)
        let second = try #require(try rows(other).first)
        #expect(first.saysTheSame(as: second) == same, "\(why)")
    }

    @Test("a time that was not stated is that of each receipt, and makes no other event")
    func undated() throws {
        let times = [second(1), second(9)]
        let pair = try times.map { at in
            try #require(
                try rows(
                    IncomingEvent(
                        Event(id: "a", person: "p1", at: at, body: .session),
                        statedMilliseconds: nil
                    )
                ).first
            )
        }
        #expect(pair[0].key == pair[1].key)
        #expect(pair[0].saysTheSame(as: pair[1]))
    }
}
