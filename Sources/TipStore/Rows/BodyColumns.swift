import TipCore

/// Where the fields of an event's body stand in a row: words, a display, and what has no column.
struct BodyColumns: Hashable, Sendable {
    var subject: Word?
    var experiment: Word?
    var detail: Word?
    var display: String?
    var extra: [JSON.Member] = []
}

extension EventBody {
    /// The type of row.
    var kind: EventKind {
        switch self {
        case .donation: .donation
        case .donationsDeleted: .donationsDeleted
        case .parameter: .parameter
        case .session: .session
        case .timeZone: .timeZone
        case .impression: .impression
        case .impressionProgress: .impressionProgress
        case .impressionEnd: .impressionEnd
        case .impressionFailed: .impressionFailed
        case .exposure: .exposure
        case .actionTap: .actionTap
        case .invalidation: .invalidation
        case .eligibilityReset: .eligibilityReset
        case .datastoreReset: .datastoreReset
        case .overrideSet: .overrideSet
        case .overrideCleared: .overrideCleared
        case .optOut: .optOut
        case .optIn: .optIn
        case .identify: .identify
        }
    }

    /// The fields by column.
    var columns: BodyColumns {
        switch self {
        case .session, .datastoreReset, .optOut, .optIn: BodyColumns()
        case .donation(let event, let info): Self.donation(event, info)
        case .donationsDeleted(let event): BodyColumns(subject: Word(.event, event))
        case .parameter(let name, let value):
            BodyColumns(subject: Word(.parameter, name), extra: [.init("value", value.json)])
        case .timeZone(let zone): BodyColumns(extra: [.init("timeZone", .string(zone))])
        case .impression(let impression): Self.impression(impression)
        case .impressionProgress(let tip, let display), .impressionEnd(let tip, let display):
            BodyColumns(subject: Word(.tip, tip), display: display)
        case .impressionFailed(let tip, let display, let reason):
            BodyColumns(subject: Word(.tip, tip), display: display, extra: [.init("reason", .string(reason))])
        case .exposure(let tip, let experiment, let variant):
            BodyColumns(
                subject: Word(.tip, tip),
                experiment: Word(.experiment, experiment),
                detail: Word(.variant, variant)
            )
        case .actionTap(let tip, let action, let display):
            BodyColumns(subject: Word(.tip, tip), detail: Word(.action, action), display: display)
        case .invalidation(let tip, let reason):
            BodyColumns(subject: Word(.tip, tip), detail: Word(.reason, reason.rawValue))
        case .eligibilityReset(let tip): BodyColumns(subject: Word(.tip, tip))
        case .overrideSet(let kind, let tips, let until): Self.override(kind, tips, until)
        case .overrideCleared(let kind):
            BodyColumns(extra: kind.map { [.init("kind", .string($0.rawValue))] } ?? [])
        case .identify(let previous): BodyColumns(extra: [.init("previous", .string(previous))])
        }
    }

    private static func donation(_ event: String, _ info: NamedValues<Scalar>) -> BodyColumns {
        let members = info.map { JSON.Member($0.key, $0.value.json) }
        return BodyColumns(
            subject: Word(.event, event),
            extra: members.isEmpty ? [] : [.init("info", .object(members))]
        )
    }

    private static func impression(_ impression: EventBody.Impression) -> BodyColumns {
        var extra: [JSON.Member] = []
        if let revision = impression.revision { extra.append(.init("revision", .integer(revision))) }
        if let group = impression.group { extra.append(.init("group", .string(group))) }
        return BodyColumns(
            subject: Word(.tip, impression.tip),
            experiment: impression.experiment.map { Word(.experiment, $0) },
            detail: impression.variant.map { Word(.variant, $0) },
            display: impression.display,
            extra: extra
        )
    }

    private static func override(_ kind: OverrideKind, _ tips: [String], _ until: Timestamp?) -> BodyColumns {
        var extra: [JSON.Member] = [.init("kind", .string(kind.rawValue))]
        if !tips.isEmpty { extra.append(.init("tips", .array(tips.map { .string($0) }))) }
        if let until { extra.append(.init("until", .string(until.rfc3339))) }
        return BodyColumns(extra: extra)
    }
}

extension EventBody {
    /// Reads a body back from the columns of a row; nil where they are not those of the kind.
    init?(kind: EventKind, columns: BodyColumns, extra: JSON) {
        let subject = columns.subject?.text
        switch kind {
        case .session: self = .session
        case .datastoreReset: self = .datastoreReset
        case .optOut: self = .optOut
        case .optIn: self = .optIn
        case .timeZone: self = .timeZone(extra["timeZone"]?.stringValue ?? "")
        case .overrideSet, .overrideCleared: self.init(overrideOf: kind, extra)
        case .identify: self = .identify(previous: extra["previous"]?.stringValue ?? "")
        case .identified, .lifecycle, .snapshot: return nil
        case .donation, .donationsDeleted, .parameter:
            guard let subject else { return nil }
            self =
                switch kind {
                case .donation: .donation(event: subject, info: Self.info(extra["info"]))
                case .donationsDeleted: .donationsDeleted(event: subject)
                default: .parameter(name: subject, value: extra["value"].flatMap(Scalar.init(json:)) ?? .null)
                }
        case .impression, .impressionProgress, .impressionEnd, .impressionFailed, .exposure, .actionTap,
            .invalidation, .eligibilityReset:
            guard let subject else { return nil }
            self.init(tip: subject, kind: kind, columns: columns, extra: extra)
        }
    }

    private init?(tip: String, kind: EventKind, columns: BodyColumns, extra: JSON) {
        let display = columns.display
        let detail = columns.detail?.text
        switch kind {
        case .impression:
            self = .impression(
                Impression(
                    tip: tip,
                    display: display ?? "",
                    experiment: columns.experiment?.text,
                    variant: detail,
                    revision: extra["revision"]?.integerValue,
                    group: extra["group"]?.stringValue
                )
            )
        case .impressionProgress: self = .impressionProgress(tip: tip, display: display ?? "")
        case .impressionEnd: self = .impressionEnd(tip: tip, display: display ?? "")
        case .impressionFailed:
            self = .impressionFailed(tip: tip, display: display, reason: extra["reason"]?.stringValue ?? "")
        case .exposure:
            guard let experiment = columns.experiment?.text, let detail else { return nil }
            self = .exposure(tip: tip, experiment: experiment, variant: detail)
        case .actionTap: self = .actionTap(tip: tip, action: detail ?? "", display: display)
        case .invalidation:
            guard let reason = detail.flatMap(InvalidationReason.init(rawValue:)) else { return nil }
            self = .invalidation(tip: tip, reason: reason)
        default: self = .eligibilityReset(tip: tip)
        }
    }

    private init?(overrideOf kind: EventKind, _ extra: JSON) {
        let name = extra["kind"]?.stringValue.flatMap(OverrideKind.init(rawValue:))
        guard kind == .overrideSet else {
            self = .overrideCleared(kind: name)
            return
        }
        guard let name else { return nil }
        self = .overrideSet(
            kind: name,
            tips: extra["tips"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            until: extra["until"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        )
    }

    private static func info(_ json: JSON?) -> NamedValues<Scalar> {
        guard case .object(let members) = json else { return [:] }
        return NamedValues(
            members.compactMap { member in Scalar(json: member.value).map { (member.key, $0) } }
        )
    }
}
