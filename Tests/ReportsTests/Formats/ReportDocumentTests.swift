import Foundation
import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("A report as JSON has the keys of the contract, in its order")
struct ReportDocumentTests {
    @Test("a planned experiment, as a whole")
    func planned() throws {
        #expect(
            rounded(try Examples.planned().json()).text(indented: true) == """
                {
                  "schema": "tipledger.report/1",
                  "experiment": "favorites-copy",
                  "tip": "favorite-backyard",
                  "status": "running",
                  "phase": 1,
                  "asOf": {
                    "time": "2026-11-30T15:00:00Z",
                    "events": 143180
                  },
                  "metric": {
                    "name": "tap",
                    "within": "7d"
                  },
                  "method": {
                    "test": "group-sequential",
                    "alpha": 0.05,
                    "look": 2,
                    "looks": 5,
                    "adjustment": "holm",
                    "peoplePerVariant": 10000
                  },
                  "variants": [
                    {
                      "variant": "control",
                      "copy": {
                        "title": "Save as a Favorite",
                        "message": "It stays at the top."
                      },
                      "people": 5012,
                      "conversions": 612,
                      "rate": 0.122107,
                      "interval": [
                        0.113331,
                        0.131462
                      ],
                      "impressions": 9120,
                      "taps": 640,
                      "invalidations": {
                        "actionPerformed": 700,
                        "tipClosed": 310
                      }
                    },
                    {
                      "variant": "benefit",
                      "copy": {
                        "title": "Never lose a backyard",
                        "message": "It stays at the top."
                      },
                      "people": 4988,
                      "conversions": 658,
                      "rate": 0.131917,
                      "interval": [
                        0.122808,
                        0.141592
                      ],
                      "impressions": 9034,
                      "taps": 702,
                      "invalidations": {
                        "actionPerformed": 0,
                        "tipClosed": 0
                      }
                    }
                  ],
                  "enrolled": 10300,
                  "immature": 291,
                  "comparisons": [
                    {
                      "variant": "benefit",
                      "baseline": "control",
                      "difference": 0.00980966,
                      "differenceInterval": [
                        -0.00324705,
                        0.022872
                      ],
                      "lift": 0.0803366,
                      "liftInterval": [
                        -0.0252543,
                        0.197366
                      ],
                      "p": 0.140741,
                      "pAdjusted": 0.140741,
                      "chanceToBeat": 0.929576,
                      "expectedLoss": 0.000207725,
                      "verdict": "inconclusive",
                      "sequential": {
                        "z": 1.47304,
                        "bound": 2.71411,
                        "interval": [
                          -0.00827905,
                          0.0279091
                        ]
                      }
                    }
                  ],
                  "health": {
                    "srm": {
                      "p": 0.81033,
                      "chiSquare": 0.0576,
                      "ok": true
                    },
                    "multipleVariants": {
                      "people": 3,
                      "share": 0.000291262
                    },
                    "unexpectedVariant": 0,
                    "late": {
                      "events": 112,
                      "share": 0.004
                    },
                    "excluded": {
                      "test": 4,
                      "bot": 0,
                      "optedOut": 2
                    },
                    "findings": [
                      {
                        "check": "split",
                        "state": "ok",
                        "sentence": "People are split as configured (p 0.81)."
                      },
                      {
                        "check": "multipleVariants",
                        "state": "ok",
                        "sentence": "3 people (0.029 %) saw more than one variant and are left out; by \
                what they saw first: \\"control\\" 1, \\"benefit\\" 2."
                      },
                      {
                        "check": "unexpectedVariant",
                        "state": "ok",
                        "sentence": "Everybody saw the variant assigned to them."
                      },
                      {
                        "check": "late",
                        "state": "ok",
                        "sentence": "0.4 % of the events came more than an hour late."
                      },
                      {
                        "check": "excluded",
                        "state": "ok",
                        "sentence": "Left out: 4 testers, 2 who opted out."
                      },
                      {
                        "check": "openWindows",
                        "state": "ok",
                        "sentence": "291 people are not counted yet, as their window is open."
                      }
                    ]
                  },
                  "recommendation": {
                    "decision": "continue",
                    "variant": null,
                    "because": "The difference between \\"benefit\\" and \\"control\\" can be chance: \
                13.2 % against 12.2 % tapped it, lift +8.0 % (95 % interval −2.5 … +19.7 %). The \
                difference is 1.47 standard errors, and 2.71 are needed at this look. Look 3 of 5 comes \
                at 6000 people a variant; the smallest has 4988: in about 3 days at this pace."
                  },
                  "secondary": [],
                  "guardrails": [
                    {
                      "metric": {
                        "name": "invalidation:tipClosed",
                        "within": null,
                        "withinReason": "no window: conversions count until the phase ends",
                        "direction": "down",
                        "margin": 0.1
                      },
                      "variants": [
                        {
                          "variant": "control",
                          "people": 5012,
                          "conversions": 310,
                          "rate": 0.0618516,
                          "interval": [
                            0.0555123,
                            0.0688619
                          ]
                        },
                        {
                          "variant": "benefit",
                          "people": 4988,
                          "conversions": 290,
                          "rate": 0.0581395,
                          "interval": [
                            0.0519791,
                            0.06498
                          ]
                        }
                      ],
                      "comparisons": [
                        {
                          "variant": "benefit",
                          "baseline": "control",
                          "difference": -0.00371202,
                          "differenceInterval": [
                            -0.0130445,
                            0.00561415
                          ],
                          "lift": -0.060015,
                          "liftInterval": [
                            -0.195181,
                            0.0978521
                          ],
                          "p": 0.434497,
                          "pAdjusted": 0.434497,
                          "chanceToBeat": 0.78253,
                          "expectedLoss": 0.000591209,
                          "verdict": "inconclusive",
                          "sequential": {
                            "z": -0.781519,
                            "bound": 2.71411,
                            "interval": [
                              -0.0166635,
                              0.00922745
                            ]
                          },
                          "guardrail": "unclear"
                        }
                      ]
                    }
                  ],
                  "decision": null,
                  "decisionReason": "not stopped yet",
                  "partial": false
                }
                """
        )
    }

    /// Numbers with six digits: the text is for readers, the last bits are held by laws.
    private func rounded(_ json: JSON) -> JSON {
        switch json {
        case .number(let value) where value != 0:
            let scale = pow(10, 5 - log10(abs(value)).rounded(.down))
            return .number((value * scale).rounded() / scale)
        case .array(let values): return .array(values.map(rounded))
        case .object(let members): return .object(members.map { JSON.Member($0.key, rounded($0.value)) })
        default: return json
        }
    }

    private func keys(_ json: JSON?) -> [String] {
        if case .object(let members) = json { members.map(\.key) } else { [] }
    }

    @Test("at fixed horizon there is nothing sequential, and a decision where one was taken")
    func finished() throws {
        let json = try Examples.finished().json()

        #expect(keys(json["method"]) == ["test", "alpha", "adjustment"])
        #expect(json["method"]?["test"] == "fixed-horizon")
        #expect(json["comparisons"]?.arrayValue?.allSatisfy { $0["sequential"] == nil } == true)
        #expect(json["metric"] == ["name": "tap", "within": nil, "withinReason": .string(Self.noWindow)])
        #expect(json["decision"] == "ship:benefit")
        #expect(json["recommendation"]?["variant"] == "benefit")
        #expect(json["variants"]?.arrayValue?.map { $0["copy"] == nil } == [false, false, true])
    }

    private static let noWindow = "no window: conversions count until the phase ends"

    @Test("an unplanned experiment has always-valid figures and says how they were tuned")
    func alwaysValid() throws {
        let json = try Examples.broken().json()
        let comparison = json["comparisons"]?.arrayValue?.first

        #expect(
            json["method"] == ["test": "always-valid", "alpha": 0.05, "adjustment": "holm", "tuning": 5000.0]
        )
        #expect(keys(comparison?["sequential"]) == ["p", "pAdjusted", "interval"])
        #expect(comparison?["lift"] == .null)
        #expect(comparison?["liftReason"] == "baseline has no conversions")
    }

    @Test("a draft has no phase, no figures, and a reason for each")
    func draft() throws {
        let json = try Examples.draft().json()
        let comparison = json["comparisons"]?.arrayValue?.first

        #expect(json["phase"] == .null)
        #expect(json["phaseReason"] == "the experiment has not started")
        #expect(comparison?["verdict"] == "noData")
        #expect(json["health"]?["srm"] == .null)
        #expect(json["health"]?["srmReason"] == "nobody was counted")
        #expect(json["enrolled"] == 0)
    }

    @Test("open windows that are counted are said to be")
    func partial() throws {
        var snapshot = Snapshots((1, 10), (2, 10)).snapshot
        snapshot.isPartial = true

        #expect(try ExperimentReport(snapshot).json()["partial"] == true)
    }

    @Test("copy is in the language that is asked for")
    func locale() throws {
        let variants = try Examples.planned().json(locale: "ja")["variants"]?.arrayValue

        #expect(variants?[1]["copy"] == ["title": "裏庭を見失わない", "message": "It stays at the top."])
    }

    @Test("all reports stand under one schema, and on a line each")
    func collection() throws {
        let reports = [try Examples.finished(), try Examples.draft()]
        let json = ExperimentReport.json(of: reports)

        #expect(keys(json) == ["schema", "experiments"])
        #expect(json["schema"] == "tipledger.reports/1")
        #expect(json["experiments"] == .array(reports.map { $0.json() }))
        #expect(
            ExperimentReport.ndjson(of: reports)
                == reports[0].json().text() + "\n" + reports[1].json().text() + "\n"
        )
        #expect(
            ExperimentReport.json(of: []).text() == "{\"schema\":\"tipledger.reports/1\",\"experiments\":[]}"
        )
    }

    @Test("as Markdown, with nothing in it that a page would obey")
    func markdown() throws {
        #expect(
            try Examples.broken().markdown() == """
                ## favorites-copy

                **Decide nothing.** The split is not as configured: "control" has 560 people where 480 \
                were expected (p 2.4e-07). No figure can be trusted until the cause is found.

                - State: running, phase 1, day 15; data up to 2026-11-30T15:00:00Z (143 180 events)
                - Tip: favorite-backyard
                - Metric: tap within 7 days of the first impression
                - People: 960 enrolled, all of them compared
                - Method: always valid: safe at any number of looks, at alpha 5 %; most sharply at 5000 \
                people of both arms

                | variant | copy | people | converted | rate | lift | 95 % interval | safe p | verdict |
                | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
                | control | =HYPERLINK("x") | 560 | 0 | 0.0 % | – | – | – | baseline |
                | benefit | \\\\u{1B}\\[31m&lt;b&gt;Save&lt;/b&gt; \\| now | 400 | 9 | 2.25 % | – | – | \
                0.0794 | unclear |

                - "benefit": no lift, as baseline has no conversions; the difference is +2.25 points \
                (+1.0 … +4.2 points)
                - "benefit": safe at every look, the difference is −0.2 … +6.4 points

                Guardrail: donation:saved after the first impression (more is better)

                | variant | people | converted | rate | lift | 95 % interval | safe p | verdict |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
                | control | 560 | 200 | 35.7 % | – | – | – | baseline |
                | benefit | 400 | 60 | 15.0 % | −58.0 % | −67.6 … −45.6 % | 3.0e-08 | broken |

                - ALARM: The split is not as configured: "control" has 560 people where 480 were expected \
                (p 2.4e-07). Find out where people get lost: a variant that crashes or loads slowly, an \
                impression that is sent for one variant only, or people forced into a variant. Then start \
                a new phase.
                - Nobody saw more than one variant.
                - Everybody saw the variant assigned to them.
                - No event came more than an hour late.
                - Nobody had to be left out.

                """
        )
    }

    @Test("as comma-separated values, a row a metric and variant")
    func csv() throws {
        let reports = [try Examples.planned(), try Examples.broken()]
        var reader = CSVReader(Array(ExperimentReport.csv(of: reports, locale: "ja").utf8))
        let header = try #require(try reader.next()).fields
        var rows: [[String: String]] = []
        while let record = try reader.next() {
            rows.append(Dictionary(uniqueKeysWithValues: zip(header, record.fields)))
        }
        let comparison = reports[0].primary.comparisons[0]

        #expect(header.count == Set(header).count)
        #expect(
            rows.map { $0["kind"] } == ["primary", "primary", "guardrail", "guardrail"] + [
                "primary", "primary", "guardrail", "guardrail",
            ]
        )
        #expect(rows[1]["copy"] == "裏庭を見失わない")
        #expect(rows[1]["lift"].flatMap(Double.init) == comparison.lift.value)
        #expect(rows[1]["safeUpper"].flatMap(Double.init) == comparison.sequential?.interval.value?.upper)
        #expect(rows[1]["z"] != "" && rows[1]["safeP"] == "" && rows[5]["z"] == "" && rows[5]["safeP"] != "")
        #expect(rows[3]["guardrail"] == "unclear" && rows[7]["guardrail"] == "breached")
        #expect(rows[4]["copy"] == "'=HYPERLINK(\"x\")")
        #expect(rows[5]["copy"] == "\\u{1B}[31m<b>Save</b> | now")
        #expect(rows[0]["decision"] == "continue" && rows[4]["decision"] == "blocked")
        #expect(rows.allSatisfy { $0["asOf"] == "2026-11-30T15:00:00Z" && $0["events"] == "143180" })
    }
}
