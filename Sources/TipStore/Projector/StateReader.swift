import Postgres
package import TipCore

/// Reads a person's state as of everything in the log, from what is folded and the few events after it.
package struct StateReader: Sendable {
    private let store: Store

    /// What is kept of a person, to be read under the project as it was then or later.
    package struct Reading: Sendable {
        /// The person's name.
        let person: String
        let reading: PersonReadings.Reading
    }

    /// A state, and the catalog it was folded under with the names of its tips.
    package struct Current: Sendable {
        /// The state.
        package let state: PersonState
        /// The variants that stay with the person.
        package let variants: [KeptVariant]
        /// The catalog.
        package let catalog: CompiledCatalog
    }

    /// Creates a reader.
    package init(_ store: Store) {
        self.store = store
    }

    /// Reads what is kept of a person, and the newest project with it.
    ///
    /// - Throws: `PostgresError`.
    package func read(_ person: String) async throws -> (Reading, CompiledProject) {
        let key = PersonKey(of: person)
        let reading = try await store.readings.reading(of: key, in: store.log.streams.stream(of: key))
        let known = store.project.current
        let state = known.seq >= reading.projectSeq ? known : try await store.project.refresh()
        return (Reading(person: person, reading: reading), try await store.compiler.project(state))
    }

    /// The state of a person who is joined with nobody.
    ///
    /// - Parameters:
    ///   - reading: What was read of them.
    ///   - project: The project as it was then or later.
    /// - Returns: The state; nil where only the whole history tells it: a joined person, an event that belongs
    ///   before what is folded, a catalog that keeps other things than the one that was folded under, an exposure
    ///   that is not folded yet.
    /// - Throws: `PostgresError`, and `StoreError` where a row cannot be read.
    package func current(_ reading: Reading, under project: CompiledProject) async throws -> Current? {
        let newer = reading.reading.newer
        guard let row = reading.reading.row, try !row.bool(3), !newer.contains(where: \.isJoin) else {
            return nil
        }
        var state = PersonState()
        if let foldKey = try row.int64(ifPresent: 4), let bytes = try row.bytes(ifPresent: 5) {
            let stored = StoredState(key: UInt64(bitPattern: foldKey), bytes: bytes)
            guard let read = stored.state(under: project.catalog) else { return nil }
            state = read
        }
        let legible = try await store.log.legible(newer)
        guard let variants = try await variants(in: row, legible, under: project) else { return nil }
        let tips = Set(state.tipsWithState.map { Int32(clamping: $0) })
        let reader = try await FoldReader(
            legible,
            tips: tips,
            words: store.log.words,
            project: project,
            compiler: store.compiler
        )
        for event in reader.history(legible) {
            guard state.canApply(event.historyKey) else { return nil }
            state.apply(event, under: reader.catalog)
        }
        return Current(state: state, variants: variants, catalog: reader.catalog)
    }

    /// The variants that stay with the person; nil where the exposures are not folded as far as the state.
    private func variants(in row: Row, _ newer: [StoredRow], under project: CompiledProject) async throws
        -> [KeptVariant]?
    {
        guard !project.firstExposures.isEmpty else { return [] }
        let seen: Set<Int16> = [EventKind.impression.rawValue, EventKind.exposure.rawValue]
        guard try row.int64(2) == project.seq, !newer.contains(where: { seen.contains($0.kind) }) else {
            return nil
        }
        guard let experiments = try row.array(ifPresent: 6, of: Int32.self),
            let phases = try row.array(ifPresent: 7, of: Int32.self),
            let variants = try row.array(ifPresent: 8, of: Int32.self)
        else { return [] }
        let words = try await store.log.words.words(Set(experiments + variants))
        return zip(zip(experiments, phases), variants).compactMap { exposure, variant in
            guard let experiment = words[exposure.0], let variant = words[variant] else { return nil }
            return KeptVariant(
                experiment: experiment.text,
                phase: Int(exposure.1),
                variant: variant.text
            )
        }
    }
}
