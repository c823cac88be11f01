import Synchronization
package import TipCore
import TipStore
import TipWire

/// Decides which tips a person may be shown, from the log as it is at the moment of the question.
///
/// The person's whole history is read and folded for each question, so that an answer sees every event that
/// was answered 200 before it, of every device and under every name of the person.
package final class DecisionService: Sendable {
    private let workspace: Workspace
    private let compiled = Mutex<CompiledProject?>(nil)

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

        init(_ request: DecisionRequest) {
            self.request = request
        }
    }

    /// The answer of `POST /v1/decisions`.
    package func decide(_ question: Question) async throws -> JSON {
        let request = question.request
        let person = try await fold(request)
        return DecisionAnswer(person.eligibility, at: person.at, revision: Int64(person.revision))
            .json(for: request, asked: person.asked)
    }

    /// Why a tip does or does not show for a person.
    ///
    /// - Throws: `UnknownTip` with the nearest name.
    package func explain(_ question: Question, tip: String) async throws -> JSON {
        var request = question.request
        request.tips = [tip]
        request.isExplained = true
        let person = try await fold(request)
        let answer = DecisionAnswer(person.eligibility, at: person.at, revision: Int64(person.revision))
        guard let number = person.asked?.first,
            let json = answer.explanation(of: number, locale: request.locale, history: person.history)
        else {
            let known = person.eligibility.catalog.catalog.tips.map(\.id)
            throw UnknownTip(tip: tip, hint: NearestName.hint(for: tip, among: known))
        }
        return json
    }

    /// A person's state at an instant.
    private struct Person {
        let eligibility: Eligibility
        let history: [Event]
        let asked: [UInt32]?
        let at: Timestamp
        let revision: Int
    }

    private func fold(_ request: DecisionRequest) async throws -> Person {
        let project = try await project()
        let joined = try await workspace.store.log.joinedHistory(of: request.person)
        let at = request.at ?? workspace.now()
        let history = joined.events.compactMap(\.logged?.event).filter { $0.at <= at }
        var catalog = project.catalog
        let asked = request.numbers(in: &catalog)
        var state = PersonState()
        for event in history { state.apply(catalog.foldEvent(event), under: catalog) }
        var asker = request.asker
        asker.person = joined.representative
        asker.variants = project.firstExposures.variants(in: history)
        let eligibility = Eligibility(
            state,
            under: catalog,
            conditions: project.timeline.conditions(at: at, under: catalog),
            asker: asker
        )
        return Person(
            eligibility: eligibility,
            history: history,
            asked: asked,
            at: at,
            revision: project.revision
        )
    }

    /// The newest project, compiled once for each change of it.
    private func project() async throws -> CompiledProject {
        let state = try await workspace.store.project.refresh()
        if let ready = compiled.withLock({ $0 }), ready.seq == state.seq { return ready }
        let service = CatalogService(workspace)
        let fresh = try CompiledProject(state, catalog: try service.current()) {
            try service.revision($0)?.catalog
        }
        compiled.withLock { $0 = fresh }
        return fresh
    }
}

/// A tip that the catalog does not have.
package struct UnknownTip: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was asked for.
    package let tip: String
    /// What was probably meant.
    package let hint: String

    /// What is wrong and what to do about it.
    package var description: String { "The catalog has no tip '\(tip)'. \(hint)" }
}
