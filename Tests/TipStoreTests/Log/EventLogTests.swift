import Testing
import TipCore
import TipStore

@Suite("The log keeps every event once and gives it back as it was sent")
struct EventLogTests {
    static let bodies: [EventBody] = [
        .donation(
            event: "viewed",
            info: ["backyardID": .number(7), "kind": .string("é"), "new": .boolean(true)]
        ),
        .donation(event: "viewed", info: [:]),
        .donationsDeleted(event: "viewed"),
        .parameter(name: "isLoggedIn", value: .boolean(true)),
        .parameter(name: "level", value: .number(2.5)),
        .parameter(name: "name", value: .null),
        .session,
        .timeZone("Asia/Tokyo"),
        .impression(.init(tip: "T", display: "d1")),
        .impression(
            .init(tip: "T", display: "d2", experiment: "x", variant: "a", revision: 3, group: "g")
        ),
        .impressionProgress(tip: "T", display: "d1"),
        .impressionEnd(tip: "T", display: "d1"),
        .impressionFailed(tip: "T", display: nil, reason: "no anchor"),
        .exposure(tip: "T", experiment: "x", variant: "none"),
        .actionTap(tip: "T", action: "learn-more", display: "d1"),
        .invalidation(tip: "T", reason: .tipClosed),
        .eligibilityReset(tip: "T"),
        .datastoreReset,
        .overrideSet(kind: .showTips, tips: ["T", "U"], until: second(99)),
        .overrideCleared(kind: nil),
        .optOut,
        .optIn,
        .identify(previous: "anonymous"),
    ]

    @Test("an event of every type reads back equal", arguments: bodies)
    func roundTrip(body: EventBody) async throws {
        try await withStore { store in
            var event = incoming("e1", device: "phone", sequence: 4, test: true, body)
            event.event.context.os = "iOS"
            event.event.context.locale = "ja"
            #expect(try await store.log.append([event]) == [.accepted])

            let history = try await store.log.history(of: "p1").compactMap(\.logged)
            #expect(history.map(\.event) == [event.event])
        }
    }

    @Test("a retry adds nothing, and another event under the same id is a conflict")
    func duplicates() async throws {
        try await withStore { store in
            let log = store.log
            let uuid = UUIDv7.make(at: second(5))
            let first = [incoming("a"), incoming(uuid, at: second(5)), incoming("a", at: second(1))]
            let fresh = try await log.append(first)
            #expect(fresh == [.accepted, .accepted, .accepted])
            #expect(try await log.append(first) == [.duplicate, .duplicate, .duplicate])
            let other = [
                incoming("a", .optOut), incoming(uuid.uppercased(), at: second(5)),
                incoming(uuid, at: second(6)),
            ]
            #expect(try await log.append(other) == [.conflict, .duplicate, .conflict])
            #expect(try await log.count() == 3)
        }
    }

    @Test("duplicates inside one request count once, and the first of two with one id stays")
    func duplicatesInside() async throws {
        try await withStore { store in
            let events = [incoming("a"), incoming("a"), incoming("a", .optOut), incoming("b")]
            let outcomes = try await store.log.append(events)
            #expect(outcomes == [.accepted, .duplicate, .conflict, .accepted])
        }
    }

    @Test("one id sent by two persons makes two events")
    func samePlaceOtherPerson() async throws {
        try await withStore { store in
            let id = UUIDv7.make(at: second(0))
            let events = (0..<20).map { incoming(id, person: "person-\($0)") }
            let outcomes = try await store.log.append(events)
            #expect(outcomes == Array(repeating: .accepted, count: 20))
            for person in 0..<20 {
                let found = try await store.log.event(id: id, person: "person-\(person)", statedAt: nil)
                #expect(found?.logged?.event.id == id)
            }
        }
    }

    @Test("names that only look alike stay apart, as in the database")
    func canonicalEquivalence() async throws {
        try await withStore { store in
            let composed = "caf\u{E9}"
            let decomposed = "cafe\u{301}"
            _ = try await store.log.append([
                incoming("1", .donation(event: composed, info: [:])),
                incoming("2", at: second(1), .donation(event: decomposed, info: [:])),
            ])
            let names = try await store.log.history(of: "p1").compactMap { stored -> [UInt8]? in
                guard case .donation(let name, _) = stored.logged?.event.body else { return nil }
                return Array(name.utf8)
            }
            #expect(names == [Array(composed.utf8), Array(decomposed.utf8)])
        }
    }

    @Test("many writers at once: every event once, places without holes, receipt that never falls")
    func concurrentWriters() async throws {
        try await withStore { store in
            let outcomes = try await withThrowingTaskGroup(of: [AppendOutcome].self) { group in
                for writer in 0..<16 {
                    group.addTask {
                        var all: [AppendOutcome] = []
                        for batch in 0..<10 {
                            // Every event is sent by two writers.
                            let events = (0..<20).map { number in
                                incoming("\(writer / 2)-\(batch)-\(number)", person: "p\(number)")
                            }
                            all += try await store.log.append(events)
                        }
                        return all
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(outcomes.count { $0 == .accepted } == 1600)
            #expect(outcomes.count { $0 == .duplicate } == 1600)

            var stored: [StoredEvent] = []
            for person in 0..<20 { stored += try await store.log.history(of: "p\(person)") }
            for (_, events) in Dictionary(grouping: stored, by: \.stream) {
                let bySeq = events.sorted { $0.seq < $1.seq }
                #expect(bySeq.map(\.seq) == Array(1...Int64(bySeq.count)))
                #expect(zip(bySeq, bySeq.dropFirst()).allSatisfy { $0.receivedAt <= $1.receivedAt })
            }
        }
    }

    @Test("two programs on one database store each event once")
    func twoPrograms() async throws {
        try await withStore { first in
            let second = try await Store.open(first.projector.settings)
            let outcomes = try await withThrowingTaskGroup(of: [AppendOutcome].self) { group in
                for store in [first, second] {
                    for writer in 0..<4 {
                        group.addTask {
                            var all: [AppendOutcome] = []
                            for batch in 0..<20 {
                                let ids = (0..<10).map { "\(writer)-\(batch)-\($0)" }
                                all += try await store.log.append(
                                    ids.map { incoming($0, person: "p\($0.hashValue % 9)") }
                                )
                            }
                            return all
                        }
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            await second.close()
            #expect(outcomes.count { $0 == .accepted } == 800)
            #expect(outcomes.count { $0 == .duplicate } == 800)
            #expect(try await first.log.count() == 800)
        }
    }

    @Test("an event far behind its stream is marked late")
    func lateness() async throws {
        try await withStore { store in
            _ = try await store.log.append([incoming("1", at: second(10_000))])
            _ = try await store.log.append([
                incoming("2", at: second(6399)), incoming("3", at: second(6400)),
                incoming("4", at: second(20_000)),
                incoming("5", at: second(6400)),
            ])
            let late = try await store.log.history(of: "p1").compactMap(\.logged).filter(\.isLate).map(
                \.event.id
            )
            #expect(Set(late) == ["2", "5"])
        }
    }

    @Test("an id belongs to a person: a refused join joins nobody, and a join takes no id away")
    func identifyAndIDs() async throws {
        try await withStore { store in
            let log = store.log
            let own = incoming("1", person: "anon", .parameter(name: "v", value: .string("1")))
            let taken = incoming("1", person: "real", .session)
            let join = incoming("1", person: "real", .identify(previous: "anon"))
            try await check(log, [own, taken], [.accepted, .accepted])
            try await check(log, [join], [.conflict])
            let anon = try await log.joinedHistory(of: "anon")
            #expect(anon.events.count == 1)
            let real = try await log.joinedHistory(of: "real")
            #expect(real.events.count == 1)
            // The same id once more, as the first event of a third person.
            let other = incoming("1", person: "third", .identify(previous: "anon"))
            try await check(log, [other, other], [.accepted, .duplicate])
            try await check(log, [own, other], [.duplicate, .duplicate])
            for name in ["anon", "third"] {
                let joined = try await log.joinedHistory(of: name)
                #expect(
                    joined.representative == "third"
                        && joined.events.contains { $0.id == "1" && $0.kind != .identified }
                )
            }
            let late = incoming("2", person: "fourth", .identify(previous: "fifth"))
            let after = incoming("2", person: "fifth", .session)
            try await check(log, [late, after], [.accepted, .accepted])
        }
    }

    private func check(_ log: EventLog, _ events: [IncomingEvent], _ expected: [AppendOutcome]) async throws {
        let outcomes = try await log.append(events)
        #expect(outcomes == expected)
    }

    @Test("identify stands in both histories and is one event")
    func identify() async throws {
        try await withStore { store in
            let event = incoming("i", person: "known", .identify(previous: "anonymous"))
            let outcomes = [try await store.log.append([event]), try await store.log.append([event])]
            #expect(outcomes == [[.accepted], [.duplicate]])
            #expect(try await store.log.history(of: "anonymous").map(\.kind) == [.identified])
        }
    }
}
