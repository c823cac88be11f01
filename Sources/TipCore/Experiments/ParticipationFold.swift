/// Folds the history of one unit into its part in one phase.
///
/// The history is in its order (<doc:Eligibility-rules>, R2) and may hold events of any kind; the fold reads those
/// that concern the phase. It depends on nothing but its arguments, so counts can be dropped and rebuilt.
public struct ParticipationFold: Sendable {
    private let phase: FrozenPhase
    private let experiment: String
    private let assigned: @Sendable (Event) -> [String]
    private let isOfTip: @Sendable (String) -> Bool
    private var audience: AudienceFold?
    private var isOptedOut = false
    private var forcedUntil: Timestamp?
    private var shadow: Participation?
    private var participation: Participation?
    private var primaryEnd = Timestamp(microseconds: .max)

    /// Begins a fold.
    ///
    /// - Parameters:
    ///   - phase: The phase.
    ///   - experiment: The experiment it belongs to.
    ///   - assigned: The variant that our assignment gives the unit at an event, whatever the audience, and those
    ///     that it gives under other names of the person; none where the unit is not in.
    ///   - isOfTip: Whether a tip's name in an event is that of the phase's tip.
    ///   - audience: Whether the unit is in the audience; nil where everyone is.
    public init(
        phase: FrozenPhase,
        experiment: String,
        assigned: @escaping @Sendable (Event) -> [String],
        isOfTip: @escaping @Sendable (String) -> Bool,
        audience: AudienceFold? = nil
    ) {
        self.phase = phase
        self.experiment = experiment
        self.assigned = assigned
        self.isOfTip = isOfTip
        self.audience = audience
    }

    /// What the unit did; nil where it took no part.
    public var result: Participation? { participation ?? shadow }

    /// Folds the next event of the history.
    public mutating func apply(_ logged: LoggedEvent) {
        let event = logged.event
        audience?.apply(event)
        switch event.body {
        case .impression(let impression) where isOfTip(impression.tip):
            guard impression.experiment == nil || impression.experiment == experiment else { return }
            see(logged, variant: impression.variant, isImpression: true)
        case .exposure(let tip, let name, let variant) where name == experiment && isOfTip(tip):
            see(logged, variant: variant, isImpression: false)
        case .actionTap(let tip, let action, _) where isOfTip(tip):
            count(logged, \.taps, metrics: [.tap, .action(action)])
        case .invalidation(let tip, let reason) where isOfTip(tip):
            let counter: WritableKeyPath<Participation, Int>? =
                switch reason {
                case .actionPerformed: \.actionPerformed
                case .tipClosed: \.tipClosed
                case .displayCountExceeded, .displayDurationExceeded: nil
                }
            count(logged, counter, metrics: [.invalidation(reason)])
        case .donation(let name, _):
            count(logged, nil, metrics: [.donation(name)])
        case .overrideSet(let kind, let tips, let until):
            guard kind == .showAllTips || kind == .showTips && tips.contains(where: isOfTip) else { return }
            forcedUntil = until ?? event.at.adding(seconds: FoldEvent.overrideSeconds)
        case .overrideCleared(let kind):
            if kind != .hideTips, kind != .hideAllTips { forcedUntil = nil }
        case .optOut: isOptedOut = true
        case .optIn: isOptedOut = false
        default: break
        }
    }

    /// An impression, or the exposure of a holdout.
    private mutating func see(_ logged: LoggedEvent, variant stated: String?, isImpression: Bool) {
        let event = logged.event
        // The first exposure of the phase holds for the unit, whatever becomes of its audience or its name.
        guard let variant = stated ?? participation?.variant ?? assignedInAudience(event) else { return }
        let isForced = forcedUntil.map { event.at < $0 } ?? false
        if event.isTest || logged.isBot || isForced {
            guard shadow == nil, phase.enrols(at: event.at) else { return }
            shadow = start(variant, at: event.at, standing: logged.isBot && !event.isTest ? .bot : .test)
            return
        }
        if participation == nil {
            guard phase.enrols(at: event.at) else { return }
            participation = start(variant, at: event.at, standing: standing(of: variant, event))
            primaryEnd = phase.lastConversion(of: phase.metrics[0], exposedAt: event.at)
        } else if variant != participation?.variant, phase.enrols(at: event.at),
            participation?.standing != .optedOut
        {
            participation?.standing = .multipleVariants
        }
        note(logged, counter: isImpression ? \.impressions : nil)
    }

    private func assignedInAudience(_ event: Event) -> String? {
        guard let variant = assigned(event).first, audience?.holds(at: event.at) ?? true else { return nil }
        return variant
    }

    private func start(_ variant: String, at instant: Timestamp, standing: Participation.Standing)
        -> Participation
    {
        Participation(
            variant: variant,
            standing: standing,
            exposedAt: instant,
            convertedAt: Array(repeating: nil, count: phase.metrics.count)
        )
    }

    private func standing(of variant: String, _ event: Event) -> Participation.Standing {
        if isOptedOut { return .optedOut }
        guard phase.variants.contains(where: { $0.id.hasSameBytes(as: variant) }) else {
            return .unexpectedVariant
        }
        let isExpected = phase.assignment == .external || assigned(event).contains(variant)
        return isExpected ? .compared : .unexpectedVariant
    }

    /// Something that may be a conversion.
    private mutating func count(
        _ logged: LoggedEvent,
        _ counter: WritableKeyPath<Participation, Int>?,
        metrics: [Metric]
    ) {
        guard let current = participation, !logged.event.isTest, !logged.isBot else { return }
        let instant = logged.event.at
        var converts = false
        for (index, definition) in phase.metrics.enumerated() where metrics.contains(definition.metric) {
            guard current.convertedAt[index] == nil,
                instant <= phase.lastConversion(of: definition, exposedAt: current.exposedAt)
            else { continue }
            participation?.convertedAt[index] = instant
            converts = true
        }
        if counter != nil || converts { note(logged, counter: counter) }
    }

    /// Counts an event of the unit that falls into the stretch the report covers.
    private mutating func note(_ logged: LoggedEvent, counter: WritableKeyPath<Participation, Int>?) {
        guard logged.event.at <= primaryEnd else { return }
        if let counter { participation?[keyPath: counter] += 1 }
        participation?.events += 1
        if logged.isLate, phase.assignment == .hash { participation?.late += 1 }
    }
}
