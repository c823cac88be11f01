/// What the fold depends on, and events in the form that is folded.
extension CompiledCatalog {
    /// A number over everything in definitions that changes what a fold keeps.
    ///
    /// The switches, limits on displays, buttons that end a tip, reusable tips, which parameters and which donations with
    /// which fields are kept. Copy, rules over what is kept already, groups, priorities, defaults and the
    /// display frequency are read at the decision and are not part of it.
    static func foldKey(
        _ settings: EligibilitySettings,
        tips: [CompiledTip],
        parameters: [CompiledParameter],
        events: [CompiledEvent]
    ) -> UInt64 {
        let switches = UInt64(settings.redisplaysSetClock ? 1 : 0) + (settings.ignoringTipsSetClock ? 2 : 0)
        let spans = [settings.minimumView, settings.silence].map { UInt64(bitPattern: $0) }
        var entries = [[0, switches] + spans]
        for tip in tips {
            let isPlain =
                tip.maxDisplayCount == nil && tip.maxDisplayDuration == nil && tip.template == nil
                && tip.invalidatingActions.isEmpty
                && (settings.ignoringTipsSetClock || !tip.ignoresDisplayFrequency)
            guard !isPlain else { continue }
            var entry = [1, UInt64(tip.number), tip.template == nil ? 0 : 1]
            entry.append(tip.ignoresDisplayFrequency && !settings.ignoringTipsSetClock ? 1 : 0)
            entry.append(UInt64(bitPattern: Int64(tip.maxDisplayCount ?? -1)))
            entry.append(UInt64(bitPattern: tip.maxDisplayDuration ?? -1))
            entry += tip.invalidatingActions.map(UInt64.init)
            entries.append(entry)
        }
        for parameter in parameters { entries.append([2, UInt64(parameter.number)]) }
        for event in events {
            entries.append(
                [3, UInt64(event.number), UInt64(event.maximumCount)] + event.fields.sorted().map(UInt64.init)
            )
        }
        entries.sort { $0.lexicographicallyPrecedes($1) }
        return entries.joined(separator: [0]).reduce(StableHash.of("tipledger.fold/1"), StableHash.pair)
    }

    /// An event in the form that is folded; names that the catalog lacks get numbers.
    public mutating func foldEvent(_ event: Event) -> FoldEvent {
        FoldEvent(
            at: event.at,
            device: StableHash.of(event.device),
            sequence: event.sequence,
            body: foldBody(event.body, at: event.at)
        )
    }

    private mutating func foldBody(_ body: EventBody, at: Timestamp) -> FoldEvent.Body {
        switch body {
        case .donation(let event, let info): return donation(of: event, info)
        case .donationsDeleted(let event):
            return number(ofEvent: event).map { .donationsDeleted(event: $0) } ?? .sign(tip: nil)
        case .parameter(let name, let value):
            return vocabulary.parameters.number(of: name).map { .parameter($0, value) } ?? .sign(tip: nil)
        case .session: return .session
        case .timeZone(let name): return .timeZone(name)
        case .impression(let impression):
            let display = StableHash.of(impression.display)
            return .impression(tip: number(ofTip: impression.tip), display: display)
        case .impressionProgress(let tip, let display):
            return .impressionProgress(tip: number(ofTip: tip), display: StableHash.of(display))
        case .impressionEnd(let tip, let display):
            return .impressionEnd(tip: number(ofTip: tip), display: StableHash.of(display))
        case .impressionFailed(let tip, _, _), .exposure(let tip, _, _):
            return .sign(tip: number(ofTip: tip))
        case .actionTap(let tip, let action, let display):
            // A button that no copy has ends nothing, and is still evidence of its display.
            let action = vocabulary.actions.number(of: action) ?? .max
            return .actionTap(tip: number(ofTip: tip), action: action, display: display.map(StableHash.of))
        case .invalidation(let tip, let reason): return .invalidation(tip: number(ofTip: tip), reason)
        case .eligibilityReset(let tip): return .eligibilityReset(tip: number(ofTip: tip))
        case .datastoreReset: return .datastoreReset
        case .overrideSet(let kind, let tips, let until):
            let end = until ?? at.adding(seconds: FoldEvent.overrideSeconds)
            return .overrideSet(kind, tips: tips.map { number(ofTip: $0) }, until: end)
        case .overrideCleared(let kind): return .overrideCleared(kind)
        case .optOut: return .optOut
        case .optIn: return .optIn
        case .identify: return .sign(tip: nil)
        }
    }

    private func donation(of event: String, _ info: NamedValues<Scalar>) -> FoldEvent.Body {
        guard let number = number(ofEvent: event) else { return .sign(tip: nil) }
        guard !info.isEmpty else { return .donation(event: number, info: []) }
        let fields = info.compactMap { name, value -> FieldValue? in
            vocabulary.fields.number(of: name).map { FieldValue(field: $0, value: value) }
        }
        return .donation(event: number, info: fields.sorted { $0.field < $1.field })
    }

    private func number(ofEvent name: String) -> UInt32? { vocabulary.events.number(of: name) }
}
