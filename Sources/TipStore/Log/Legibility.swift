import TipCore

/// Tells which rows of the log this program can read.
///
/// One rule for all who read the log: whoever folds skips exactly the rows that the projector sets aside, so that
/// a decision, a report and a rebuild see the same events.
struct Legibility: Sendable {
    /// Why a row cannot be read, in words, without what a person typed.
    struct Flaw: Hashable, Sendable {
        let detail: String
    }

    private let words: [Int32: Word]
    private let strangeContexts: Set<Int32>

    /// Prepares for rows.
    ///
    /// - Throws: `PostgresError`.
    init(of rows: [StoredRow], words book: WordBook) async throws {
        var ids: Set<Int32> = []
        var contexts: Set<Int32> = []
        for row in rows {
            contexts.insert(row.context)
            if let subject = row.subject { ids.insert(subject) }
            if let experiment = row.experiment { ids.insert(experiment) }
            if let detail = row.detail { ids.insert(detail) }
        }
        let words = try await book.words(ids.union(contexts))
        strangeContexts = contexts.filter { id in
            words[id].flatMap { JSON(parsing: $0.text) } == nil
        }
        self.words = words
    }

    /// What is wrong with a row; nil where it can be read.
    func flaw(of row: StoredRow) -> Flaw? {
        guard let kind = EventKind(rawValue: row.kind) else {
            return Flaw(detail: "The row is of kind \(row.kind), which this program does not know.")
        }
        if strangeContexts.contains(row.context) {
            return Flaw(detail: "The context of the row cannot be read.")
        }
        for id in [row.subject, row.experiment, row.detail] {
            if let id, words[id] == nil {
                return Flaw(detail: "Word \(id) of the row is not in the dictionary.")
            }
        }
        // Few rows say a version, and only those are read twice.
        if let extra = row.extra, Upcasting.maySayVersion(extra), row.rest == nil {
            return Flaw(detail: "The payload of the row is of a version that this program does not know.")
        }
        guard hasAllParts(row, kind) else {
            return Flaw(detail: "The row lacks what one of its kind, \(kind.rawValue), must have.")
        }
        return nil
    }

    /// Whether what the kind needs is there; `EventBody` makes something of every such row.
    private func hasAllParts(_ row: StoredRow, _ kind: EventKind) -> Bool {
        switch kind {
        case .session, .timeZone, .datastoreReset, .overrideCleared, .optOut, .optIn, .lifecycle, .snapshot:
            true
        case .donation, .donationsDeleted, .parameter, .impression, .impressionProgress, .impressionEnd,
            .impressionFailed, .actionTap, .eligibilityReset:
            row.subject != nil
        case .exposure: row.subject != nil && row.experiment != nil && row.detail != nil
        case .invalidation:
            row.subject != nil
                && row.detail.flatMap { words[$0] }.flatMap { InvalidationReason(rawValue: $0.text) } != nil
        case .overrideSet: text(row, "kind").flatMap(OverrideKind.init(rawValue:)) != nil
        case .identify: text(row, "previous") != nil
        case .identified: text(row, "by") != nil
        }
    }

    private func text(_ row: StoredRow, _ name: String) -> String? {
        row.rest?[name]?.stringValue
    }
}

extension EventLog {
    /// The rows that this program can read, in their order.
    ///
    /// - Throws: `PostgresError`.
    func legible(_ rows: [StoredRow]) async throws -> [StoredRow] {
        let legibility = try await Legibility(of: rows, words: words)
        return rows.filter { legibility.flaw(of: $0) == nil }
    }
}
