import Postgres

/// What is folded from the log under one name; its tables can be dropped and made again on their own.
package enum Projection: String, CaseIterable, Sendable {
    /// The states of persons and the statuses of tips.
    case eligibility
    /// Who takes part in which experiment, and sums of it.
    case experiments

    /// The version of the fold.
    ///
    /// It rises when the same events would make other rows, or rows that an older program could not go on from.
    /// Tables of another version are made anew by the first program that folds.
    package var version: String {
        switch self {
        // 2: the variant of a first exposure stays with its person.
        // 3: taps are counted.
        case .eligibility: "3"
        case .experiments: "1"
        }
    }
}

extension Projector {
    /// How a projection stands to the log and to the program.
    package struct Standing: Hashable, Sendable {
        /// The projection.
        package let projection: Projection
        /// How many events are in the log that it has not folded.
        package let lag: Int64
        /// The version of the fold that made its tables; nil where nothing is known of it.
        package let foundVersion: String?

        /// Whether this program can go on from its tables; those of another version are made anew.
        package var isCompatible: Bool { foundVersion == projection.version }
    }

    /// How each projection stands.
    ///
    /// - Throws: `PostgresError`.
    package func status() async throws -> [Standing] {
        let lag = try await lag()
        let versions = try await versions()
        return Projection.allCases.map {
            Standing(projection: $0, lag: lag, foundVersion: versions[$0.rawValue])
        }
    }

    /// The versions of the folds that made the tables, by projection.
    func versions() async throws -> [String: String] {
        let rows = try await log.pool.withConnection { try await $0.query(SQL.projections()) }
        return Dictionary(try rows.map { (try $0.string(0), try $0.string(1)) }) { $1 }
    }
}
