import Foundation
import Statistics
import Testing
import TipCore
import TipTestSupport

@testable import Reports

@Suite("An analysis agrees with scipy and statsmodels to nine digits, figure by figure")
struct OracleTests {
    private static let installed = Comment("scripts/bootstrap tests could not install scipy and statsmodels")

    private static var upworthy: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("shared/data/upworthy-sample.csv")
    }

    @Test(
        "the headline tests of the Upworthy archive",
        .enabled(if: FileManager.default.fileExists(atPath: upworthy.path), "needs the shared data"),
        .enabled(if: Oracle.isThere, installed)
    )
    func archive() async throws {
        let experiments = try CountsFile(Array(Data(contentsOf: Self.upworthy))).experiments

        #expect(experiments.count == 250)
        let disagreements = try await disagreements(experiments, alpha: 0.05)
        #expect(disagreements == [])
    }

    @Test("counts at the edges, and counts drawn at random", .enabled(if: Oracle.isThere, installed))
    func edges() async throws {
        var generator = SeededGenerator(seed: 7)
        let edges: [[(Int64, Int64)]] = [
            [(0, 1000), (50, 1000), (0, 1000), (1000, 1000)], [(50, 1000), (0, 1000), (0, 0)],
            [(0, 0), (3, 9)],
            [(5, 5), (5, 5)], [(1, 1), (0, 1)], [(4, 100), (5, 100), (95, 100), (96, 100)],
            [(1, 1_000_000), (9, 900)],
            [(40_000, 1_000_000), (40_500, 1_000_000)], [(2, 3)],
        ]
        let random = (0..<60).map { _ in
            (0..<Int64.random(in: 2...5, using: &generator)).map { _ in
                let people = Int64.random(in: 1...20_000, using: &generator)
                return (Int64.random(in: 0...people / 9, using: &generator), people)
            }
        }
        let experiments = (edges + random).enumerated().map { number, arms in
            ExperimentCounts(
                experiment: "e\(number)",
                variants: arms.enumerated().map {
                    VariantCounts(variant: "v\($0)", people: $1.1, conversions: $1.0)
                }
            )
        }

        let disagreements = try await disagreements(experiments, weights: ["v0": 2, "v3": 0], alpha: 0.01)
        #expect(disagreements == [])
    }

    /// Where the analysis and the oracle differ, one line each.
    private func disagreements(
        _ experiments: [ExperimentCounts],
        weights: [String: Double] = [:],
        alpha: Double
    ) async throws -> [String] {
        let oracle = try await Oracle.findings(of: experiments, weights: weights, alpha: alpha)
        var lines = oracle.count == experiments.count ? [] : ["\(oracle.count) experiments answered"]
        for (counts, want) in zip(experiments, oracle) {
            let named = NamedValues(weights.map { ($0.key, $0.value) })
            let got = try analysis(of: counts, weights: named, level: Level(alpha: alpha))
            lines += differences(got, want).map { "\(counts.experiment): \($0)" }
        }
        return lines
    }

    private func differences(_ got: Analysis, _ want: Oracle.Findings) -> [String] {
        var pairs: [(name: String, got: Double?, want: Double?)] = [
            ("variants", Double(got.variants.count), Double(want.variants.count)),
            ("comparisons", Double(got.comparisons.count), Double(want.comparisons.count)),
            ("srm.p", got.srm.value?.p, want.srm?.p),
            ("srm.chiSquare", got.srm.value?.chiSquare, want.srm?.chiSquare),
        ]
        for (got, want) in zip(got.variants, want.variants) {
            let name = got.counts.variant
            pairs.append(("\(name).rate", got.rate.value, want.rate))
            pairs += ends("\(name).interval", got.interval.value, want.interval)
        }
        for (got, want) in zip(got.comparisons, want.comparisons) {
            let name = got.variant
            pairs.append(("\(name).difference", got.difference.value, want.difference))
            pairs.append(("\(name).lift", got.lift.value, want.lift))
            pairs.append(("\(name).p", got.p.value, want.p))
            pairs.append(("\(name).pAdjusted", got.pAdjusted.value, want.pAdjusted))
            pairs.append(("\(name).chanceToBeat", got.chanceToBeat.value, want.chanceToBeat))
            pairs.append(("\(name).expectedLoss", got.expectedLoss.value, want.expectedLoss))
            pairs += ends("\(name).differenceInterval", got.differenceInterval.value, want.differenceInterval)
            pairs += ends("\(name).liftInterval", got.liftInterval.value, want.liftInterval)
        }
        return pairs.filter { !agree($0.got, $0.want) }.map {
            "\($0.name): got \($0.got.map { "\($0)" } ?? "none"), want \($0.want.map { "\($0)" } ?? "none")"
        }
    }

    private func ends(
        _ name: String,
        _ got: Interval?,
        _ want: [Double]?
    ) -> [(name: String, got: Double?, want: Double?)] {
        [("\(name).lower", got?.lower, want?.first), ("\(name).upper", got?.upper, want?.last)]
    }

    /// Nine digits, or both nothing; under 1e-15 the oracle's own differences of rates have none left.
    private func agree(_ got: Double?, _ want: Double?) -> Bool {
        guard let got, let want else { return got == nil && want == nil }
        return abs(got - want) <= 1e-9 * abs(want) + 1e-15
    }
}
