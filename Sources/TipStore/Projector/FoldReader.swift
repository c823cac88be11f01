import Postgres
import TipCore

/// Turns rows of the log into events in the form that is folded, without giving them their names.
///
/// A word's id is the number of its name, so nothing is looked up but what stands in a row's JSON.
struct FoldReader: Sendable {
    /// The catalog, which knows every tip that the rows speak of.
    let catalog: CompiledCatalog
    /// The ids of tips that test overrides name.
    private let overridden: [Word: Int32]
    /// The words of the rows that are no numbers in a fold: the reasons of invalidations.
    private let words: [Int32: Word]

    /// Prepares for rows, and for states with some tips.
    ///
    /// - Throws: `PostgresError`.
    init(
        _ rows: [StoredRow],
        tips known: Set<Int32> = [],
        words book: WordBook,
        project: CompiledProject,
        compiler: ProjectCompiler
    ) async throws {
        var asked = known
        var names: Set<Word> = []
        for row in rows {
            if let subject = row.subject { asked.insert(subject) }
            if row.kind == EventKind.snapshot.rawValue, let left = PersonState(leftIn: Self.json(row)) {
                asked.formUnion(left.tipsWithState.map { Int32(clamping: $0) })
            }
            switch EventKind(rawValue: row.kind) {
            case .invalidation: if let detail = row.detail { asked.insert(detail) }
            case .overrideSet:
                names.formUnion((Self.tips(of: row) ?? []).map { Word(.tip, $0) })
            default: break
            }
        }
        words = try await book.words(asked)
        overridden = try await book.ids(of: names)
        var tips: [Int32: String] = [:]
        for (id, word) in words where word.kind == .tip { tips[id] = word.text }
        for (word, id) in overridden { tips[id] = word.text }
        catalog = compiler.catalog(of: project, knowing: tips)
    }

    /// The event of a row that can be read; nil for one that is none of a person.
    func event(_ row: StoredRow) -> FoldEvent? {
        guard let kind = EventKind(rawValue: row.kind), let body = body(row, kind) else { return nil }
        return FoldEvent(
            at: row.at,
            device: StableHash.of(row.device ?? ""),
            sequence: row.sequence,
            body: body
        )
    }

    /// The events of rows in the order of arrival, in the order of the history.
    func history(_ rows: [StoredRow]) -> [FoldEvent] {
        HistoryOrder.sorted(rows.compactMap { event($0) })
    }

    private func body(_ row: StoredRow, _ kind: EventKind) -> FoldEvent.Body? {
        switch kind {
        case .session: return .session
        case .datastoreReset: return .datastoreReset
        case .optOut: return .optOut
        case .optIn: return .optIn
        case .identify: return .sign(tip: nil)
        case .identified, .lifecycle: return nil
        case .snapshot: return PersonState(leftIn: Self.json(row)).map { .folded($0) }
        case .timeZone: return .timeZone(Self.json(row)["timeZone"]?.stringValue ?? "")
        case .overrideSet: return override(row)
        case .overrideCleared:
            let name = Self.json(row)["kind"]?.stringValue
            return .overrideCleared(name.flatMap(OverrideKind.init(rawValue:)))
        case .donation, .donationsDeleted, .parameter:
            guard let subject = row.subject else { return nil }
            return input(row, kind, UInt32(subject))
        default:
            guard let subject = row.subject else { return nil }
            return sight(row, kind, UInt32(subject))
        }
    }

    /// What a person did, or what is known of them.
    private func input(_ row: StoredRow, _ kind: EventKind, _ number: UInt32) -> FoldEvent.Body {
        switch kind {
        case .donationsDeleted: return .donationsDeleted(event: number)
        case .parameter:
            guard catalog.keeps(parameter: number) else { return .sign(tip: nil) }
            return .parameter(number, Self.json(row)["value"].flatMap(Scalar.init(json:)) ?? .null)
        default:
            guard let fields = catalog.fieldsRead(ofEvent: number) else { return .sign(tip: nil) }
            return .donation(event: number, info: fields.isEmpty ? [] : info(row))
        }
    }

    private func info(_ row: StoredRow) -> [FieldValue] {
        guard case .object(let members)? = Self.json(row)["info"] else { return [] }
        let values = members.compactMap { member -> FieldValue? in
            guard let field = catalog.vocabulary.fields.number(of: member.key),
                let value = Scalar(json: member.value)
            else { return nil }
            return FieldValue(field: field, value: value)
        }
        return values.sorted { $0.field < $1.field }
    }

    /// What happened to a tip on a screen.
    private func sight(_ row: StoredRow, _ kind: EventKind, _ tip: UInt32) -> FoldEvent.Body? {
        let display = StableHash.of(row.display ?? "")
        switch kind {
        case .impression: return .impression(tip: tip, display: display)
        case .impressionProgress: return .impressionProgress(tip: tip, display: display)
        case .impressionEnd: return .impressionEnd(tip: tip, display: display)
        case .impressionFailed: return .sign(tip: tip)
        case .exposure: return row.experiment == nil || row.detail == nil ? nil : .sign(tip: tip)
        case .actionTap:
            let action = row.detail.map { UInt32($0) } ?? .max
            return .actionTap(tip: tip, action: action, display: row.display.map { StableHash.of($0) })
        case .invalidation:
            let reason = row.detail.flatMap { words[$0] }.flatMap { InvalidationReason(rawValue: $0.text) }
            return reason.map { .invalidation(tip: tip, $0) }
        default: return .eligibilityReset(tip: tip)
        }
    }

    private func override(_ row: StoredRow) -> FoldEvent.Body? {
        let json = Self.json(row)
        guard let kind = json["kind"]?.stringValue.flatMap(OverrideKind.init(rawValue:)) else { return nil }
        let until = json["until"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        let tips = Self.tips(of: row) ?? []
        return .overrideSet(
            kind,
            tips: tips.compactMap { overridden[Word(.tip, $0)].map { UInt32($0) } },
            until: until ?? row.at.adding(seconds: FoldEvent.overrideSeconds)
        )
    }

    private static func tips(of row: StoredRow) -> [String]? {
        json(row)["tips"]?.arrayValue?.compactMap(\.stringValue)
    }

    private static func json(_ row: StoredRow) -> JSON {
        row.rest ?? .null
    }
}
