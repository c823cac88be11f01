import Foundation
import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("A report as JSON has the keys of the contract, in its order")
struct ReportDocumentTests {
    @Test("a planned experiment, as a whole")
    func planned() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "planned-report.json")
        let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)

        let report = rounded(try Examples.planned().json()).text(indented: true)
        let (found, expected) = (report.split(separator: "\n"), golden.split(separator: "\n"))
        #expect(found.difference(from: expected).map { "\($0)" } == [], "lines that differ")
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
                0.0794 | not trusted |

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

                - lift is the change relative to the baseline; what is safe holds however often you look; \
                safe p is the chance of such evidence if there were no difference.

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
