package import Statistics
import TipCore

/// Whether the figures of an experiment can be trusted: numbers, and the same in words.
package struct ReportHealth: Hashable, Sendable {
    /// Whether people came to the variants in the shares that the weights say.
    package let srm: Figure<SampleRatioTest>

    /// How likely a split at least so uneven is by chance; nil where it cannot be said.
    package var splitP: Double? { srm.value?.p }

    /// The p-value of the check of the split that is looked at after each day: valid however often it is.
    package let sequentialSplit: Figure<Double>

    /// People who saw more than one variant.
    package let multipleVariants: Int64

    /// Those of them by the variant they saw first, in the order of the report.
    package let multipleVariantsByFirst: [First]

    /// Those who saw one variant first.
    package struct First: Hashable, Sendable {
        /// The variant.
        package let variant: String
        /// How many they are.
        package let people: Int64
    }

    /// Their share of all who took part.
    package let multipleVariantsShare: Figure<Double>

    /// People who saw a variant that was not assigned to them.
    package let unexpectedVariant: Int64

    /// Events that arrived more than an hour after they happened.
    package let lateEvents: Int64

    /// Their share of the events that were counted.
    package let lateShare: Figure<Double>

    /// People left out because they are testers.
    package let testers: Int64

    /// People left out because they look like bots.
    package let bots: Int64

    /// People left out because they had opted out of tips.
    package let optedOut: Int64

    /// What the catalog changed about what people are shown while the phase ran, oldest first.
    package let shownChanges: [ShownChange]

    /// What the checks found, the split first.
    package let findings: [HealthFinding]

    /// Checks the counts of an experiment.
    init(_ snapshot: ExperimentSnapshot, split: Figure<SampleRatioTest>) {
        srm = split
        let sequential = snapshot.sequentialSplit
        sequentialSplit = sequential
        multipleVariantsByFirst = snapshot.arms.compactMap { arm in
            snapshot.multipleVariantsByFirst[arm.variant].map { First(variant: arm.variant, people: $0) }
        }
        multipleVariants = snapshot.multipleVariants
        multipleVariantsShare = .share(
            snapshot.multipleVariants,
            of: snapshot.enrolled,
            orElse: "nobody has taken part"
        )
        unexpectedVariant = snapshot.unexpectedVariant
        lateEvents = snapshot.lateEvents
        lateShare = .share(snapshot.lateEvents, of: snapshot.countedEvents, orElse: "no events were counted")
        testers = snapshot.testers
        bots = snapshot.bots
        optedOut = snapshot.optedOut
        shownChanges = snapshot.shownChanges
        findings = HealthChecks(snapshot, split: split, sequential: sequential).findings
    }

    /// Whether people did not come to the variants as configured.
    package var isSplitOff: Bool { findings.contains { $0.check == .split && $0.state == .alarm } }

    /// Whether the figures can be trusted at all.
    package var isAlarming: Bool { findings.contains { $0.state == .alarm } }
}

extension ExperimentSnapshot {
    /// The sequential check of the split over the days on which people came, of variants with a weight.
    var sequentialSplit: Figure<Double> {
        guard phase != nil, !splitDays.isEmpty else { return .missing(reason: "no days were counted") }
        let places = arms.indices.filter { arms[$0].weight > 0 }
        return Figure { () throws(Undefined) in
            var check = try SequentialSampleRatio(weights: places.map { arms[$0].weight })
            for day in splitDays { try check.add(places.map { day[$0] }) }
            return check.p
        }
    }
}
