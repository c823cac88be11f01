import Testing
import TipCore

@testable import Reports

@Suite("What is asked beyond the registered figures stands in every format")
struct DetailsFormatsTests {
    private static func report() throws -> ExperimentReport {
        var snapshots = Snapshots((20, 100), (30, 100))
        snapshots.secondary = [
            (MetricDefinition(metric: .donation("saved"), measure: .sum(field: "price")), [40, 45])
        ]
        var report = try snapshots.report()
        let units = (0..<200).map { number in
            var context = EventContext()
            context.os = number % 4 < 2 ? "iOS" : "<b>macOS"
            let participation = Participation(
                variant: number % 2 == 0 ? "control" : "benefit",
                standing: .compared,
                exposedAt: Snapshots.start.adding(seconds: Int64(number) * 3000),
                convertedAt: [
                    number % 5 == 0 ? Snapshots.start.adding(seconds: Int64(number) * 3000) : nil, nil,
                ]
            )
            return CountedUnit(participation, context: context, values: [nil, Double(number % 3)])
        }
        var request = ReportDetails.Request()
        request.dimension = .context("os")
        request.timeZone = "Asia/Tokyo"
        report.add(try ReportDetails(request, units, of: report))
        return report
    }

    private static func rows(_ report: ExperimentReport) throws -> [[String: String]] {
        var reader = CSVReader(Array(ExperimentReport.csv(of: [report]).utf8))
        let header = try #require(try reader.next()).fields
        var rows: [[String: String]] = []
        while let record = try reader.next() {
            rows.append(Dictionary(uniqueKeysWithValues: zip(header, record.fields)))
        }
        return rows
    }

    @Test("as comma-separated values, each kind with the figures of the JSON")
    func csv() throws {
        let report = try Self.report()
        let rows = try Self.rows(report)
        let breakdown = rows.filter { $0["kind"] == "breakdown" }
        #expect(breakdown.map { $0["value"] } == ["<b>macOS", "<b>macOS", "iOS", "iOS"])
        #expect(breakdown.allSatisfy { $0["by"] == "context.os" && $0["verdict"] == "" })
        let people = breakdown.compactMap { $0["people"].flatMap { Int($0) } }
        #expect(people.reduce(0, +) == 200)
        let part = try #require(report.details.breakdown?.parts.first)
        #expect(breakdown[1]["pAdjusted"].flatMap(Double.init) == part.pExploratory[0].value)
        let days = rows.filter { $0["kind"] == "day" }
        #expect(days.suffix(2).map { $0["people"] } == ["100", "100"], "the last day has the totals")
        #expect(days.first?["day"] == "2026-11-16" && days.first?["timeZone"] == "Asia/Tokyo")
        let means = rows.filter { $0["kind"] == "measured" }
        #expect(means.count == 2 && means[0]["measure"] == "sum" && means[0]["field"] == "price")
        let mean = try #require(report.details.means.first)
        #expect(means[1]["mean"].flatMap(Double.init) == mean.variants[1].mean.value)
        #expect(means[1]["pAdjusted"].flatMap(Double.init) == mean.comparisons[0].pAdjusted.value)
        #expect(rows.allSatisfy { $0["experiment"] == "favorites-copy" })
    }

    @Test("as Markdown, a table each, with nothing in it that a page would obey")
    func markdown() throws {
        let text = try Self.report().markdown()
        #expect(
            text.contains("By: context.os at the exposure: exploratory, corrected by Benjamini and Hochberg")
        )
        #expect(text.contains("| &lt;b&gt;macOS | control | 50 |") && !text.contains("<b>"))
        #expect(text.contains("Days: cumulative, in Asia/Tokyo"))
        #expect(text.contains("Measured: sum of price: donation:saved"))
        #expect(text.contains("| variant | people | mean | deviation | difference | p (BH) |"))
    }

    @Test("for a terminal and as JSON the same parts are there")
    func others() throws {
        let report = try Self.report()
        let text = report.text(TextOptions(width: 100))
        for label in ["by ", "days ", "measured ", "words "] {
            #expect(text.split(separator: "\n").contains { $0.hasPrefix(label) }, "\(label)")
        }
        let json = report.json()
        #expect(json["breakdown"] != nil && json["series"] != nil)
        let mean = json["means"]?.arrayValue?.first
        #expect(mean?["comparisons"]?.arrayValue?.first?["pAdjusted"] != nil)
        #expect(mean?["adjustment"] == "benjamini-hochberg")
    }

    @Test("without a question there are no such rows")
    func none() throws {
        let rows = try Self.rows(try Snapshots((20, 100), (30, 100)).report())
        #expect(rows.map { $0["kind"] } == ["primary", "primary"])
    }
}
