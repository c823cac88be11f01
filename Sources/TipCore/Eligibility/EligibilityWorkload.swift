/// A catalog of twenty tips and the histories of many persons, for measuring folds and decisions.
///
/// The same seed gives the same work. What is measured is the caller's to time: nothing here has a clock.
package struct EligibilityWorkload: Sendable {
    /// The catalog.
    package let catalog: CompiledCatalog
    /// Each person's events in the order of the history.
    package let histories: [[FoldEvent]]
    /// What holds for everybody.
    package let conditions: ProjectConditions
    /// An instant after all events.
    package let now: Timestamp

    /// Creates the work of some persons with about `eventsPerPerson` events each.
    package init(persons: Int, eventsPerPerson: Int, seed: UInt64 = 7) throws(RuleError) {
        var catalog = CompiledCatalog(try Self.definition())
        var random = Random(state: seed)
        histories = (0..<persons).map { _ in
            Self.history(of: eventsPerPerson, &random).map { catalog.foldEvent($0) }
        }
        self.catalog = catalog
        conditions = ProjectConditions(of: catalog)
        now = Self.start.adding(seconds: 86_400 * 34)
    }

    /// How many events there are.
    package var eventCount: Int { histories.reduce(0) { $0 + $1.count } }

    /// Folds all histories.
    package func fold() -> [PersonState] {
        histories.map { history in
            var state = PersonState()
            for event in history { state.apply(event, under: catalog) }
            return state
        }
    }

    /// Asks for the status of every tip for every person; returns how many are available.
    package func statuses(of states: [PersonState]) -> Int {
        let tips = Eligibility(
            PersonState(),
            under: catalog,
            conditions: conditions,
            asker: Asker(person: "p")
        ).numbers()
        var available = 0
        for state in states {
            let eligibility = Eligibility(
                state,
                under: catalog,
                conditions: conditions,
                asker: Asker(person: "person-0001")
            )
            for tip in tips where eligibility.status(of: tip, at: now) == .available { available += 1 }
        }
        return available
    }

    /// Asks for every answer with blockers and next change; returns how many have a next change.
    package func answers(of states: [PersonState]) -> Int {
        states.reduce(0) { total, state in
            let eligibility = Eligibility(
                state,
                under: catalog,
                conditions: conditions,
                asker: Asker(person: "person-0001")
            )
            return total + eligibility.answers(at: now).count { $0.until != nil }
        }
    }

    // MARK: Making it

    private static let start = Timestamp(microseconds: 1_767_225_600_000_000)

    private static func definition() throws(RuleError) -> Catalog {
        let texts = [
            [#"param("isLoggedIn") == true"#],
            [#"event("opened").donations.count >= 3"#],
            [#"event("opened").donations.donatedWithin(week).count >= 3"#],
            [
                #"param("isLoggedIn") == true"#,
                #"event("viewed").donations.donatedWithin(days: 30).largestSubset(groupedBy: item).count >= 2"#,
            ],
            [#"event("viewed").donations.filter(item != 3).count > 1 || param("level") > 2"#],
        ]
        var tips: [TipDefinition] = []
        for number in 0..<20 {
            var rules: [Rule] = []
            for text in texts[number % texts.count] { rules.append(try Rule(parsing: text)) }
            let options = TipOptions(
                maxDisplayCount: number % 3 == 0 ? 5 : nil,
                maxDisplayDuration: number % 7 == 0 ? 300 : nil
            )
            tips.append(TipDefinition(id: "tip-\(number)", rules: rules, options: options))
        }
        return Catalog(
            displayFrequency: DisplayFrequency(name: "daily") ?? .immediate,
            parameters: ["isLoggedIn": ParameterDefinition(defaultValue: .boolean(false))],
            tips: tips
        )
    }

    private static func history(of count: Int, _ random: inout Random) -> [Event] {
        var now = start.adding(seconds: Int64(random.below(86_400 * 30)))
        var open: (tip: String, display: String)?
        return (0..<count).map { number in
            now = now.adding(seconds: Int64(1 + random.below(open == nil ? 7200 : 40)))
            let body: EventBody
            if let view = open, random.below(10) < 7 {
                let isOver = random.below(10) < 8
                body =
                    isOver
                    ? .impressionEnd(tip: view.tip, display: view.display)
                    : .impressionProgress(tip: view.tip, display: view.display)
                if isOver { open = nil }
            } else {
                body = Self.body(number, &open, &random)
            }
            return Event(
                id: "",
                person: "",
                at: now,
                device: random.below(8) == 0 ? "pad" : "phone",
                body: body
            )
        }
    }

    private static func body(
        _ number: Int,
        _ open: inout (tip: String, display: String)?,
        _ random: inout Random
    ) -> EventBody {
        let tip = "tip-\(random.below(20))"
        switch random.below(100) {
        case 0..<35: return .donation(event: "opened", info: [:])
        case 35..<60: return .donation(event: "viewed", info: ["item": .number(Double(random.below(6)))])
        case 60..<66: return .session
        case 66..<70: return .parameter(name: "isLoggedIn", value: .boolean(random.below(2) == 0))
        case 70..<94:
            open = (tip, "display-\(number)")
            return .impression(EventBody.Impression(tip: tip, display: "display-\(number)"))
        case 94..<98: return .actionTap(tip: tip, action: "learn-more", display: nil)
        default: return .invalidation(tip: tip, reason: .actionPerformed)
        }
    }

    /// SplitMix64, as much of it as the work needs.
    private struct Random {
        var state: UInt64

        mutating func below(_ bound: UInt64) -> Int {
            state &+= 0x9e37_79b9_7f4a_7c15
            return Int(StableHash.pair(state, 0) % bound)
        }
    }
}
