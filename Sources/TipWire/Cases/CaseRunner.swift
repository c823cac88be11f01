import TipCore

/// Runs golden cases against the engine, without a database.
extension CaseFile {
    /// What came of every case, then of every rule text, in file order.
    public func run() -> [CaseResult] {
        cases.map { $0.run() } + ruleTexts.map { $0.run() }
    }
}

extension GoldenCase {
    /// Folds the case's events and compares each expectation with the answer at its instant.
    public func run() -> CaseResult {
        switch scenario {
        case .failure(let unreadable):
            let failures = unreadable.problems.map { problem in
                CaseResult.Failure(
                    position: problem.position,
                    subject: "the case",
                    expected: problem.expected,
                    got: problem.found,
                    explanation: [problem.hint]
                )
            }
            return CaseResult(name: id, title: title, failures: failures)
        case .success(let scenario):
            return CaseResult(name: id, title: title, failures: CaseRun(scenario).failures())
        }
    }
}

extension RuleTextCase {
    /// Reads the text as a rule and compares that with what is expected.
    public func run() -> CaseResult {
        var error: RuleError?
        do throws(RuleError) { _ = try Rule(parsing: text) } catch let thrown { error = thrown }
        guard (error == nil) != isValid else { return CaseResult(name: text, title: note, failures: []) }
        let failure = CaseResult.Failure(
            position: nil,
            subject: "the text",
            expected: isValid ? "a rule" : "no rule",
            got: error.map(\.description) ?? "a rule",
            explanation: []
        )
        return CaseResult(name: text, title: note, failures: [failure])
    }
}

/// One run of a case: the history is folded once, each expectation looks at the state of its instant.
private struct CaseRun {
    private let scenario: GoldenCase.Scenario
    private let history: [Event]
    private var catalog: CompiledCatalog
    /// The tips that expectations name, which may be items of reusable tips.
    private let asked: [UInt32]

    init(_ scenario: GoldenCase.Scenario) {
        self.scenario = scenario
        history = HistoryOrder.sorted(Event.withoutDuplicates(scenario.events))
        var catalog = CompiledCatalog(scenario.catalog)
        let names = scenario.expectations.compactMap { expectation in
            switch expectation.check {
            case .tip(let name, _): name
            case .group(_, let currentTip): currentTip
            }
        }
        asked = names.map { catalog.number(ofTip: $0) }
        self.catalog = catalog
    }

    /// What does not come out as expected, in listed order.
    func failures() -> [CaseResult.Failure] {
        var run = self
        var state = PersonState()
        var folded = 0
        var failures: [(place: Int, failure: CaseResult.Failure)] = []
        let inTime = scenario.expectations.enumerated().sorted { $0.element.at < $1.element.at }
        for (place, expectation) in inTime {
            while folded < history.count, history[folded].at <= expectation.at {
                state.apply(run.catalog.foldEvent(history[folded]), under: run.catalog)
                folded += 1
            }
            let failure = run.check(expectation, state, history: Array(history[..<folded]))
            failure.map { failures.append((place, $0)) }
        }
        return failures.sorted { $0.place < $1.place }.map(\.failure)
    }

    private func check(
        _ expectation: GoldenCase.Expectation,
        _ state: PersonState,
        history: [Event]
    ) -> CaseResult.Failure? {
        let now = expectation.at
        let eligibility = Eligibility(
            state,
            under: catalog,
            conditions: conditions(at: now),
            asker: Asker(person: CaseReader.person, device: CaseReader.device)
        )
        switch expectation.check {
        case .tip(let name, let check):
            let number = catalog.vocabulary.tips.number(of: name)
            let explanation = number.flatMap { eligibility.explanation(of: $0, at: now, history: history) }
            let got = explanation.map { check.seen(in: $0.answer, catalog) }
            guard got != check else { return nil }
            return CaseResult.Failure(
                position: expectation.position,
                subject: "tip \(name) at \(now.rfc3339)",
                expected: check.words,
                got: got?.words ?? "no such tip",
                explanation: explanation.map(CaseResult.lines) ?? []
            )
        case .group(let name, let currentTip):
            let group = catalog.catalog.groups.firstIndex { $0.id.hasSameBytes(as: name) }
            let got = group.map { group in
                eligibility.currentTip(of: group, at: now, asked: asked).map { catalog.vocabulary.tips[$0] }
            }
            guard got != .some(currentTip) else { return nil }
            return CaseResult.Failure(
                position: expectation.position,
                subject: "group \(name) at \(now.rfc3339)",
                expected: currentTip ?? "no tip",
                got: got.map { $0 ?? "no tip" } ?? "no such group",
                explanation: group.map { members(of: $0, eligibility, at: now) } ?? []
            )
        }
    }

    /// The settings in force at an instant; nothing is switched off, and every experiment is a draft.
    private func conditions(at now: Timestamp) -> ProjectConditions {
        let settings = scenario.catalog(at: now)
        var timeline = ProjectTimeline()
        timeline.record(
            .configuration(displayFrequency: settings.displayFrequency, timeZone: settings.timeZone),
            at: .epoch
        )
        return timeline.conditions(at: now, under: catalog)
    }

    /// How each member of a group stands.
    private func members(of group: Int, _ eligibility: Eligibility, at now: Timestamp) -> [String] {
        catalog.catalog.groups[group].tips.compactMap { name in
            guard let number = catalog.vocabulary.tips.number(of: name),
                let answer = eligibility.answer(on: number, at: now)
            else { return nil }
            return "\(name) is \(answer.verdict.words(catalog))"
        }
    }
}
