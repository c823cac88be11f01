import JSONReading
package import TipCore
package import TipStore
import TipWire

/// Looks after the events that were refused: lists them, tries them again, throws them away.
package struct QuarantineService: Sendable {
    private let workspace: Workspace
    private let intake: EventIntake

    /// The most events of one list, and of one round of a replay.
    package static let largestPage = 1000

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace, settings: ServiceSettings = ServiceSettings()) {
        self.workspace = workspace
        var intake = EventIntake(log: workspace.store.log, now: workspace.now, limits: settings.intake)
        intake.context.names = settings.names
        self.intake = intake
    }

    /// What became of events that were tried again.
    package struct Replay: Hashable, Sendable {
        /// Now in the log, and out of quarantine.
        package var accepted = 0
        /// In the log already, and out of quarantine.
        package var duplicates = 0
        /// Still refused, and left where they are.
        package var rejected = 0

        /// The counts as JSON.
        package var json: JSON {
            [
                "accepted": .integer(Int64(accepted)), "duplicates": .integer(Int64(duplicates)),
                "rejected": .integer(Int64(rejected)),
            ]
        }
    }

    /// Lists refused events, the newest first.
    package func list(_ filter: Quarantine.Filter, limit: Int) async throws -> [Quarantine.Entry] {
        try await workspace.store.quarantine.list(filter, limit: min(limit, Self.largestPage))
    }

    /// One refused event with its bytes; nil where there is none of this name.
    package func entry(_ id: String) async throws -> Quarantine.Entry? {
        try await workspace.store.quarantine.entry(id)
    }

    /// Tries events again under the rules of now; those that are fit by now leave quarantine.
    ///
    /// The events are given by name; those that are there no more are passed over.
    package func replay(_ ids: [String]) async throws -> Replay {
        var result = Replay()
        var notes: [String] = []
        for id in ids {
            guard let entry = try await entry(id) else { continue }
            if entry.isNote { notes.append(id) }
            guard let dialect = Dialects.named(entry.dialect) else { continue }
            let parcel = Parcel(body: entry.body ?? [], form: .single)
            let answer: BatchAnswer
            do {
                let knowing = try await intake.knowing(workspace, for: dialect)
                answer = try await intake.store(
                    knowing.prepare(try intake.cut(parcel), of: parcel, in: dialect),
                    keepsRefused: false
                )
            } catch is JSONFailure {
                result.rejected += 1
                continue
            }
            switch answer.items.first?.outcome {
            case .accepted: result.accepted += 1
            case .duplicate: result.duplicates += 1
            case .rejected, nil:
                result.rejected += 1
                continue
            }
            try await workspace.store.quarantine.remove([entry])
        }
        try await retry(notes, &result)
        return result
    }

    /// Lets the fold try the events again that are in the log and that it could not read.
    private func retry(_ notes: [String], _ result: inout Replay) async throws {
        guard !notes.isEmpty else { return }
        try await workspace.store.projector.retrySetAside()
        for id in notes {
            if try await entry(id) == nil { result.accepted += 1 } else { result.rejected += 1 }
        }
    }

    /// Tries all events again that a filter names, in rounds, the newest first.
    package func replay(_ filter: Quarantine.Filter) async throws -> Replay {
        var result = Replay()
        try await rounds(filter) { entries in
            let round = try await replay(entries.map(\.id))
            result.accepted += round.accepted
            result.duplicates += round.duplicates
            result.rejected += round.rejected
        }
        return result
    }

    /// Throws events away that a filter names; notes of events that are in the log stay.
    ///
    /// - Returns: How many.
    package func purge(_ filter: Quarantine.Filter) async throws -> Int {
        var count = 0
        try await rounds(filter) { found in
            let entries = found.filter { !$0.isNote }
            try await workspace.store.quarantine.remove(entries)
            count += entries.count
        }
        return count
    }

    /// Throws events away by name; notes of events that are in the log stay.
    ///
    /// - Returns: How many there were.
    package func purge(_ ids: [String]) async throws -> Int {
        var entries: [Quarantine.Entry] = []
        for id in ids {
            if let entry = try await entry(id), !entry.isNote { entries.append(entry) }
        }
        try await workspace.store.quarantine.remove(entries)
        return entries.count
    }

    /// Goes through what a filter names from the newest to the oldest; each event is seen once, also where several
    /// came at one instant.
    private func rounds(
        _ filter: Quarantine.Filter,
        _ body: ([Quarantine.Entry]) async throws -> Void
    ) async throws {
        var filter = filter
        while true {
            let page = try await list(filter, limit: Self.largestPage)
            guard let last = page.last else { return }
            try await body(page)
            filter.before = last.receivedAt
            filter.past = last
        }
    }
}
