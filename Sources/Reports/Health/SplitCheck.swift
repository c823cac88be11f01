import Statistics
import TipCore

/// What the check of the split has to know of a variant.
struct SplitArm {
    let variant: String
    let people: Int64
    let weight: Double
}

extension HealthFinding {
    /// States whether people came to the variants as configured.
    ///
    /// It alarms at p < 0.001, as GrowthBook, PostHog and Eppo do, and warns at p < 0.01.
    static func split(_ split: Figure<SampleRatioTest>, arms: [SplitArm]) -> HealthFinding {
        if let unwanted = unwanted(arms) { return unwanted }
        guard let test = split.value else {
            return HealthFinding(.split, .ok, "The split was not checked: \(split.reasonInWords).")
        }
        let p = "p\u{A0}" + Words.p(test.p)
        guard test.p < 0.01 else {
            return HealthFinding(.split, .ok, "People are split as configured (\(p)).")
        }
        let deviation = largestDeviation(arms)
        return test.ok
            ? HealthFinding(
                .split,
                .warning,
                "The split is a little off: \(deviation) (\(p)).",
                action: "Look again when more people are in."
            )
            : HealthFinding(
                .split,
                .alarm,
                "The split is not as configured: \(deviation) (\(p)).",
                action:
                    """
                    Find out where people get lost: a variant that crashes or loads slowly, an impression that is sent \
                    for one variant only, or people forced into a variant. Then start a new phase.
                    """
            )
    }

    /// States that people came to variants of weight zero, to which nobody is sent; nil where nobody did.
    ///
    /// Such variants are on neither side of χ², so its p-value cannot tell of them.
    private static func unwanted(_ arms: [SplitArm]) -> HealthFinding? {
        let found = arms.filter { $0.weight == 0 && $0.people > 0 }
        guard !found.isEmpty else { return nil }
        let people = found.map { arm -> Sentence in
            "\"\(arm.variant)\" has \(Words.count(arm.people, "person", "people"))"
        }
        return HealthFinding(
            .split,
            .alarm,
            "\(Sentence(people, joinedBy: ", ")) though its weight is 0.",
            action: """
                Find out who shows it: an app that chooses by itself, or events of another phase. \
                Then start a new phase.
                """
        )
    }

    /// The variant that is furthest from its share, by its part of the statistic.
    private static func largestDeviation(_ arms: [SplitArm]) -> Sentence {
        let arms = arms.filter { $0.weight > 0 }
        let total = arms.reduce(0) { $0 + Double($1.people) }
        let weights = arms.reduce(0) { $0 + $1.weight }
        let parts = arms.map { arm in
            let expected = total * (arm.weight / weights)
            return (arm: arm, expected: expected, distance: abs(Double(arm.people) - expected))
        }
        let furthest = parts.max { one, other in
            one.distance * (one.distance / one.expected) < other.distance * (other.distance / other.expected)
        }
        guard let furthest, let expected = Int64(exactly: furthest.expected.rounded()) else { return "" }
        let people = Words.count(furthest.arm.people, "person", "people")
        return "\"\(furthest.arm.variant)\" has \(people) where \(Words.count(expected)) were expected"
    }
}
