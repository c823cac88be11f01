package import TipCore
import TipStore
package import TipWire

/// Decides which tips a person may be shown, from the log as it is at the moment of the question.
///
/// An answer sees every event that was answered 200 before it, of every device and under every name of the
/// person: the state that is kept of them is folded on with what came since, and where that is not enough, or
/// the past is asked about, the whole history is folded.
package final class DecisionService: Sendable {
    private let workspace: Workspace

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// What is asked about a person.
    package struct Question: Sendable {
        let request: DecisionRequest

        /// Asks about all tips of a person, or some.
        package init(person: String, tips: [String]? = nil, locale: String? = nil, isExplained: Bool = false)
        {
            request = DecisionRequest(person: person, locale: locale, tips: tips, isExplained: isExplained)
        }

        /// Asks what a client asked.
        package init(_ request: DecisionRequest) {
            self.request = request
        }
    }

    /// The answer of `POST /v1/decisions`.
    package func decide(_ question: Question) async throws -> JSON {
        let request = question.request
        let person = try await person(for: request)
        return DecisionAnswer(person.eligibility, at: person.at, revision: Int64(person.revision))
            .json(for: request, asked: person.asked)
    }

    /// How all tips stand for a person, with what holds each; the events that rules counted are left out.
    func standings(of question: Question) async throws -> (tips: [Explanation], catalog: CompiledCatalog) {
        let person = try await person(for: question.request)
        let eligibility = person.eligibility
        let tips = eligibility.numbers(asked: []).compactMap {
            eligibility.explanation(of: $0, at: person.at, history: [])
        }
        return (tips, eligibility.catalog)
    }

    /// What a person may see, to be read as flags.
    func flags(_ request: DecisionRequest) async throws -> FlagReader {
        let person = try await person(for: request)
        return FlagReader(
            eligibility: person.eligibility,
            at: person.at,
            revision: person.revision,
            locale: request.locale
        )
    }

    /// The person as of now or as of the instant that is asked about.
    private func person(for request: DecisionRequest) async throws -> Person {
        if let kept = try await keptState(for: request) { return kept }
        return try await fold(request, try await project())
    }

    /// Why a tip does or does not show for a person.
    ///
    /// - Throws: `UnknownTip` with the nearest name.
    package func explain(_ question: Question, tip: String) async throws -> Explained {
        var request = question.request
        request.tips = [tip]
        request.isExplained = true
        let person = try await fold(request, try await project())
        let answer = DecisionAnswer(person.eligibility, at: person.at, revision: Int64(person.revision))
        guard let number = person.asked?.first,
            let explanation = person.eligibility.explanation(
                of: number,
                at: person.at,
                history: person.history
            )
        else { throw UnknownTip(tip, among: person.eligibility.catalog.catalog) }
        return Explained(
            person: request.person,
            representative: person.representative,
            explanation: explanation,
            catalog: person.eligibility.catalog,
            revision: person.revision,
            events: person.history.count,
            lastEvent: person.history.last?.at,
            answer: answer.json(explanation, locale: request.locale)
        )
    }

    /// A person's state at an instant.
    private struct Person {
        let eligibility: Eligibility
        let history: [Event]
        let representative: String
        let asked: [UInt32]?
        let at: Timestamp
        let revision: Int
    }

    /// The person as of now, from the state that is kept; nil where the history must be folded.
    private func keptState(for request: DecisionRequest) async throws -> Person? {
        guard request.at == nil else { return nil }
        let reader = StateReader(workspace.store)
        let (reading, project) = try await reader.read(request.person)
        let found = try await reader.current(reading, under: project)
        let at = workspace.now()
        guard let found, found.state.lastEvent ?? at <= at else { return nil }
        var catalog = found.catalog
        let asked = request.numbers(in: &catalog)
        var asker = request.asker
        asker.variants = found.variants
        let eligibility = Eligibility(
            found.state,
            under: catalog,
            conditions: project.timeline.conditions(at: at, under: catalog),
            asker: asker
        )
        return Person(
            eligibility: eligibility,
            history: [],
            representative: request.person,
            asked: asked,
            at: at,
            revision: project.revision
        )
    }

    private func fold(_ request: DecisionRequest, _ project: CompiledProject) async throws -> Person {
        let joined = try await workspace.store.log.joinedHistory(of: request.person)
        let at = request.at ?? workspace.now()
        let logged = joined.events.compactMap(\.logged).filter { $0.event.at <= at }
        let history = logged.map(\.event)
        var state = joined.base(asOf: at)
        var catalog = try await workspace.store.catalog(of: project, knowing: state)
        let asked = request.numbers(in: &catalog)
        for event in history { state.apply(catalog.foldEvent(event), under: catalog) }
        var asker = request.asker
        asker.person = joined.representative
        asker.variants = project.firstExposures.variants(in: logged)
        let eligibility = Eligibility(
            state,
            under: catalog,
            conditions: project.timeline.conditions(at: at, under: catalog),
            asker: asker
        )
        return Person(
            eligibility: eligibility,
            history: history,
            representative: joined.representative,
            asked: asked,
            at: at,
            revision: project.revision
        )
    }

    /// The newest project, compiled once for each change of it.
    func project() async throws -> CompiledProject {
        try await workspace.store.compiler.project(try await workspace.store.project.refresh())
    }
}
