import Statistics
package import TipCore

/// The JSON of reports, its keys in the order of the contract; what the contract does not name comes last.
extension ExperimentReport {
    /// The name and version of the shape of one report.
    package static let schema = "tipledger.report/1"

    /// The name and version of the shape of all reports.
    package static let collectionSchema = "tipledger.reports/1"

    /// All reports as one document.
    ///
    /// - Parameters:
    ///   - reports: The reports, in the order in which they are to stand.
    ///   - locale: The language of copy, as BCP 47; nil is the first that the catalog has.
    /// - Returns: What `tipledger report --all` prints as JSON.
    package static func json(of reports: [ExperimentReport], locale: String? = nil) -> JSON {
        [
            "schema": .string(collectionSchema),
            "experiments": .array(reports.map { $0.json(locale: locale) }),
        ]
    }

    /// The report as one document.
    ///
    /// - Parameter locale: The language of copy, as BCP 47; nil is the first that the catalog has.
    /// - Returns: What `tipledger report ID` prints as JSON.
    package func json(locale: String? = nil) -> JSON {
        var members: [JSON.Member] = []
        members.add("schema", .string(Self.schema))
        members.add("experiment", .string(snapshot.experiment))
        members.add("tip", .string(snapshot.tip))
        members.add("status", .string(snapshot.status.rawValue))
        members.add("phase", phase) { .integer(Int64($0)) }
        members.add(
            "asOf",
            ["time": .string(snapshot.asOf.rfc3339), "events": .integer(snapshot.events)]
        )
        members.add("metric", .object(primary.metric.members))
        members.add("method", .object(method.members(hasSecondary: !secondary.isEmpty)))
        members.add("variants", .array(variants(locale)))
        members.add("enrolled", snapshot.enrolled)
        members.add("immature", snapshot.immature)
        members.add("comparisons", .array(primary.comparisons.map { .object($0.members) }))
        members.add("health", health.json)
        members.add("recommendation", recommendation.json(baseline: baseline))
        members.add("secondary", .array(secondary.map(\.json)))
        members.add("guardrails", .array(guardrails.map(\.json)))
        let undecided =
            snapshot.status == .stopped ? "no decision was recorded at the stop" : "not stopped yet"
        members.add("decision", snapshot.decision?.name, orElse: undecided)
        members.add("partial", .boolean(snapshot.isPartial))
        members.add("progress", progress.json)
        members += details.members
        members.add("provenance", snapshot.provenance)
        if snapshot.erased > 0 { members.add("erased", snapshot.erased) }
        return .object(members)
    }

    private var phase: Figure<Int> {
        snapshot.phase.map { .value($0.number) } ?? .missing(reason: "the experiment has not started")
    }

    private func variants(_ locale: String?) -> [JSON] {
        zip(snapshot.arms, primary.variants).map { arm, findings in
            var members: [JSON.Member] = []
            members.add("variant", .string(arm.variant))
            if let copy = arm.copy { members.add("copy", copy.json(locale: locale)) }
            members += findings.figures
            members.add("impressions", arm.impressions)
            members.add("taps", arm.taps)
            members.add(
                "invalidations",
                ["actionPerformed": .integer(arm.actionPerformed), "tipClosed": .integer(arm.tipClosed)]
            )
            return .object(members)
        }
    }
}

extension Copy {
    /// Title and message in a language; what is not there is left out.
    fileprivate func json(locale: String?) -> JSON {
        var members: [JSON.Member] = []
        if let title { members.add("title", .string(title.text(for: locale))) }
        if let message { members.add("message", .string(message.text(for: locale))) }
        return .object(members)
    }
}

extension MetricDefinition {
    /// The name and the window.
    fileprivate var members: [JSON.Member] {
        var members: [JSON.Member] = []
        members.add("name", .string(metric.name))
        members.add("within", window) { .string($0) }
        return members
    }
}

extension ReportMethod {
    /// The name of the test in documents.
    package var name: String {
        switch test {
        case .fixedHorizon: "fixed-horizon"
        case .groupSequential: "group-sequential"
        case .alwaysValid: "always-valid"
        }
    }

    fileprivate func members(hasSecondary: Bool) -> [JSON.Member] {
        var members: [JSON.Member] = []
        members.add("test", .string(name))
        members.add("alpha", .number(level.alpha))
        if case .groupSequential(let plan) = test {
            members.add("look", .integer(Int64(plan.look)))
            members.add("looks", .integer(Int64(plan.looks)))
        }
        members.add("adjustment", "holm")
        switch test {
        case .fixedHorizon: break
        case .groupSequential(let plan): members.add("peoplePerVariant", plan.peoplePerVariant)
        case .alwaysValid(let tuning): members.add("tuning", .number(tuning))
        }
        if hasSecondary { members.add("exploratory", "benjamini-hochberg") }
        return members
    }
}

extension MetricFindings {
    /// A metric besides the primary one: its rates and comparisons, and for a guardrail whether it holds.
    fileprivate var json: JSON {
        var members = metric.members
        members.add("direction", .string(metric.betterDirection.rawValue))
        if let margin = metric.margin { members.add("margin", .number(margin)) }
        if guardrail.isEmpty { members.add("exploratory", .boolean(true)) }
        let rates: [JSON] = variants.map { variant in
            .object([.init("variant", .string(variant.counts.variant))] + variant.figures)
        }
        let judged: [JSON] = comparisons.indices.map { index in
            var members = comparisons[index].members
            if index < guardrail.count { members.add("guardrail", .string(guardrail[index].rawValue)) }
            return .object(members)
        }
        return [
            "metric": .object(members), "variants": .array(rates), "comparisons": .array(judged),
        ]
    }
}

extension ReportHealth {
    fileprivate var json: JSON {
        var members = srm.members
        members.add("sequentialSrm", sequentialSplit) { p in
            ["p": .number(p), "ok": .boolean(p >= SampleRatioTest.alarm)]
        }
        var several: [JSON.Member] = []
        several.add("people", multipleVariants)
        several.add("share", multipleVariantsShare)
        if !multipleVariantsByFirst.isEmpty {
            several.add(
                "first",
                .object(multipleVariantsByFirst.map { .init($0.variant, .integer($0.people)) })
            )
        }
        members.add("multipleVariants", .object(several))
        members.add("unexpectedVariant", unexpectedVariant)
        var late: [JSON.Member] = []
        late.add("events", lateEvents)
        late.add("share", lateShare)
        members.add("late", .object(late))
        members.add(
            "excluded",
            ["test": .integer(testers), "bot": .integer(bots), "optedOut": .integer(optedOut)]
        )
        if !shownChanges.isEmpty { members.add("changes", .array(shownChanges.map(\.json))) }
        members.add("findings", .array(findings.map(\.json)))
        return .object(members)
    }
}

extension HealthFinding {
    fileprivate var json: JSON {
        var members: [JSON.Member] = []
        members.add("check", .string(check.rawValue))
        members.add("state", .string(state.rawValue))
        members.add("sentence", .string(Words.plain(sentence.english)))
        if let action { members.add("action", .string(action.english)) }
        return .object(members)
    }
}

extension Recommendation {
    fileprivate func json(baseline: String) -> JSON {
        [
            "decision": .string(decision.rawValue), "variant": variant.map { .string($0) } ?? .null,
            "headline": .string(decision == .keep ? "keep " + baseline : headline),
            "because": .string(Words.plain(because.english)),
        ]
    }
}
