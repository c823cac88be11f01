import Foundation
import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("An analysis of past tests is printed in five formats that say the same")
struct AnalysisFormatsTests {
    private static let file = """
        experiment,variant,people,conversions,copy
        spring,control,5012,612,Save
        spring,benefit,4988,758,"Never lose it, ever"
        autumn,a,560,0,=1+1
        autumn,b,400,9,<b>now</b>
        lone,only,10,1,

        """

    private func document() throws -> AnalysisDocument {
        let experiments = try CountsFile(Array(Self.file.utf8)).experiments
        return AnalysisDocument(experiments: try experiments.map { try analysis(of: $0) })
    }

    @Test("for a terminal")
    func text() throws {
        #expect(
            try document().text(TextOptions(width: 80)) == """
                spring
                  variant people converted   rate    lift   95 % interval       p verdict
                  control   5012       612 12.2 %       –               –       – baseline
                          Save
                  benefit   4988       758 15.2 % +24.5 % +12.7 … +37.4 % 1.4e-05 better
                          Never lose it, ever
                  People are split as configured (p 0.81).

                autumn
                  variant  people  converted    rate  lift  95 % interval         p  verdict
                  a           560          0   0.0 %     –              –         –  baseline
                           =1+1
                  b           400          9  2.25 %     –              –  0.000359  not trusted
                           <b>now</b>
                  "b": no lift, as baseline has no conversions; the difference is +2.25 points
                  (+1.0 … +4.2 points)
                  ALARM: The split is not as configured: "a" has 560 people where 480 were
                  expected (p 2.4e-07).

                lone
                  variant  people  converted    rate  lift  95 % interval  p  verdict
                  only         10          1  10.0 %     –              –  –  alone
                  The split was not checked: fewer than two variants can be compared.

                method      fixed horizon at alpha 5 %; p by the pooled z-test, or by Fisher's
                            exact test where a cell is under 5, with Holm's correction over an
                            experiment's comparisons; the interval is that of the lift, on the
                            log scale
                in all      3 experiments, 2 comparisons: 1 better, 0 worse, 0 unclear, 1 not to
                            be trusted.
                            1 experiment has a variant that is better than its baseline.
                            1 split alarm, whose figures cannot be trusted until it is clear
                            where people got lost: autumn.

                """
        )
    }

    @Test("as Markdown")
    func markdown() throws {
        #expect(
            try document().markdown() == """
                ## spring

                | variant | copy | people | converted | rate | lift | 95 % interval | p | verdict |
                | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
                | control | Save | 5012 | 612 | 12.2 % | – | – | – | baseline |
                | benefit | Never lose it, ever | 4988 | 758 | 15.2 % | +24.5 % | +12.7 … +37.4 % | \
                1.4e-05 | better |

                - People are split as configured (p 0.81).

                ## autumn

                | variant | copy | people | converted | rate | lift | 95 % interval | p | verdict |
                | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
                | a | =1+1 | 560 | 0 | 0.0 % | – | – | – | baseline |
                | b | &lt;b&gt;now&lt;/b&gt; | 400 | 9 | 2.25 % | – | – | 0.000359 | not trusted |

                - "b": no lift, as baseline has no conversions; the difference is +2.25 points (+1.0 … \
                +4.2 points)
                - ALARM: The split is not as configured: "a" has 560 people where 480 were expected (p \
                2.4e-07).

                ## lone

                | variant | people | converted | rate | lift | 95 % interval | p | verdict |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
                | only | 10 | 1 | 10.0 % | – | – | – | alone |

                - The split was not checked: fewer than two variants can be compared.

                - Method: fixed horizon at alpha 5 %; p by the pooled z-test, or by Fisher's exact test \
                where a cell is under 5, with Holm's correction over an experiment's comparisons; the \
                interval is that of the lift, on the log scale.
                - 3 experiments, 2 comparisons: 1 better, 0 worse, 0 unclear, 1 not to be trusted.
                - 1 experiment has a variant that is better than its baseline.
                - 1 split alarm, whose figures cannot be trusted until it is clear where people got lost: \
                autumn.

                """
        )
    }

    @Test("as comma-separated values, in full precision, with nothing that a spreadsheet runs")
    func csv() throws {
        let document = try document()
        var reader = CSVReader(Array(document.csv().utf8))
        var rows: [[String: String]] = []
        let header = try #require(try reader.next()).fields
        while let record = try reader.next() {
            rows.append(Dictionary(uniqueKeysWithValues: zip(header, record.fields)))
        }

        #expect(
            header == [
                "experiment", "variant", "copy", "people", "conversions", "rate", "rateLower", "rateUpper",
                "baseline",
                "difference", "differenceLower", "differenceUpper", "lift", "liftLower", "liftUpper", "p",
                "pAdjusted",
                "chanceToBeat", "expectedLoss", "verdict", "srmP", "srmChiSquare", "srmOk", "trusted",
            ]
        )
        #expect(rows.map { $0["variant"] } == ["control", "benefit", "a", "b", "only"])
        #expect(rows[1]["copy"] == "Never lose it, ever")
        #expect(rows[2]["copy"] == "'=1+1")
        let found = document.experiments[0].comparisons[0]
        #expect(rows[1]["lift"].flatMap(Double.init) == found.lift.value)
        #expect(rows[1]["p"].flatMap(Double.init) == found.p.value)
        #expect(rows[1]["differenceUpper"].flatMap(Double.init) == found.differenceInterval.value?.upper)
        #expect(rows[1]["verdict"] == "better" && rows[1]["baseline"] == "control")
        #expect(rows[0]["verdict"] == "" && rows[0]["lift"] == "")
        #expect(rows[3]["lift"] == "" && rows[3]["srmOk"] == "false")
        #expect(rows[4]["srmOk"] == "")
        #expect(rows.map { $0["trusted"] }.contains("true") && rows[3]["trusted"] == "false")
    }

    @Test("a line of JSON an experiment, each an element of the document")
    func ndjson() throws {
        let document = try document()
        let lines = document.ndjson().split(separator: "\n", omittingEmptySubsequences: false)

        #expect(lines.count == 4 && lines.last == "")
        let elements = document.json["experiments"]?.arrayValue
        #expect(lines.dropLast().map(String.init) == elements?.map { $0.text() })
        #expect(lines.dropLast().allSatisfy { JSON(parsing: String($0)) != nil })
    }

    @Test("many experiments are added up, and chance is given its due")
    func summary() throws {
        let experiments = try (0..<40).map { number in
            try analysis(
                of: ExperimentCounts(
                    experiment: "e\(number)",
                    variants: [
                        VariantCounts(variant: "a", people: number == 7 ? 1200 : 1000, conversions: 100),
                        VariantCounts(variant: "b", people: 1000, conversions: number < 9 ? 160 : 101),
                        VariantCounts(variant: "c", people: 0, conversions: 0),
                    ]
                ),
                weights: ["c": 0]
            )
        }

        #expect(
            AnalysisDocument(experiments: experiments).summary.sentences.map { Words.plain($0.english) } == [
                "40 experiments, 80 comparisons: 8 better, 0 worse, 31 unclear, 39 without data, "
                    + "2 not to be trusted.",
                "8 experiments have a variant that is better than its baseline. "
                    + "Were there no difference anywhere, chance would still show one, either way, in about 2 of 39.",
                "1 split alarm, whose figures cannot be trusted until it is clear where people got lost: e7.",
            ]
        )
    }

    @Test("long lists of alarms are cut short")
    func manyAlarms() throws {
        let experiments = try (1...12).map { number in
            try analysis(
                of: ExperimentCounts(
                    experiment: "e\(number)",
                    variants: [
                        VariantCounts(variant: "a", people: 100, conversions: 1),
                        VariantCounts(variant: "b", people: 10, conversions: 1),
                    ]
                )
            )
        }
        let summary = AnalysisDocument(experiments: experiments).summary

        #expect(summary.splitAlarms.count == 12)
        #expect(
            summary.sentences.last?.english.hasSuffix("e1, e2, e3, e4, e5, e6, e7, e8, e9, e10 and 2 more.")
                == true
        )
    }

    @Test("nothing at all is printed as nothing at all")
    func empty() {
        let nothing = AnalysisDocument(experiments: [])

        #expect(nothing.ndjson() == "")
        #expect(nothing.json.text() == "{\"schema\":\"tipledger.analysis/1\",\"experiments\":[]}")
        #expect(nothing.csv().hasPrefix("experiment,variant,"))
        #expect(nothing.text().contains("0 experiments, 0 comparisons: 0 better, 0 worse, 0 unclear."))
    }

    private static var upworthy: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("shared/data/upworthy-sample.csv")
    }

    @Test(
        "250 real headline tests fit a terminal, and every variant has its row",
        .enabled(if: FileManager.default.fileExists(atPath: upworthy.path), "needs the shared data")
    )
    func archive() throws {
        let experiments = try CountsFile(Array(Data(contentsOf: Self.upworthy))).experiments
        let document = AnalysisDocument(experiments: try experiments.map { try analysis(of: $0) })
        let lines = document.text(TextOptions(width: 100)).split(separator: "\n")
        let rows = experiments.reduce(0) { $0 + $1.variants.count }

        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 100 })
        let shown = lines.filter { $0.hasPrefix("  v") && !$0.hasPrefix("  variant") }
        #expect(shown.filter { $0.contains("%") }.count == rows)
        #expect(document.csv().split(separator: "\r\n").count == rows + 1)
        #expect(document.ndjson().split(separator: "\n").count == 250)
    }
}
