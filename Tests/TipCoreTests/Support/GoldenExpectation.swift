@testable import TipCore

/// A case of the format `tipledger.cases/1`: a catalog, a history, and what must be true at some instants.
///
/// Reading the file is the wire's work; here the case is run, the same way for the command and for tests.
struct GoldenCase: Hashable, Sendable {
    /// The case's name.
    var id: String
    /// What it shows.
    var title: String
    /// The catalog.
    var catalog: Catalog
    /// The person's events in listed order, repeated ones written out; duplicates are left in.
    var events: [Event]
    /// What changed for everybody.
    var timeline: ProjectTimeline
    /// What must be true.
    var expectations: [Expectation]

    /// What must be true at one instant; what is nil is not asked.
    struct Expectation: Hashable, Sendable {
        /// The instant; inputs at it are visible.
        var at: Timestamp
        /// What is looked at.
        var subject: Subject
        /// The tip's status.
        var status: TipStatus?
        /// Why it is over.
        var reason: InvalidationReason?
        /// Since when it is over.
        var since: Timestamp?
        /// All blockers by name, in order.
        var because: [String]?
        /// How often it was displayed.
        var displayCount: Int?
        /// How long it was on screen, in seconds.
        var displayedSeconds: Double?
        /// The group's tip; asked of a group always, nil being no tip.
        var currentTip: String?

        /// Creates an expectation that asks nothing yet.
        init(at: Timestamp, subject: Subject) {
            self.at = at
            self.subject = subject
        }
    }

    /// What an expectation looks at, by name.
    enum Subject: Hashable, Sendable {
        /// A tip.
        case tip(String)
        /// A group.
        case group(String)
    }

    /// Something that is not as expected.
    struct Mismatch: Hashable, Sendable {
        /// The place of the expectation, from 0.
        let expectation: Int
        /// What was compared, such as `status`.
        let what: String
        /// What was expected.
        let expected: String
        /// What came out.
        let got: String
    }

    /// Creates a case.
    init(
        id: String,
        title: String,
        catalog: Catalog,
        events: [Event],
        timeline: ProjectTimeline,
        expectations: [Expectation]
    ) {
        self.id = id
        self.title = title
        self.catalog = catalog
        self.events = events
        self.timeline = timeline
        self.expectations = expectations
    }

    /// Runs the case; a case that passes has no mismatch.
    func mismatches() -> [Mismatch] {
        var compiled = CompiledCatalog(catalog)
        let history = HistoryOrder.sorted(Event.withoutDuplicates(events)).map { compiled.foldEvent($0) }
        for expectation in expectations {
            if case .tip(let id) = expectation.subject { _ = compiled.number(ofTip: id) }
        }
        // Expectations may go back in time; each is read on its way forward.
        let order = expectations.indices.sorted { (expectations[$0].at, $0) < (expectations[$1].at, $1) }
        var replay = Replay(history, under: compiled)
        var mismatches: [Mismatch] = []
        for index in order {
            let now = expectations[index].at
            replay.advance(to: now)
            let eligibility = Eligibility(
                replay.state,
                under: compiled,
                conditions: timeline.conditions(at: now, under: compiled),
                asker: Asker(person: events.first?.person ?? "person", device: events.first?.device ?? "")
            )
            let comparisons = expectations[index].comparisons(with: eligibility)
            for (what, expected, got) in comparisons where expected != got {
                mismatches.append(Mismatch(expectation: index, what: what, expected: expected, got: got))
            }
        }
        return mismatches.sorted { $0.expectation < $1.expectation }
    }
}

extension GoldenCase.Expectation {
    /// What is asked, with what is expected and what is found, as text.
    fileprivate func comparisons(
        with eligibility: Eligibility
    ) -> [(what: String, expected: String, got: String)] {
        let catalog = eligibility.catalog
        switch subject {
        case .group(let id):
            guard let group = catalog.groups.firstIndex(where: { $0.id.hasSameBytes(as: id) }) else {
                return [("group", id, "no such group")]
            }
            let current = eligibility.currentTip(of: group, at: at).map { catalog.vocabulary.tips[$0] }
            return [("currentTip", currentTip ?? "null", current ?? "null")]
        case .tip(let id):
            guard let number = catalog.vocabulary.tips.number(of: id),
                let answer = eligibility.answer(on: number, at: at)
            else { return [("tip", id, "no such tip")] }
            let verdict = answer.verdict
            let found: [(String, String?, String)] = [
                ("status", status?.rawValue, verdict.status.rawValue),
                ("reason", reason?.rawValue, verdict.invalidation?.reason.rawValue ?? "null"),
                ("since", since?.rfc3339, verdict.invalidation?.at.rfc3339 ?? "null"),
                (
                    "because", because?.joined(separator: ", "),
                    verdict.because.map(catalog.name(of:)).joined(separator: ", ")
                ),
                ("displayCount", displayCount.map(String.init), String(answer.displayCount)),
                (
                    "displayedSeconds", displayedSeconds.map(Self.words),
                    Self.words(seconds: Double(answer.displayedMicroseconds) / 1_000_000)
                ),
            ]
            return found.compactMap { what, expected, got in expected.map { (what, $0, got) } }
        }
    }

    private static func words(seconds: Double) -> String { JSON.number(seconds).text() }
}
