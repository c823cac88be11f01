import Postgres
package import TipCore

/// Compiles states of the project, each once, and teaches their catalogs the names of tips as they come.
package final class ProjectCompiler: Sendable {
    private let words: WordBook
    private let read: CatalogReading
    private let ready = Guarded<[Int64: Ready]>([:])

    /// A compiled project, and its catalog with all names of tips that were met since.
    private struct Ready {
        let project: CompiledProject
        var catalog: CompiledCatalog
    }

    /// How many states are kept: the newest, the one before while it is left, and one that is verified.
    private static let kept = 3

    init(words: WordBook, read: @escaping CatalogReading) {
        self.words = words
        self.read = read
    }

    /// The project compiled as of a state of it.
    ///
    /// - Throws: `PostgresError`, and what reading a catalog throws.
    package func project(_ state: ProjectLog.State) async throws -> CompiledProject {
        if let known = ready.withLock({ $0[state.seq] }) { return known.project }
        let definition = try state.lifecycle.catalog.map { try read($0) } ?? Catalog()
        let catalog = try await compiled(definition)
        let project = try CompiledProject(state, catalog: catalog, read: read)
        ready.withLock { ready in
            if ready.count >= Self.kept, let oldest = ready.keys.min() { ready[oldest] = nil }
            ready[state.seq] = Ready(project: project, catalog: catalog)
        }
        return project
    }

    /// A catalog, in force or not, with the numbers of the database's dictionary.
    ///
    /// - Throws: `PostgresError`.
    package func compiled(_ definition: Catalog) async throws -> CompiledCatalog {
        CompiledCatalog(definition, vocabulary: try await vocabulary(of: definition))
    }

    /// The catalog of a project, knowing tips by the numbers of their words.
    func catalog(of project: CompiledProject, knowing tips: [Int32: String]) -> CompiledCatalog {
        ready.withLock { ready in
            var catalog = ready[project.seq]?.catalog ?? project.catalog
            for (id, name) in tips where catalog.vocabulary.tips[UInt32(id)].isEmpty {
                catalog.learn(tip: name, as: UInt32(id))
            }
            ready[project.seq]?.catalog = catalog
            return catalog
        }
    }

    /// The catalog of a project with the names of the tips that states speak of, by the numbers of their words.
    ///
    /// - Throws: `PostgresError`.
    func catalog(of project: CompiledProject, knowing tips: [UInt32]) async throws -> CompiledCatalog {
        let ids = Set(tips.map { Int32(clamping: $0) })
        guard !ids.isEmpty else { return project.catalog }
        return catalog(of: project, knowing: try await words.words(ids).mapValues(\.text))
    }

    /// Every name that compiling needs, by the number of its word, which it gets where it has none.
    private func vocabulary(of definition: Catalog) async throws -> Vocabulary {
        let names = Vocabulary(naming: definition)
        let tables: [(kind: WordKind, names: [String])] = [
            (.tip, names.tips.names), (.event, names.events.names), (.parameter, names.parameters.names),
            (.field, names.fields.names), (.action, names.actions.names),
        ]
        let words = tables.flatMap { table in table.names.map { Word(table.kind, $0) } }
        let ids = try await self.words.ids(of: Set(words))
        var vocabulary = Vocabulary()
        for (word, id) in ids {
            switch word.kind {
            case .tip: vocabulary.tips.set(word.text, to: UInt32(id))
            case .event: vocabulary.events.set(word.text, to: UInt32(id))
            case .parameter: vocabulary.parameters.set(word.text, to: UInt32(id))
            case .field: vocabulary.fields.set(word.text, to: UInt32(id))
            default: vocabulary.actions.set(word.text, to: UInt32(id))
            }
        }
        return vocabulary
    }
}
