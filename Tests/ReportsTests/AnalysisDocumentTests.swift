import Foundation
import Testing

@testable import Reports

@Suite("The JSON of an analysis has null for what is missing and the reason beside it")
struct AnalysisDocumentTests {
    /// What is printed for a variant `b` that nobody saw.
    private static let unseen = """
        {
          "experiments" : [
            {
              "comparisons" : [
                {
                  "baseline" : "a",
                  "chanceToBeat" : null,
                  "chanceToBeatReason" : "variant has no people",
                  "difference" : null,
                  "differenceInterval" : null,
                  "differenceIntervalReason" : "variant has no people",
                  "differenceReason" : "variant has no people",
                  "expectedLoss" : null,
                  "expectedLossReason" : "variant has no people",
                  "lift" : null,
                  "liftInterval" : null,
                  "liftIntervalReason" : "variant has no people",
                  "liftReason" : "variant has no people",
                  "p" : null,
                  "pAdjusted" : null,
                  "pAdjustedReason" : "variant has no people",
                  "pReason" : "variant has no people",
                  "variant" : "b",
                  "verdict" : "noData"
                }
              ],
              "experiment" : "headline",
              "health" : {
                "srm" : {
                  "chiSquare" : 4,
                  "ok" : true,
                  "p" : 0.04550026389635842
                }
              },
              "variants" : [
                {
                  "conversions" : 1,
                  "copy" : {
                    "title" : "Save"
                  },
                  "interval" : [
                    0.045587260809700554,
                    0.6993581574175981
                  ],
                  "people" : 4,
                  "rate" : 0.25,
                  "variant" : "a"
                },
                {
                  "conversions" : 0,
                  "interval" : null,
                  "intervalReason" : "nobody was counted",
                  "people" : 0,
                  "rate" : null,
                  "rateReason" : "nobody was counted",
                  "variant" : "b"
                }
              ]
            }
          ],
          "schema" : "tipledger.analysis/1"
        }
        """

    private func json(_ variants: [VariantCounts]) throws -> String {
        let counts = ExperimentCounts(experiment: "headline", variants: variants)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let document = AnalysisDocument(experiments: [try analysis(of: counts)])
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    @Test("a variant nobody saw")
    func nobody() throws {
        let text = try json([
            VariantCounts(variant: "a", copy: "Save", people: 4, conversions: 1),
            VariantCounts(variant: "b", people: 0, conversions: 0),
        ])

        #expect(text == Self.unseen)
    }

    @Test("one variant: no comparison, and the split's reason")
    func oneVariant() throws {
        let text = try json([VariantCounts(variant: "a", people: 10, conversions: 10)])

        #expect(text.contains("\"comparisons\" : [\n\n      ]"))
        #expect(text.contains("\"srm\" : null,"))
        #expect(text.contains("\"srmReason\" : \"fewer than two variants can be compared\""))
    }
}
