import TipCore
import TipStore
import TipTestSupport

/// Catalogs with rules, limits, an experiment that hides a tip, and the events of persons who meet them, some
/// of whom turn out to be one, from a seed.
///
/// Times lie in 2024, and no two events have the same, so that the order of a history does not depend on the
/// order of arrival.
struct RandomPeople {
    /// The events in the order of their time.
    let events: [IncomingEvent]
    /// The names that events have.
    let names: [String]

    /// Revision 1, and revision 2 with other rules, other limits and one more tip.
    static func catalog(_ revision: Lifecycle.CatalogRevision) throws -> Catalog {
        try catalog(revision.text == "second" ? 2 : 1)
    }

    static func catalog(_ revision: Int) throws -> Catalog {
        let loggedIn = try Rule(parsing: #"param("isLoggedIn") == true"#)
        let recent = try Rule(parsing: #"event("saved").donations.donatedWithin(hours: 2).count >= 2"#)
        let grouped = try Rule(
            parsing: #"event("saved").donations.largestSubset(groupedBy: place).count >= 2"#
        )
        let variant = try Rule(parsing: #"param("experiment.copy") != "benefit""#)
        var tips = [
            TipDefinition(id: "plain"),
            TipDefinition(id: "T", options: TipOptions(maxDisplayCount: revision + 2)),
            TipDefinition(
                id: "logged-in",
                rules: revision == 1 ? [loggedIn] : [loggedIn, grouped],
                options: TipOptions(ignoresDisplayFrequency: true)
            ),
            TipDefinition(id: "recent", rules: [recent], options: TipOptions(maxDisplayDuration: 90)),
            TipDefinition(id: "not-benefit", rules: [variant]),
            TipDefinition(id: "trail-{item}", options: TipOptions(maxDisplayCount: 2)),
        ]
        if revision == 2 { tips.append(TipDefinition(id: "new", rules: [grouped])) }
        return Catalog(
            displayFrequency: DisplayFrequency(seconds: revision == 1 ? 3600 : 7200) ?? .immediate,
            timeZone: "Europe/Berlin",
            parameters: ["isLoggedIn": ParameterDefinition(defaultValue: .boolean(false))],
            tips: tips,
            experiments: [RandomPeople.copy]
        )
    }

    /// An experiment with a variant that hides its tip.
    static let copy = ExperimentDefinition(
        id: "copy",
        tip: "T",
        variants: [.init(id: "control"), .init(id: "benefit"), .init(id: "none", shows: false)]
    )

    /// Makes events; one in `joining` of them joins two of the persons, none where it is 0.
    init(seed: UInt64, count: Int, people: Int = 10, joining: Int = 40) {
        var random = SeededGenerator(seed: seed)
        let names = (0..<people).map { "person-\($0)" }
        events = (0..<count).map { number in
            let at = RandomHistory.minute(0)
                .adding(seconds: Int64(number * RandomHistory.minutes * 60 / count))
            let person = names[Int.random(in: 0..<people, using: &random)]
            let isJoin = joining > 0 && Int.random(in: 0..<joining, using: &random) == 0
            let previous = names[Int.random(in: 0..<people, using: &random)]
            return incoming(
                "e\(number)",
                person: person,
                at: at,
                device: ["", "phone", "tablet"].randomElement(using: &random) ?? "",
                isJoin && previous != person
                    ? .identify(previous: previous) : Self.body(number, at, &random)
            )
        }
        self.names = names
    }

    private static func body(_ number: Int, _ at: Timestamp, _ random: inout SeededGenerator) -> EventBody {
        let tips = ["T", "T", "plain", "logged-in", "recent", "trail-a", "trail-b", "new", "gone"]
        let tip = tips[Int.random(in: 0..<tips.count, using: &random)]
        let display = "d\(Int.random(in: max(0, number - 12)...number, using: &random))"
        let place = Scalar.number(Double(Int.random(in: 0..<3, using: &random)))
        switch Int.random(in: 0..<32, using: &random) {
        case 0...7:
            // Of those who see the tip of the experiment, some saw another variant than they are given now.
            let variant = tip == "T" ? [nil, nil, "control", "benefit"].randomElement(using: &random) : nil
            return .impression(.init(tip: tip, display: "d\(number)", variant: variant ?? nil))
        case 8...10: return .impressionEnd(tip: tip, display: display)
        case 11: return .impressionProgress(tip: tip, display: display)
        case 12...14: return .actionTap(tip: tip, action: "open", display: nil)
        case 15: return .invalidation(tip: tip, reason: .tipClosed)
        case 16: return .eligibilityReset(tip: tip)
        case 17...22: return .donation(event: "saved", info: ["place": place, "other": .string("x")])
        case 23: return .donationsDeleted(event: "saved")
        case 24...26:
            return .parameter(name: "isLoggedIn", value: .boolean(Bool.random(using: &random)))
        case 27: return .optOut
        case 28: return .optIn
        case 29: return .timeZone("Asia/Tokyo")
        case 30:
            let kind = OverrideKind.allCases[Int.random(in: 0..<4, using: &random)]
            return .overrideSet(kind: kind, tips: [tip, "trail-{item}"], until: at.adding(seconds: 5400))
        default: return Bool.random(using: &random) ? .session : .datastoreReset
        }
    }

    /// Applies a catalog.
    static func apply(_ revision: Int, to store: Store, at minute: Int = 0) async throws {
        try await store.project.decide(at: RandomHistory.minute(minute)) { _ in
            .catalogApplied(revision: revision, text: revision == 2 ? "second" : "first")
        }
    }

    /// Starts the second phase of the experiment, with other weights.
    static func reweight(_ store: Store, at minute: Int) async throws {
        var other = copy
        other.variants[0].weight = 3
        let phase = FrozenPhase(
            of: other,
            number: 2,
            salt: copy.id + "/2",
            catalogRevision: 1,
            startedAt: RandomHistory.minute(minute)
        )
        try await store.project.decide(at: RandomHistory.minute(minute)) { _ in
            .phaseStarted(id: copy.id, phase: phase)
        }
    }

    /// Starts the experiment.
    static func start(_ store: Store, at minute: Int) async throws {
        try await store.project.decide(at: RandomHistory.minute(minute)) { _ in
            .experimentStarted(
                id: copy.id,
                phase: FrozenPhase(
                    of: copy,
                    salt: copy.id,
                    catalogRevision: 1,
                    startedAt: RandomHistory.minute(minute)
                )
            )
        }
    }
}
