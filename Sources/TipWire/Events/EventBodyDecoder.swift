import TipCore

/// Reads the fields that belong to an event's type.
struct EventBodyDecoder {
    /// How large the fields may be.
    let limits: EventLimits

    /// Reads what happened; fields of other types are left for `extra`.
    func body(
        of type: EventTypeName,
        from fields: inout FieldReader,
        person: String
    ) throws(Rejection) -> EventBody {
        switch type {
        case .donation:
            .donation(event: try name("event", &fields), info: try info(&fields))
        case .donationsDeleted:
            .donationsDeleted(event: try name("event", &fields))
        case .parameter:
            .parameter(name: try name("name", &fields), value: try parameterValue(&fields))
        case .session: .session
        case .timeZone: .timeZone(try timeZone(&fields))
        case .impression: .impression(try impression(&fields))
        case .impressionProgress:
            .impressionProgress(tip: try name("tip", &fields), display: try name("display", &fields))
        case .impressionEnd:
            .impressionEnd(tip: try name("tip", &fields), display: try name("display", &fields))
        case .impressionFailed:
            .impressionFailed(
                tip: try name("tip", &fields),
                display: try optionalName("display", &fields),
                reason: try name("reason", &fields)
            )
        case .exposure:
            .exposure(
                tip: try name("tip", &fields),
                experiment: try name("experiment", &fields),
                variant: try name("variant", &fields)
            )
        case .actionTap:
            .actionTap(
                tip: try name("tip", &fields),
                action: try name("action", &fields),
                display: try optionalName("display", &fields)
            )
        case .invalidation:
            .invalidation(tip: try name("tip", &fields), reason: try reason(&fields))
        case .eligibilityReset: .eligibilityReset(tip: try name("tip", &fields))
        case .datastoreReset: .datastoreReset
        case .overrideSet: try overrideSet(&fields)
        case .overrideCleared: .overrideCleared(kind: try overrideKind(&fields))
        case .optOut: .optOut
        case .optIn: .optIn
        case .identify: .identify(previous: try previous(&fields, person: person))
        }
    }

    private func name(_ field: String, _ fields: inout FieldReader) throws(Rejection) -> String {
        try fields.requiredText(field, atMost: limits.nameBytes)
    }

    private func optionalName(_ field: String, _ fields: inout FieldReader) throws(Rejection) -> String? {
        try fields.text(field, atMost: limits.nameBytes)
    }

    private func impression(_ fields: inout FieldReader) throws(Rejection) -> EventBody.Impression {
        EventBody.Impression(
            tip: try name("tip", &fields),
            display: try name("display", &fields),
            experiment: try optionalName("experiment", &fields),
            variant: try optionalName("variant", &fields),
            revision: try fields.integer("revision"),
            group: try optionalName("group", &fields)
        )
    }

    /// The members of a donation's `info`: scalars only, because rules can compare nothing else.
    private func info(_ fields: inout FieldReader) throws(Rejection) -> NamedValues<Scalar> {
        guard let members = try fields.object("info") else { return [:] }
        var info: NamedValues<Scalar> = [:]
        for (index, member) in members.enumerated() {
            guard let scalar = Scalar(member.value) else {
                throw fields.bad(
                    "info",
                    "holds \(member.value.kind) as member \(index); booleans, numbers, strings and null are expected.",
                    hint: "Flatten it; large things belong elsewhere, keep their ids."
                )
            }
            info[member.key] = scalar
        }
        try checkSize(of: members, fields)
        return info
    }

    private func checkSize(of info: [JSON.Member], _ fields: FieldReader) throws(Rejection) {
        // Most are far below the limit; their bytes need not be written to know it.
        let most = info.reduce(2) { sum, member in
            let value = member.value.stringValue?.utf8.count ?? 24
            return sum + 6 * (member.key.utf8.count + value) + 6
        }
        guard most > limits.infoBytes else { return }
        let size = JSON.object(info).bytes().count
        guard size <= limits.infoBytes else {
            throw fields.bad(
                "info",
                "has \(size) bytes as JSON, over the limit of \(limits.infoBytes).",
                hint: "Keep ids only: large donations make rules slow."
            )
        }
    }

    /// The value of a parameter, where null is a value and not an absent field.
    private func parameterValue(_ fields: inout FieldReader) throws(Rejection) -> Scalar {
        guard let value = fields.value("value") else {
            throw fields.missing("value", "a boolean, a number, a string or null")
        }
        guard let scalar = Scalar(value) else {
            throw fields.mismatch("value", value, expected: "a boolean, a number, a string or null")
        }
        if case .string(let text) = scalar, text.utf8.count > limits.valueBytes {
            throw fields.bad("value", "has \(text.utf8.count) bytes, over the limit of \(limits.valueBytes).")
        }
        return scalar
    }

    private func timeZone(_ fields: inout FieldReader) throws(Rejection) -> String {
        let zone = try name("timeZone", &fields)
        guard TimeZoneName.isKnown(zone) else {
            throw fields.bad("timeZone", "is no IANA time zone.", hint: "Write it like Asia/Tokyo.")
        }
        return zone
    }

    /// Why the app says the tip is over: one of TipKit's two explicit reasons, or its name from the betas.
    private func reason(_ fields: inout FieldReader) throws(Rejection) -> InvalidationReason {
        switch try name("reason", &fields) {
        case "actionPerformed", "userPerformedAction": return .actionPerformed
        case "tipClosed", "userClosedTip": return .tipClosed
        case "displayCountExceeded", "displayDurationExceeded", "maxDisplayCountExceeded":
            throw fields.bad(
                "reason",
                "is one of the automatic reasons, which apps never send.",
                hint: "They follow from the impressions; send actionPerformed or tipClosed."
            )
        default:
            throw fields.bad("reason", "is none of actionPerformed and tipClosed.")
        }
    }

    private func overrideSet(_ fields: inout FieldReader) throws(Rejection) -> EventBody {
        guard let kind = try overrideKind(&fields) else {
            throw fields.missing("kind", "one of \(Self.overrideKinds)")
        }
        let tips = try fields.texts("tips", atMost: limits.nameBytes, count: limits.overrideTips) ?? []
        let until = try fields.time("until")
        switch kind {
        case .showTips, .hideTips:
            guard !tips.isEmpty else {
                throw fields.missing("tips", "a list of the tips that \(kind.rawValue) names")
            }
        case .showAllTips, .hideAllTips: break
        }
        return .overrideSet(kind: kind, tips: tips, until: until)
    }

    private func overrideKind(_ fields: inout FieldReader) throws(Rejection) -> OverrideKind? {
        guard let word = try optionalName("kind", &fields) else { return nil }
        guard let kind = OverrideKind(rawValue: word) else {
            throw fields.bad("kind", "is none of \(Self.overrideKinds).")
        }
        return kind
    }

    private static var overrideKinds: String {
        OverrideKind.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private func previous(_ fields: inout FieldReader, person: String) throws(Rejection) -> String {
        let previous = try fields.requiredText("previous", atMost: limits.personBytes)
        guard !previous.utf8.elementsEqual(person.utf8) else {
            throw fields.bad("previous", "is the person itself.", hint: "Name the id used before this one.")
        }
        return previous
    }
}

extension Scalar {
    /// The scalar that a JSON value is, or nil where it is a list or an object.
    init?(_ value: JSON) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .number(Double(number))
        case .number(let number), .float(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array, .object: return nil
        }
    }
}
