import Testing
import TipCore

@Suite("What a person did in a phase is folded from the history")
struct ParticipationFoldTests {
    static let phase = FrozenPhase(
        of: ExperimentDefinition(
            id: "copy",
            tip: "T",
            variants: [.init(id: "a"), .init(id: "b")],
            primary: MetricDefinition(metric: .tap, within: 100),
            guardrails: [MetricDefinition(metric: .invalidation(.tipClosed))]
        ),
        salt: "s",
        catalogRevision: 1,
        startedAt: second(1000)
    )

    static func second(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    static func event(_ seconds: Int64, _ body: EventBody, test: Bool = false, late: Bool = false)
        -> LoggedEvent
    {
        LoggedEvent(
            event: Event(id: "e\(seconds)", person: "p", at: second(seconds), isTest: test, body: body),
            receivedAt: second(seconds),
            isLate: late
        )
    }

    static func seen(_ seconds: Int64, _ variant: String? = "a", test: Bool = false) -> LoggedEvent {
        event(seconds, .impression(.init(tip: "T", display: "d\(seconds)", variant: variant)), test: test)
    }

    static func tap(_ seconds: Int64, tip: String = "T") -> LoggedEvent {
        event(seconds, .actionTap(tip: tip, action: "x", display: nil))
    }

    static func fold(
        _ history: [LoggedEvent],
        assigned: String? = "a",
        phase: FrozenPhase = phase
    ) -> Participation? {
        var fold = ParticipationFold(
            phase: phase,
            experiment: "copy",
            assigned: { _ in assigned.map { [$0] } ?? [] },
            isOfTip: { $0 == "T" }
        )
        for event in history { fold.apply(event) }
        return fold.result
    }

    static let standings:
        [(why: String, history: [LoggedEvent], assigned: String?, standing: Participation.Standing?)] = [
            ("nothing happened", [], "a", nil),
            ("seen before the phase", [seen(999)], "a", nil),
            ("seen at the very start", [seen(1000)], "a", .compared),
            ("another tip", [event(1000, .impression(.init(tip: "U", display: "d")))], "a", nil),
            ("no variant stated: the assignment counts", [seen(1000, nil)], "a", .compared),
            ("no variant stated and none assigned", [seen(1000, nil)], nil, nil),
            ("a variant that was not assigned", [seen(1000, "b")], "a", .unexpectedVariant),
            ("a variant stated although none was assigned", [seen(1000, "a")], nil, .unexpectedVariant),
            ("a variant that does not exist", [seen(1000, "z")], "z", .unexpectedVariant),
            ("two variants", [seen(1000, "a"), seen(1001, "b")], "a", .multipleVariants),
            ("one variant twice", [seen(1000, "a"), seen(1001, "a")], "a", .compared),
            ("only as a tester", [seen(1000, "a", test: true)], "a", .test),
            ("a tester first, then for real", [seen(1000, "b", test: true), seen(1001)], "a", .compared),
            ("opted out before", [event(900, .optOut), seen(1000)], "a", .optedOut),
            (
                "opted out and in again", [event(900, .optOut), event(950, .optIn), seen(1000)], "a",
                .compared
            ),
            ("opted out afterwards", [seen(1000), event(1001, .optOut)], "a", .compared),
            (
                "copy of another experiment",
                [event(1000, .impression(.init(tip: "T", display: "d", experiment: "other", variant: "a")))],
                "a", nil
            ),
            (
                "a holdout", [event(1000, .exposure(tip: "T", experiment: "copy", variant: "a"))], "a",
                .compared
            ),
        ]

    @Test("who is compared, and why not", arguments: standings)
    func standing(
        why: String,
        history: [LoggedEvent],
        assigned: String?,
        expected: Participation.Standing?
    ) {
        #expect(Self.fold(history, assigned: assigned)?.standing == expected, "\(why)")
    }

    static let conversions: [(why: String, history: [LoggedEvent], at: Int64?)] = [
        ("no tap", [seen(1000)], nil),
        ("a tap before the exposure", [tap(999), seen(1000)], nil),
        ("a tap at the same instant, after it", [seen(1000), tap(1000)], 1000),
        ("the first of two taps", [seen(1000), tap(1010), tap(1020)], 1010),
        ("a tap at the end of the window", [seen(1000), tap(1100)], 1100),
        ("a tap after the window", [seen(1000), tap(1101)], nil),
        ("a tap on another tip", [seen(1000), tap(1010, tip: "U")], nil),
    ]

    @Test("a conversion follows the exposure inside the window", arguments: conversions)
    func conversion(why: String, history: [LoggedEvent], expected: Int64?) {
        #expect(Self.fold(history)?.convertedAt[0] == expected.map(Self.second), "\(why)")
    }

    @Test("a metric without a window counts until the phase ends, and enrolment ends with it")
    func ends() throws {
        var ended = Self.phase
        ended.endedAt = Self.second(2000)
        let close = { (seconds: Int64) in Self.event(seconds, .invalidation(tip: "T", reason: .tipClosed)) }

        #expect(Self.fold([Self.seen(2000)], phase: ended) == nil)
        #expect(Self.fold([Self.seen(1000), close(1999)], phase: ended)?.convertedAt[1] == Self.second(1999))
        #expect(Self.fold([Self.seen(1000), close(2000)], phase: ended)?.convertedAt[1] == nil)
    }

    @Test("nobody is enrolled during a pause, and conversions go on")
    func pause() {
        var paused = Self.phase
        paused.pauses = [.init(from: Self.second(1100), to: Self.second(1200))]

        #expect(Self.fold([Self.seen(1100)], phase: paused) == nil)
        #expect(Self.fold([Self.seen(1200)], phase: paused)?.exposedAt == Self.second(1200))
        #expect(
            Self.fold([Self.seen(1050), Self.tap(1150)], phase: paused)?.convertedAt[0] == Self.second(1150)
        )
    }

    @Test("impressions, taps, closings and late arrivals are counted inside the window")
    func counts() throws {
        let late = Self.event(1050, .invalidation(tip: "T", reason: .tipClosed), late: true)
        let history = [
            Self.seen(1000), Self.seen(1040), Self.tap(1045), late, Self.seen(1101), Self.tap(1102),
        ]
        let participation = try #require(Self.fold(history))

        #expect(participation.impressions == 2)
        #expect(participation.taps == 1)
        #expect(participation.tipClosed == 1)
        #expect(participation.late == 1)
        #expect(participation.events == 4)
    }
}
