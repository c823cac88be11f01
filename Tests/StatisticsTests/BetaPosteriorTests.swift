import Statistics
import Testing

@Suite("Beliefs about two rates give the chance to beat and the expected loss")
struct BetaPosteriorTests {
    @Test(.needsReferenceCases, arguments: ReferenceCase.of("beta_binomial"))
    func beta_binomial(_ reference: ReferenceCase) throws {
        let prior = try Beta(a: reference.inputs["prior_a"].double, b: reference.inputs["prior_b"].double)
        let beliefs = try reference.proportions.map { arm throws(Undefined) in try arm.posterior(prior: prior)
        }
        let got: [String: JSONValue] = [
            "mean_control": .number(beliefs.control.mean),
            "mean_treatment": .number(beliefs.treatment.mean),
            "control_interval": .ends(try beliefs.control.equalTailedInterval()),
            "treatment_interval": .ends(try beliefs.treatment.equalTailedInterval()),
            "chance_to_beat": .number(try beliefs.chanceToBeat()),
            "loss_if_treatment": .number(try beliefs.expectedLoss()),
            "loss_if_control": .number(try beliefs.expectedLoss(ofShipping: .baseline)),
        ]
        #expect(reference.mismatches(got) == [])
    }

    /// Counts (conversions and people of the control, then of the treatment), the chance to beat and the
    /// loss of shipping the treatment under uniform priors, by mpmath with 40 digits.
    static let truth: [(why: String, counts: [Int64], chance: Double, loss: Double)] = [
        ("a usual test", [100, 1000, 120, 1000], 0.9231834389735597, 0.0004846139263564437),
        ("nobody converted in the baseline", [0, 1000, 50, 1000], 0.9999999999999998, 2.247119645260247e-19),
        ("nobody converted in the variant", [50, 1000, 0, 1000], 2.3104419112475343e-16, 0.0499001996007984),
        ("nobody of a billion, twice", [0, 1_000_000_000, 0, 1_000_000_000], 0.5, 4.9999999875e-10),
        (
            "a billion people, a small lift", [50_000_000, 1_000_000_000, 50_020_000, 1_000_000_000],
            0.9799036172050297, 7.196725298750621e-08
        ),
        (
            "a billion people, equal counts", [250_000_000, 1_000_000_000, 250_000_000, 1_000_000_000], 0.5,
            7.725484033703994e-06
        ),
        (
            "a billion people, a clear loss", [50_000_000, 1_000_000_000, 49_900_000, 1_000_000_000],
            5.084562958470089e-25, 9.99999998e-05
        ),
        ("a clear loss", [1500, 10_000, 1000, 10_000], 4.1016616222020336e-27, 0.04999000199960008),
        (
            "a clear win: the loss keeps its digits", [1000, 10_000, 1500, 10_000], 1.0,
            1.7651563119594903e-30
        ),
        (
            "ten people against a billion", [3, 10, 300_000_000, 1_000_000_000], 0.4304376623740429,
            0.07034978828369466
        ),
        (
            "a billion people against ten", [300_000_000, 1_000_000_000, 3, 10], 0.5695623376259571,
            0.03701645535036133
        ),
        (
            "all of a billion against none of ten", [0, 10, 1_000_000_000, 1_000_000_000], 1.0,
            3.9916796407488176e-101
        ),
        ("one person an arm", [1, 1, 0, 1], 0.16666666666666666, 0.3666666666666667),
        ("a chance of 1e-273", [9000, 100_000, 5000, 100_000], 5.4149730183221015e-273, 0.03999920001599968),
        ("five people against a million", [0, 5, 1, 1_000_000], 1.1999886000977993e-05, 0.14285514287914264),
    ]

    @Test("chance and loss are exact from one person to a billion", arguments: truth)
    func exact(why: String, counts: [Int64], chance: Double, loss: Double) throws {
        let beliefs = try beliefs(counts)

        #expect(abs(try beliefs.chanceToBeat() - chance) <= 1e-10 * chance, "\(why)")
        #expect(abs(try beliefs.expectedLoss() - loss) <= 1e-10 * loss, "\(why)")
    }

    @Test("the two chances add up to one and the two losses differ by the means", arguments: truth)
    func complementary(why: String, counts: [Int64], chance: Double, loss: Double) throws {
        let beliefs = try beliefs(counts)
        let swapped = Pair(control: beliefs.treatment, treatment: beliefs.control)
        let gain = beliefs.treatment.mean - beliefs.control.mean

        #expect(abs(try beliefs.chanceToBeat() + swapped.chanceToBeat() - 1) < 1e-11)
        #expect(try beliefs.expectedLoss(ofShipping: .baseline) == swapped.expectedLoss())
        #expect(abs(try beliefs.expectedLoss(ofShipping: .baseline) - beliefs.expectedLoss() - gain) < 1e-12)
    }

    @Test("a chance below the range of double is zero, not a failure")
    func underflow() throws {
        let beliefs = try beliefs([1_000_000_000, 1_000_000_000, 0, 1_000_000_000])

        #expect(try beliefs.chanceToBeat() == 0)
        #expect(try beliefs.expectedLoss(ofShipping: .baseline) == 0)
        #expect(abs(try beliefs.expectedLoss() - 0.999_999_998) < 1e-12)
    }

    private func beliefs(_ counts: [Int64]) throws -> Pair<Beta> {
        Pair(
            control: try Proportion(conversions: counts[0], people: counts[1]).posterior(),
            treatment: try Proportion(conversions: counts[2], people: counts[3]).posterior()
        )
    }
}
