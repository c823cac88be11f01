import Foundation
import Testing
import TipCore

/// Failures that users of other systems reported about assignment and exposure; the numbers are those of the
/// table in the design's section on complaints.
@Suite("What went wrong elsewhere with assignment does not go wrong here")
struct AssignmentComplaintTests {
    private static func definition(
        _ id: String = "x",
        weights: [Double] = [1, 1],
        inclusion: Double = 1
    ) -> ExperimentDefinition {
        ExperimentDefinition(
            id: id,
            tip: "T",
            inclusion: inclusion,
            variants: weights.enumerated().map { .init(id: "v\($0)", weight: $1) }
        )
    }

    private static func assigner(_ definition: ExperimentDefinition) -> Assigner {
        Assigner(definition, ExperimentPhase(first: definition, start: .epoch))
    }

    private static let people = (0..<20_000).map { "u\($0)" }

    @Test("1: one hash for rollout and variant skews the variants of a small rollout")
    func sameHash() {
        for percent in [1, 5, 10] {
            let assigner = Self.assigner(Self.definition(inclusion: Double(percent) / 100))
            let counts = Self.people.reduce(into: [0, 0]) { counts, unit in
                if let variant = assigner.assign(unit).variant { counts[variant] += 1 }
            }
            let total = Double(counts[0] + counts[1])
            let z = abs(Double(counts[0]) - total / 2) / (total / 4).squareRoot()
            #expect(z < 4, "\(percent) %: \(counts)")
        }
    }

    @Test("2: the edge of a bucket belongs to one side only")
    func edge() {
        #expect(Draw.bound(of: 0.5) == 5000)
        #expect(GrowthBook.variation(at: 0.5, in: [.init(0, 0.5), .init(0.5, 1)]) == 1)
        #expect(GrowthBook.variation(at: 0.4999, in: [.init(0, 0.5), .init(0.5, 1)]) == 0)
    }

    @Test("3: buckets are whole numbers, whatever the arithmetic of a platform")
    func integers() {
        for share in stride(from: 0.0, through: 1, by: 0.000_1) {
            let bound = Draw.bound(of: share)
            #expect(bound == 0 || Double(bound - 1) / 10_000 < share)
            #expect(bound == 10_000 || Double(bound) / 10_000 >= share)
        }
    }

    @Test("4: a share finer than a percent is kept")
    func resolution() {
        let assigner = Self.assigner(Self.definition(inclusion: 0.005))
        let share = Double(Self.people.count { assigner.assign($0).variant != nil }) / 20_000
        #expect((0.003...0.007).contains(share))
    }

    @Test("5: a hash that is corrected under a running experiment moves people; recorded assignments hold")
    func recorded() {
        // As GrowthBook's SDK gave them out when the algorithm was chosen; a change of it fails here first.
        let phase = FrozenPhase(
            of: Self.definition(),
            salt: "favorites-copy",
            catalogRevision: 1,
            startedAt: .epoch
        )
        let assignment = PhaseAssignment(phase)
        let found = (0..<12).map { assignment.variant(of: "person-\($0)", at: .epoch) == "v1" ? 1 : 0 }
        #expect(found == [0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0])
        let place = GrowthBook.hash(seed: "exp-favorites-copy", value: "person-2", version: 2)
        #expect(place.map { $0 >= 0.5 } == true)
        let other = GrowthBook.hash(seed: "exp-favorites-copy", value: "person-1", version: 2)
        #expect(other.map { $0 < 0.5 } == true)
    }

    @Test("6: two sides on two versions of the hash are told apart, as the start event names the version")
    func version() {
        let phase = FrozenPhase(of: Self.definition(), salt: "x", catalogRevision: 1, startedAt: .epoch)
        #expect(phase.json["hashVersion"] == 2 && FrozenPhase.hashVersion == 2)
        #expect(phase.json["salt"] == "x" && phase.seeds.map(\.seed) == ["x:inclusion", "x:variant"])
    }

    @Test("7: raising the share that is in moves nobody between variants")
    func ramp() {
        let shares = [0.01, 0.1, 0.5, 0.9, 1]
        let assigners = shares.map { Self.assigner(Self.definition(weights: [2, 1, 1], inclusion: $0)) }
        for unit in Self.people.prefix(5000) {
            let variants = assigners.map { $0.assign(unit).variant }
            let first = variants.firstIndex { $0 != nil } ?? variants.count
            #expect(Set(variants[first...]).count <= 1, "once in, always in, and in the same variant")
        }
    }

    @Test("8: experiments are independent of each other")
    func independence() {
        let (one, other) = (Self.assigner(Self.definition("one")), Self.assigner(Self.definition("other")))
        var cells = [[0.0, 0], [0, 0]]
        for unit in Self.people {
            cells[one.assign(unit).variant ?? 0][other.assign(unit).variant ?? 0] += 1
        }
        var chi = 0.0
        for count in cells.flatMap(\.self) { chi += (count - 5000) * (count - 5000) / 5000 }
        #expect(chi < 16.3, "three degrees of freedom at a thousandth: \(cells)")
    }

    @Test("9: the same persons are not the first of every experiment")
    func salted() {
        let firsts = ["a", "b", "c"].map { id in
            let assigner = Self.assigner(Self.definition(id, inclusion: 0.1))
            return Set(Self.people.filter { assigner.assign($0).variant != nil })
        }
        let both = Double(firsts[0].intersection(firsts[1]).count)
        #expect(both < 0.02 * 20_000 && firsts[1] != firsts[2])
    }

    @Test("10: another weight moves the neighbour's people, so it is another phase, with a draw of its own")
    func weights() {
        let phase = FrozenPhase(of: Self.definition(), salt: "x", catalogRevision: 1, startedAt: .epoch)
        let changed = Self.definition(weights: [1, 3])
        #expect(!phase.assigns(like: changed))
        let next = phase.next(under: changed, of: Catalog(), catalogRevision: 2, startedAt: .epoch)
        #expect(next.salt != phase.salt)
    }

    @Test("59: a unit without a name is not in, and never falls into a bucket")
    func unnamed() {
        #expect(Self.assigner(Self.definition()).assign("") == .notIn(.noUnit))
    }

    // MARK: Exposure

    private static let phase = FrozenPhase(
        of: ExperimentDefinition(
            id: "copy",
            tip: "T",
            variants: [.init(id: "a"), .init(id: "b", shows: false)],
            primary: MetricDefinition(metric: .tap, within: 60)
        ),
        salt: "copy",
        catalogRevision: 1,
        startedAt: Timestamp(microseconds: 1_000_000)
    )

    private static func logged(_ second: Int64, _ body: EventBody, bot: Bool = false, test: Bool = false)
        -> LoggedEvent
    {
        let at = Timestamp.epoch.adding(seconds: second)
        let event = Event(id: "e\(second)", person: "p", at: at, isTest: test, body: body)
        return LoggedEvent(event: event, receivedAt: at, isBot: bot)
    }

    private static func seen(_ second: Int64, _ variant: String? = "a") -> LoggedEvent {
        logged(second, .impression(.init(tip: "T", display: "d\(second)", variant: variant)))
    }

    private static func tap(_ second: Int64) -> LoggedEvent {
        logged(second, .actionTap(tip: "T", action: "go", display: nil))
    }

    private static func fold(
        _ history: [LoggedEvent],
        phase: FrozenPhase = phase,
        assigned: [String] = ["a"]
    ) -> Participation? {
        var fold = ParticipationFold(
            phase: phase,
            experiment: "copy",
            assigned: { _ in assigned },
            isOfTip: { $0 == "T" }
        )
        for event in history { fold.apply(event) }
        return fold.result
    }

    @Test("13: signing in changes no variant: the first exposure counts under every name")
    func signIn() {
        let result = Self.fold([Self.seen(2, "b"), Self.seen(3, "b")], assigned: ["a", "b"])
        #expect(result?.standing == .compared && result?.variant == "b")
    }

    @Test("16: whoever saw two variants is compared in neither")
    func both() {
        #expect(Self.fold([Self.seen(2, "a"), Self.seen(3, "b")])?.standing == .multipleVariants)
    }

    @Test(
        "11: no store of a client is lost, as the log gives the first variant again, for each experiment its own"
    )
    func sticky() throws {
        var lifecycle = Lifecycle()
        for id in ["one", "other"] {
            let definition = ExperimentDefinition(
                id: id,
                tip: id,
                variants: [.init(id: "a"), .init(id: "b")]
            )
            let phase = FrozenPhase(of: definition, salt: id, catalogRevision: 1, startedAt: .epoch)
            try lifecycle.apply(.experimentStarted(id: id, phase: phase), at: .epoch)
        }
        func seen(_ tip: String, _ variant: String, at second: Int64) -> LoggedEvent {
            let body = EventBody.impression(.init(tip: tip, display: "d\(second)", variant: variant))
            let event = Event(
                id: "e\(second)",
                person: "p",
                at: Timestamp.epoch.adding(seconds: second),
                body: body
            )
            return LoggedEvent(event: event, receivedAt: event.at)
        }
        let history = [seen("one", "b", at: 1), seen("other", "a", at: 2), seen("one", "a", at: 3)]
        let kept = FirstExposures(lifecycle).variants(in: history)
        #expect(kept.map { "\($0.experiment) \($0.variant)" } == ["one b", "other a"])
    }

    @Test("14: an exposure that is stamped with another account's id is not compared as that account's")
    func stamped() throws {
        let definition = Self.definition()
        let phase = FrozenPhase(of: definition, salt: "x", catalogRevision: 1, startedAt: .epoch)
        let assignment = PhaseAssignment(phase)
        let mine = try #require(assignment.variant(of: "me", at: .epoch))
        let other = try #require(
            (0..<50).map { "account\($0)" }.first { assignment.variant(of: $0, at: .epoch) != mine }
        )
        var fold = ParticipationFold(
            phase: phase,
            experiment: "x",
            assigned: { event in [assignment.variant(of: event.person, at: event.at)].compactMap(\.self) },
            isOfTip: { $0 == "T" }
        )
        let body = EventBody.impression(.init(tip: "T", display: "d", variant: mine))
        let at = Timestamp.epoch.adding(seconds: 1)
        fold.apply(LoggedEvent(event: Event(id: "e", person: other, at: at, body: body), receivedAt: at))
        #expect(fold.result?.standing == .unexpectedVariant)
    }

    @Test("19: another variant in an earlier phase is none in this one")
    func perPhase() {
        var phase = Self.phase
        (phase.number, phase.startedAt) = (2, Timestamp.epoch.adding(seconds: 10))
        let history = [Self.seen(2, "b"), Self.seen(11, "a"), Self.seen(12, "a")]
        #expect(Self.fold(history, phase: phase)?.standing == .compared)
        #expect(Self.fold(history, assigned: ["a", "b"])?.standing == .multipleVariants, "within one it is")
    }

    @Test("20: whoever sees the tip day after day is exposed once, on the first day")
    func daily() {
        let days = (0..<30).map { Self.seen(2 + 86_400 * $0) }
        let result = Self.fold(days)
        #expect(result?.exposedAt == Timestamp.epoch.adding(seconds: 2) && result?.standing == .compared)
    }

    @Test("21: a variant that fires three times a display shows in its impressions, and counts one person")
    func thrice() {
        let result = Self.fold([Self.seen(2), Self.seen(2), Self.seen(2)])
        #expect(result?.impressions == 3 && result?.standing == .compared)
    }

    @Test("22: an exposure that is sent at each evaluation changes nothing after the first")
    func idempotent() {
        let exposure = Self.logged(2, .exposure(tip: "T", experiment: "copy", variant: "b"))
        let again = (3..<50).map { Self.logged($0, .exposure(tip: "T", experiment: "copy", variant: "b")) }
        let once = Self.fold([exposure], assigned: ["b"])
        let often = Self.fold([exposure] + again, assigned: ["b"])
        #expect(often?.exposedAt == once?.exposedAt && often?.standing == once?.standing)
        #expect(often?.convertedAt == once?.convertedAt && often?.impressions == once?.impressions)
    }

    @Test("26: an impression that names no variant is counted under the assigned one, and never dropped")
    func undecided() {
        let result = Self.fold([Self.seen(2, nil)], assigned: ["b"])
        #expect(result?.variant == "b" && result?.standing == .compared)
    }

    @Test("25: a variant that shows nothing is exposed like the others")
    func holdout() {
        let event = Self.logged(2, .exposure(tip: "T", experiment: "copy", variant: "b"))
        #expect(Self.fold([event], assigned: ["b"])?.standing == .compared)
    }

    @Test("28 and 30: all metrics are counted from the first exposure")
    func anchor() {
        let result = Self.fold([Self.seen(2), Self.seen(50), Self.tap(63)])
        #expect(result?.convertedAt == [nil], "63 seconds is later than a minute after the first exposure")
    }

    @Test("31 and 34: the last instant of a window is in it, the next is not")
    func window() {
        #expect(Self.fold([Self.seen(2), Self.tap(62)])?.convertedAt.first ?? nil != nil)
        let late = LoggedEvent(
            event: Event(
                id: "t",
                person: "p",
                at: Timestamp.epoch.adding(seconds: 62).adding(microseconds: 1),
                body: .actionTap(tip: "T", action: "go", display: nil)
            ),
            receivedAt: .epoch
        )
        #expect(Self.fold([Self.seen(2), late])?.convertedAt == [nil])
    }

    @Test("32: without a window nothing is cut off")
    func unasked() {
        var phase = Self.phase
        phase.metrics[0].within = nil
        let result = Self.fold([Self.seen(2), Self.tap(90 * 86_400)], phase: phase)
        #expect(result?.convertedAt.first ?? nil != nil)
    }

    @Test("33: after the end nobody is enrolled and an open metric counts no more")
    func end() {
        var phase = Self.phase
        phase.metrics[0].within = nil
        phase.endedAt = Timestamp.epoch.adding(seconds: 10)
        #expect(Self.fold([Self.seen(11)], phase: phase) == nil)
        #expect(Self.fold([Self.seen(2), Self.tap(11)], phase: phase)?.convertedAt == [nil])
    }

    @Test("54: a bot is told, and not compared")
    func bot() {
        let impression = EventBody.impression(.init(tip: "T", display: "d", variant: "a"))
        #expect(Self.fold([Self.logged(2, impression, bot: true)])?.standing == .bot)
    }

    @Test("55: what an override showed is marked and left out, and a real look later counts")
    func override() {
        let set = Self.logged(1, .overrideSet(kind: .showTips, tips: ["T"], until: nil))
        #expect(Self.fold([set, Self.seen(2)])?.standing == .test)
        let cleared = Self.logged(3, .overrideCleared(kind: nil))
        #expect(Self.fold([set, Self.seen(2), cleared, Self.seen(4)])?.standing == .compared)
        let wrong = Self.fold([Self.seen(2, "b")], assigned: ["a"])
        #expect(wrong?.standing == .unexpectedVariant, "a forced variant is not the assigned one")
    }

    @Test("56: what is seen in a pause enrols nobody and moves nobody")
    func pause() {
        var phase = Self.phase
        phase.pauses = [
            .init(from: Timestamp.epoch.adding(seconds: 5), to: Timestamp.epoch.adding(seconds: 9))
        ]
        #expect(Self.fold([Self.seen(6)], phase: phase) == nil)
        #expect(Self.fold([Self.seen(2, "a"), Self.seen(6, "b")], phase: phase)?.standing == .compared)
    }

    @Test("61: who converts was exposed before: a conversion before the exposure is none")
    func subset() {
        #expect(Self.fold([Self.tap(2), Self.seen(3)])?.convertedAt == [nil])
        #expect(Self.fold([Self.tap(2)]) == nil)
    }
}
