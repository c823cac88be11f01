import Reports
import Testing
import TipCore
import TipStore
import TipTestSupport

@Suite("What comes in is counted from the newest events of each stream")
struct IntakeFiguresTests {
    @Test("by type, the most frequent first, with what is not folded")
    func kinds() async throws {
        try await withStore { store in
            let sessions = (0..<30).map { incoming("s\($0)", person: "p\($0 % 7)", at: second(Int64($0))) }
            let donations = (0..<12).map { number in
                incoming("d\(number)", person: "p\(number)", at: second(99), .donation(event: "e", info: [:]))
            }
            _ = try await store.log.append(sessions + donations)
            let before = try await store.intakeFigures(since: .epoch)
            #expect(before.events == 42 && before.lag == 42 && before.databaseBytes > 1_000_000)
            #expect(before.kinds.map(\.kind) == ["session", "donation"])
            #expect(before.kinds.map(\.events) == [30, 12] && before.reasons.isEmpty)
            try await store.projector.catchUp()
            #expect(try await store.intakeFigures(since: .epoch).lag == 0)
        }
    }

    @Test("a type is told as events state it")
    func words() {
        #expect(EventKind.actionTap.word == "action_tap" && EventKind.optOut.word == "opt_out")
        #expect(EventKind.donationsDeleted.word == "donations_deleted" && EventKind.session.word == "session")
    }
}
