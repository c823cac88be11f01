import Postgres
import Reports
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite("A snapshot counts who has matured, to the microsecond, and everyone once")
struct SnapshotReaderTests {
    private static func instant(_ microseconds: Int64) -> Timestamp {
        RandomHistory.minute(0).adding(microseconds: microseconds)
    }

    private static let hour: Int64 = 3_600_000_000

    /// When persons see the tip, around the ends of hours.
    private static let seenAt: [Int64] = [
        0, 1, hour - 1, hour, hour + 1, 2 * hour - 1, 2 * hour, 5 * hour + 1_800_000_000,
    ]

    @Test("the last window to close is that of who was exposed exactly so long ago", arguments: seenAt)
    func maturity(exposed: Int64) async throws {
        try await withStore { store in
            try await RandomHistory.start(store, at: 0)
            _ = try await store.log.append(
                Self.seenAt.enumerated().map { number, at in
                    incoming(
                        "e",
                        person: "p\(number)",
                        at: Self.instant(at),
                        .impression(.init(tip: "T", display: "d"))
                    )
                }
            )
            try await store.projector.catchUp()
            for offset in [-1, 0, 1] as [Int64] {
                // The window of the primary metric is two hours, its end included.
                let asOf = Self.instant(exposed + 2 * Self.hour + offset)
                let request = SnapshotReader.Request(experiment: "copy", asOf: asOf)
                let snapshot = try #require(
                    try await SnapshotReader(store).snapshot(request, definition: nil)
                )
                let matured = Self.seenAt.filter { $0 <= exposed + offset }
                #expect(
                    snapshot.arms.reduce(0) { $0 + $1.people } == Int64(matured.count),
                    "offset \(offset)"
                )
                #expect(snapshot.immature == Int64(Self.seenAt.count - matured.count))
                #expect(snapshot.enrolled == Int64(Self.seenAt.count))
                #expect(snapshot.events == Int64(Self.seenAt.count))
            }
        }
    }

    @Test("with the immature counted, those exposed after the instant are still not")
    func partial() async throws {
        try await withStore { store in
            try await RandomHistory.start(store, at: 0)
            _ = try await store.log.append([
                incoming("e", person: "p1", at: Self.instant(5), .impression(.init(tip: "T", display: "d"))),
                incoming("e", person: "p2", at: Self.instant(6), .impression(.init(tip: "T", display: "d"))),
            ])
            try await store.projector.catchUp()
            let request = SnapshotReader.Request(experiment: "copy", asOf: Self.instant(5), isPartial: true)
            let snapshot = try #require(try await SnapshotReader(store).snapshot(request, definition: nil))
            #expect(snapshot.arms.map(\.people).reduce(0, +) == 1)
            #expect(snapshot.immature == 1)
        }
    }

    @Test(
        "the sums of a random history are those of its exposures, whenever it is looked at",
        arguments: 1...3
    )
    func addsUp(seed: Int) async throws {
        try await withStore { store in
            try await RandomHistory.start(store, at: 0)
            _ = try await store.log.append(RandomHistory(seed: UInt64(seed), count: 300).events)
            try await store.projector.catchUp()
            var enrolled: Set<Int64> = []
            for minute in stride(from: 0, through: 900, by: 75) {
                let request = SnapshotReader.Request(experiment: "copy", asOf: RandomHistory.minute(minute))
                let snapshot = try #require(
                    try await SnapshotReader(store).snapshot(request, definition: nil)
                )
                enrolled.insert(snapshot.enrolled)
                let compared = try await exposures(
                    store,
                    standing: 0,
                    until: RandomHistory.minute(minute - 120)
                )
                #expect(snapshot.arms.reduce(0) { $0 + $1.people } == compared.people)
                #expect(snapshot.arms.reduce(0) { $0 + $1.conversions[0] } == compared.converted)
                #expect(snapshot.arms.reduce(0) { $0 + $1.taps } == compared.taps)
                #expect(snapshot.multipleVariants == (try await exposures(store, standing: 1)).people)
                #expect(snapshot.unexpectedVariant == (try await exposures(store, standing: 2)).people)
                #expect(snapshot.testers == (try await exposures(store, standing: 3)).people)
                #expect(snapshot.optedOut == (try await exposures(store, standing: 5)).people)
            }
            #expect(enrolled.count == 1, "the same people at any instant")
        }
    }

    private func exposures(
        _ store: Store,
        standing: Int16,
        until: Timestamp = Timestamp(microseconds: 4_000_000_000_000_000)
    ) async throws -> (people: Int64, converted: Int64, taps: Int64) {
        let limit = Double(until.microseconds) / 1_000_000
        let row = try await store.pool.withConnection { connection in
            try await connection.query(
                """
                select count(*), count(e.converted_at[1]), coalesce(sum(e.taps), 0)::int8
                from exposure e join word x on x.id = e.experiment
                where x.text = 'copy' and e.standing = \(standing) and e.exposed_at <= to_timestamp(\(limit))
                """
            ).one()
        }
        return (try row.int64(0), try row.int64(1), try row.int64(2))
    }
}
