import Testing
import TipCore

@testable import Reports

@Suite("The JSON of an analysis has its keys in order, null for what is missing, and the reason beside it")
struct AnalysisDocumentTests {
    private func json(_ variants: [VariantCounts]) throws -> String {
        let counts = ExperimentCounts(experiment: "headline", variants: variants)
        return AnalysisDocument(experiments: [try analysis(of: counts)]).json.text(indented: true)
    }

    @Test("a variant nobody saw")
    func nobody() throws {
        let text = try json([
            VariantCounts(variant: "a", copy: "Save", people: 4, conversions: 1),
            VariantCounts(variant: "b", people: 0, conversions: 0),
        ])

        #expect(
            text == """
                {
                  "schema": "tipledger.analysis/1",
                  "experiments": [
                    {
                      "experiment": "headline",
                      "variants": [
                        {
                          "variant": "a",
                          "copy": {
                            "title": "Save"
                          },
                          "people": 4,
                          "conversions": 1,
                          "rate": 0.25,
                          "interval": [
                            0.045587260809700554,
                            0.6993581574175981
                          ]
                        },
                        {
                          "variant": "b",
                          "people": 0,
                          "conversions": 0,
                          "rate": null,
                          "rateReason": "nobody was counted",
                          "interval": null,
                          "intervalReason": "nobody was counted"
                        }
                      ],
                      "comparisons": [
                        {
                          "variant": "b",
                          "baseline": "a",
                          "difference": null,
                          "differenceReason": "variant has no people",
                          "differenceInterval": null,
                          "differenceIntervalReason": "variant has no people",
                          "lift": null,
                          "liftReason": "variant has no people",
                          "liftInterval": null,
                          "liftIntervalReason": "variant has no people",
                          "p": null,
                          "pReason": "variant has no people",
                          "pAdjusted": null,
                          "pAdjustedReason": "variant has no people",
                          "chanceToBeat": null,
                          "chanceToBeatReason": "variant has no people",
                          "expectedLoss": null,
                          "expectedLossReason": "variant has no people",
                          "verdict": "noData"
                        }
                      ],
                      "health": {
                        "srm": {
                          "p": 0.04550026389635842,
                          "chiSquare": 4,
                          "ok": true
                        }
                      }
                    }
                  ]
                }
                """
        )
    }

    @Test("one variant: no comparison, and the split's reason")
    func oneVariant() throws {
        let text = try json([VariantCounts(variant: "a", people: 10, conversions: 10)])

        #expect(text.contains("\"comparisons\": [],"))
        #expect(
            text.contains(
                """
                        "srm": null,
                        "srmReason": "fewer than two variants can be compared"
                """
            )
        )
    }

    @Test("figures are written in full precision")
    func precision() throws {
        let counts = ExperimentCounts(
            experiment: "e",
            variants: [
                VariantCounts(variant: "a", people: 5012, conversions: 612),
                VariantCounts(variant: "b", people: 4988, conversions: 658),
            ]
        )
        let found = try analysis(of: counts)
        let written = found.json["comparisons"]?.arrayValue?.first

        #expect(written?["lift"]?.doubleValue == found.comparisons[0].lift.value)
        #expect(written?["p"]?.doubleValue == found.comparisons[0].p.value)
        #expect(written?["lift"]?.text().count ?? 0 >= 16)
    }
}
