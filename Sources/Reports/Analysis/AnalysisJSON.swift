import Statistics
package import TipCore

/// What `tipledger analyze` prints as JSON: the findings of every experiment of a file.
package struct AnalysisDocument: Hashable, Sendable {
    /// The name and version of this shape.
    package static let schema = "tipledger.analysis/1"

    /// The experiments, in the order of their first rows.
    package let experiments: [Analysis]

    /// Gathers the findings of a file.
    package init(experiments: [Analysis]) { self.experiments = experiments }

    /// The schema's name and the experiments.
    package var json: JSON {
        ["schema": .string(Self.schema), "experiments": .array(experiments.map(\.json))]
    }
}

extension Analysis {
    /// The members that the analysis of counts shares with the report of an experiment.
    package var json: JSON {
        [
            "experiment": .string(experiment),
            "variants": .array(variants.map { .object($0.members) }),
            "comparisons": .array(comparisons.map { .object($0.members) }),
            "health": .object(srm.members),
        ]
    }
}

extension Figure where Value == SampleRatioTest {
    /// The check of the split as a member `srm`, or null and the reason.
    var members: [JSON.Member] {
        var members: [JSON.Member] = []
        members.add("srm", self) { test in
            ["p": .number(test.p), "chiSquare": .number(test.chiSquare), "ok": .boolean(test.ok)]
        }
        return members
    }
}

extension VariantFindings {
    /// The members that every report has for a variant.
    var members: [JSON.Member] {
        var members: [JSON.Member] = [.init("variant", .string(counts.variant))]
        if let copy = counts.copy { members.add("copy", ["title": .string(copy)]) }
        return members + figures
    }

    /// The counts and the figures made from them.
    var figures: [JSON.Member] {
        var members: [JSON.Member] = []
        members.add("people", counts.people)
        members.add("conversions", counts.conversions)
        members.add("rate", rate)
        members.add("interval", interval)
        return members
    }
}

extension Comparison {
    /// The members of a comparison, those of a sequential method last.
    var members: [JSON.Member] {
        var members: [JSON.Member] = []
        members.add("variant", .string(variant))
        members.add("baseline", .string(baseline))
        members.add("difference", difference)
        members.add("differenceInterval", differenceInterval)
        members.add("lift", lift)
        members.add("liftInterval", liftInterval)
        members.add("p", p)
        members.add("pAdjusted", pAdjusted)
        members.add("chanceToBeat", chanceToBeat)
        members.add("expectedLoss", expectedLoss)
        members.add("verdict", .string(verdict.rawValue))
        if let sequential { members.add("sequential", sequential.json) }
        return members
    }
}

extension SequentialFigures {
    /// The figures of the method.
    var json: JSON {
        var members: [JSON.Member] = []
        switch self {
        case .groupSequential(let z, let bound, _):
            members.add("z", z)
            members.add("bound", bound)
        case .alwaysValid(let p, let pAdjusted, _):
            members.add("p", p)
            members.add("pAdjusted", pAdjusted)
        }
        members.add("interval", interval)
        return .object(members)
    }
}
