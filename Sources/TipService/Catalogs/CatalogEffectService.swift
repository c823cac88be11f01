package import TipCore
import TipStore

/// Finds out what another catalog would make of the persons that there are, by folding their histories under
/// both, a few persons at a time.
package struct CatalogEffectService: Sendable {
    private let workspace: Workspace
    private let decisions: DecisionService

    /// How many persons are folded unless somebody says otherwise; of more, a sample is.
    package static let mostPeople = 20_000
    /// How many persons are in memory at a time.
    private static let batch = 100

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
        decisions = DecisionService(workspace)
    }

    /// What putting a catalog in force now would change.
    ///
    /// - Parameters:
    ///   - catalog: The other catalog.
    ///   - phases: The running experiments that would begin a new phase with it, also where they need not.
    ///   - most: The most persons to fold; where the log has more, a sample by hash is folded.
    /// - Returns: Of how many persons each tip changes.
    /// - Throws: `LifecycleError` where a phase could not begin, `PostgresError`, and `StoreError` where a row
    ///   cannot be read.
    package func effect(
        of catalog: Catalog,
        beginningPhaseOf phases: [String] = [],
        most: Int = mostPeople
    ) async throws -> CatalogEffect {
        let project = try await decisions.project()
        let people = try await workspace.store.log.peopleCount()
        let share = people > Int64(most) ? Double(most) / Double(people) : nil
        let now = workspace.now()
        var effect = CatalogEffect(
            at: now,
            people: people,
            sample: share,
            from: project.catalog.catalog,
            to: catalog
        )
        var timeline = project.timeline
        timeline.record(
            .configuration(displayFrequency: catalog.displayFrequency, timeZone: catalog.timeZone),
            at: now
        )
        let phased = try CatalogService(workspace)
            .standings(under: catalog, at: now, beginningPhaseOf: phases)
        for (id, standing) in phased { timeline.record(.experiment(id, standing), at: now) }
        let old = Reading(project.catalog, project.timeline, at: now)
        let compiled = try await workspace.store.compiler.compiled(catalog)
        let new = Reading(compiled, timeline, at: now)
        for stream in workspace.store.log.streams.ids {
            var last: PersonKey?
            while true {
                let members = try await workspace.store.log.members(
                    of: stream,
                    after: last,
                    share: share ?? 1,
                    count: Self.batch
                )
                guard let end = members.last else { break }
                last = end.key
                for member in members {
                    guard let history = try await history(of: member) else { continue }
                    let past = Past(history, until: now, project.firstExposures)
                    effect.count(old.standings(of: past), new.standings(of: past))
                }
            }
        }
        return effect
    }

    /// The whole history of a person; nil where another name stands for the person.
    private func history(of member: EventLog.Member) async throws -> JoinedHistory? {
        guard member.isJoined else {
            return JoinedHistory(representative: member.name, events: member.events)
        }
        let joined = try await workspace.store.log.joinedHistory(of: member.name)
        return joined.representative.hasSameBytes(as: member.name) ? joined : nil
    }

    /// What a person's answers depend on, whatever the catalog.
    private struct Past {
        let asker: Asker
        let base: PersonState
        let events: [Event]

        init(_ history: JoinedHistory, until now: Timestamp, _ exposures: FirstExposures) {
            let logged = history.events.compactMap(\.logged).filter { $0.event.at <= now }
            var asker = Asker(person: history.representative)
            asker.variants = exposures.variants(in: logged)
            self.asker = asker
            base = history.base(asOf: now)
            events = logged.map(\.event)
        }
    }

    /// A catalog with what holds under it at an instant.
    private struct Reading {
        private let catalog: CompiledCatalog
        private let conditions: ProjectConditions
        private let now: Timestamp

        init(_ catalog: CompiledCatalog, _ timeline: ProjectTimeline, at now: Timestamp) {
            self.catalog = catalog
            self.now = now
            conditions = timeline.conditions(at: now, under: catalog)
        }

        func standings(of past: Past) -> [CatalogEffect.Standing] {
            var catalog = catalog
            var state = past.base
            for event in past.events { state.apply(catalog.foldEvent(event), under: catalog) }
            let eligibility = Eligibility(
                state,
                under: catalog,
                conditions: conditions,
                asker: past.asker
            )
            return eligibility.numbers().compactMap { tip in
                guard let place = catalog.place(ofTip: tip),
                    let verdict = eligibility.verdict(on: tip, at: now)
                else { return nil }
                return CatalogEffect.Standing(
                    tip: catalog.vocabulary.tips[tip],
                    definition: catalog.catalog.tips[place].id,
                    status: verdict.status,
                    copy: catalog.copy(of: place, choice: verdict.copy)
                )
            }
        }
    }
}
