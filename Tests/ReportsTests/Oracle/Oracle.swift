import Foundation
import Statistics
import Testing
import TipTestSupport

@testable import Reports

/// The independent recomputation of an analysis, in Python with scipy and statsmodels.
enum Oracle {
    /// Whether both packages are installed.
    static var isThere: Bool { python != nil }

    private static let python = Programs.python(importing: "scipy", "statsmodels")

    /// What the oracle finds for experiments: the findings of each, in the order given.
    static func findings(
        of experiments: [ExperimentCounts],
        weights: [String: Double],
        alpha: Double
    ) async throws -> [Findings] {
        let request = Request(
            alpha: alpha,
            experiments: experiments.map { Request.Experiment($0, weights: weights) }
        )
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("analyze_oracle.py")
        let output = try await run([script.path], input: JSONEncoder().encode(request))
        return try JSONDecoder().decode(Answer.self, from: Data(output.utf8)).experiments
    }

    /// What python prints, given a whole standard input, which is a file so that a program that ends early breaks no
    /// pipe.
    private static func run(_ arguments: [String], input: Data) async throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try input.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let python = try #require(python)
        let input = try FileHandle(forReadingFrom: file)
        return try #require(await Programs.output(of: python, arguments, input: input))
    }

    private struct Request: Encodable {
        let alpha: Double
        let experiments: [Experiment]

        struct Experiment: Encodable {
            let experiment: String
            let variants: [Variant]
            let weights: [Double]

            init(_ counts: ExperimentCounts, weights: [String: Double]) {
                experiment = counts.experiment
                variants = counts.variants.map {
                    Variant(variant: $0.variant, people: $0.people, conversions: $0.conversions)
                }
                self.weights = counts.variants.map { weights[$0.variant] ?? 1 }
            }
        }

        struct Variant: Encodable {
            let variant: String
            let people: Int64
            let conversions: Int64
        }
    }

    private struct Answer: Decodable {
        let experiments: [Findings]
    }

    /// The oracle's findings of one experiment; nil where it finds no figure.
    struct Findings: Decodable {
        let experiment: String
        let variants: [Variant]
        let comparisons: [Comparison]
        let srm: Split?

        struct Variant: Decodable {
            let rate: Double?
            let interval: [Double]?
        }

        struct Comparison: Decodable {
            let variant: String
            let difference, lift, p, pAdjusted, chanceToBeat, expectedLoss: Double?
            let differenceInterval, liftInterval: [Double]?
        }

        struct Split: Decodable {
            let chiSquare: Double
            let p: Double
        }
    }
}
