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
    ///   - most: The most persons to fold; where the log has more, a sample by hash is folded.
    /// - Returns: Of how many persons each tip changes.
    /// - Throws: `PostgresError`, and `StoreError` where a row cannot be read.
    package func effect(of catalog: Catalog, most: Int = mostPeople) async throws -> CatalogEffect {
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
        let old = Reading(project.catalog, project.timeline, at: now)
        let new = Reading(CompiledCatalog(catalog), timeline, at: now)
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
                    guard let history = try await history(of: member, until: now) else { continue }
                    effect.count(
                        old.standings(of: history, person: member.name),
                        new.standings(of: history, person: member.name)
                    )
                }
            }
        }
        return effect
    }

    /// The whole history of a person; nil where another name stands for the person.
    private func history(of member: EventLog.Member, until now: Timestamp) async throws -> [Event]? {
        var events = member.events
        if member.isJoined {
            let joined = try await workspace.store.log.joinedHistory(of: member.name)
            guard joined.representative.utf8.elementsEqual(member.name.utf8) else { return nil }
            events = joined.events
        }
        return events.compactMap(\.logged?.event).filter { $0.at <= now }
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

        func standings(of history: [Event], person: String) -> [CatalogEffect.Standing] {
            var catalog = catalog
            var state = PersonState()
            for event in history { state.apply(catalog.foldEvent(event), under: catalog) }
            let eligibility = Eligibility(
                state,
                under: catalog,
                conditions: conditions,
                asker: Asker(person: person)
            )
            return eligibility.numbers().compactMap { tip in
                guard let place = catalog.place(ofTip: tip),
                    let status = eligibility.status(of: tip, at: now)
                else { return nil }
                return CatalogEffect.Standing(
                    tip: catalog.vocabulary.tips[tip],
                    definition: catalog.catalog.tips[place].id,
                    status: status
                )
            }
        }
    }
}
