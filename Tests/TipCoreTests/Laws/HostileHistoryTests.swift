import Testing

@testable import TipCore

@Suite("No history whatever brings the fold, the answer, the explanation or the timeline down")
struct HostileHistoryTests {
    /// Instants that no check of the wire would let in, and the ends of those it would.
    private static let instants: [Int64] = [
        .min, .min + 1, .min / 2, -86_400_000_001, -1, 0, 1, 59_999_999, 86_400_000_000,
        253_402_300_799_999_999,
        .max / 2, .max - 60_000_000, .max - 1, .max,
    ]

    private static let rules = [
        #"event("e").donations.donatedWithin(minute).count >= 1"#,
        #"event("e").donations.donatedWithin(weeks: 15250).count < 3"#,
        #"event("e").donations.filter(date isInToday).count == 1"#,
        #"event("e").donations.filter(date < now - 15250 weeks).count != 0"#,
        #"event("e").donations.filter(date == now).count >= 1000000000000000000000"#,
        #"event("e").donations.filter(k >= 1e308 && date >= now - 1 day).largestSubset(groupedBy: k).count <= -1e308"#,
        #"event("e").donations.smallestSubset(groupedBy: k).count > 2"#,
        #"param("p") >= 1e308 || param("p") == nil"#, #"param("experiment.x") != "b""#,
    ]

    private static func catalog(_ generator: inout SeededGenerator) throws -> Catalog {
        let durations: [Double?] = [nil, 1e-9, 60, 1e300]
        return Catalog(
            displayFrequency: DisplayFrequency(seconds: generator.pick([0, 1e-9, 60, 1e300])) ?? .immediate,
            timeZone: generator.pick(["UTC", "Pacific/Apia", "none"]),
            parameters: ["p": ParameterDefinition(isTransient: generator.chance(1, in: 2))],
            events: [
                "e": EventDefinition(
                    donationLimit: DonationLimit(
                        maximumCount: generator.pick([.min, -1, 0, 1, 3, 1000, .max]),
                        maximumAgeSeconds: generator.pick([nil, -1, 0, 60, 1e300])
                    )
                )
            ],
            tips: try ["t", "u", "r-{item}"].map { id in
                TipDefinition(
                    id: id,
                    rules: [try Rule(parsing: generator.pick(rules))],
                    options: TipOptions(
                        maxDisplayCount: generator.pick([nil, .min, 0, 1, .max]),
                        maxDisplayDuration: generator.pick(durations)
                    ),
                    priority: generator.pick([.min, 0, .max])
                )
            },
            groups: [GroupDefinition(id: "g", priority: .ordered, tips: ["t", "u", "r-{item}"])],
            experiments: [
                ExperimentDefinition(
                    id: "x",
                    tip: "t",
                    variants: [
                        ExperimentDefinition.Variant(id: "a"),
                        ExperimentDefinition.Variant(id: "b", shows: false),
                    ]
                )
            ],
            settings: EligibilitySettings(
                minimumViewSeconds: generator.pick([0, 60, 1e300]),
                presumedEndSeconds: generator.pick([0, 60, 1e300])
            )
        )
    }

    private static func body(_ generator: inout SeededGenerator) -> EventBody {
        let tip = generator.pick(["t", "u", "r-1", "r-", "", "none"])
        let display = generator.pick(["a", "b", "c", ""])
        let numbers: [Double] = [
            0, -0.0, 1e308, -1e308, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, .nan,
        ]
        let value = generator.pick([
            Scalar.null, .boolean(true), .string("\u{0}e\u{301}"), .number(generator.pick(numbers)),
        ])
        let until = generator.pick([nil, Timestamp(microseconds: generator.pick(instants))])
        let bodies: [EventBody] = [
            .donation(event: "e", info: ["k": value]), .donation(event: "e", info: [:]),
            .donationsDeleted(event: "e"), .parameter(name: "p", value: value), .session,
            .timeZone(generator.pick(["", "Pacific/Apia", "x"])),
            .impression(EventBody.Impression(tip: tip, display: display)),
            .impression(EventBody.Impression(tip: tip, display: display)),
            .impressionProgress(tip: tip, display: display), .impressionEnd(tip: tip, display: display),
            .actionTap(tip: tip, action: "", display: nil),
            .invalidation(tip: tip, reason: generator.pick(InvalidationReason.allCases)),
            .eligibilityReset(tip: tip), .datastoreReset,
            .overrideSet(kind: generator.pick(OverrideKind.allCases), tips: [tip, tip], until: until),
            .overrideCleared(kind: nil), .optOut, .optIn, .identify(previous: ""),
        ]
        return generator.pick(bodies)
    }

    private static func history(_ generator: inout SeededGenerator) -> [Event] {
        HistoryOrder.sorted(
            (0..<generator.pick([0, 1, 12, 40])).map { number in
                Event(
                    id: "\(number)",
                    person: "p",
                    at: Timestamp(microseconds: generator.pick(instants)),
                    device: generator.pick(["", "d"]),
                    sequence: generator.pick([nil, .min, 0, .max]),
                    body: body(&generator)
                )
            }
        )
    }

    @Test("whatever is asked at any instant, there is an answer", arguments: Seeds.first(150))
    func anything(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var catalog = CompiledCatalog(try Self.catalog(&generator))
        let history = Self.history(&generator)
        let folded = history.map { catalog.foldEvent($0) }
        var project = ProjectTimeline()
        project.record(.tipOff("u"), at: Timestamp(microseconds: generator.pick(Self.instants)))
        project.record(.tipOn("u"), at: Timestamp(microseconds: generator.pick(Self.instants)))
        for last in Self.instants {
            let now = Timestamp(microseconds: last)
            var state = PersonState()
            for event in folded where event.at <= now { state.apply(event, under: catalog) }
            // Bytes are compared, as a number that is none is not equal to itself.
            let bytes = state.encoded(under: catalog)
            #expect(try PersonState.decode(bytes).state.encoded(under: catalog) == bytes)
            let eligibility = Eligibility(
                state,
                under: catalog,
                conditions: project.conditions(at: now, under: catalog),
                asker: Asker(person: "p")
            )
            let visible = history.filter { $0.at <= now }
            for answer in eligibility.answers(at: now) {
                #expect(answer.until.map { $0 > now } ?? true)
                let explanation = eligibility.explanation(of: answer.tip, at: now, history: visible)
                #expect(explanation?.answer == answer)
                #expect(explanation?.blockers.allSatisfy { $0.needed?.isEmpty != true } == true)
            }
            #expect(eligibility.groupAnswers(at: now).count == 1)
        }
        let timeline = PersonTimeline(
            of: history,
            under: catalog,
            project: project,
            asker: Asker(person: "p"),
            through: Timestamp(microseconds: generator.pick(Self.instants))
        )
        #expect(timeline.entries.allSatisfy { !$0.at.rfc3339.isEmpty })
    }
}
