import Testing
import TipCore

@testable import Reports
@testable import TipPages

@Suite("Counts of past tests as a file say what the analysis says")
struct AnalysisFileTests {
    private static func document(_ names: [String], copy: String = "Save") throws -> AnalysisDocument {
        let rows = names.flatMap { name in
            [("control", 4000, 480), ("benefit", 4000, 640), ("empty", 0, 0)].map { variant, people, count in
                CSVWriter.text([[name, variant, "\(people)", "\(count)", copy]])
            }
        }
        let text = "experiment,variant,people,conversions,copy\r\n" + rows.joined()
        return try AnalysisRequest(weights: ["empty": 0, "control": 1, "benefit": 1])
            .document(of: try CountsFile(Array(text.utf8)))
    }

    @Test("each figure is that of the JSON, and what cannot be computed stands as a dash")
    func figures() throws {
        let document = try Self.document(["one"])
        let json = try #require(document.json["experiments"]?.arrayValue?.first)
        let page = AnalysisFile().html(of: document)
        let found = PageReader(page: page).figures(ofMetric: "conversions")
        for variant in try #require(json["variants"]?.arrayValue) {
            let name = try #require(variant["variant"]?.stringValue)
            for figure in ["people", "conversions", "rate"] {
                #expect(found[name]?[figure] == variant[figure]?.text() || figure == "rate")
            }
        }
        let comparison = try #require(json["comparisons"]?.arrayValue?.first)
        #expect(found["benefit"]?["lift"].flatMap(Double.init) == comparison["lift"]?.doubleValue)
        #expect(found["empty"]?["lift"] == "null")
        #expect(page.contains("People are split as configured"))
    }

    @Test("several experiments stand behind a table that leads to each; one stands alone")
    func overview() throws {
        let page = AnalysisFile().html(of: try Self.document(["one", "two"]))
        let reader = PageReader(page: page)
        let ids = reader.elements.compactMap { $0.attributes["id"] }
        let links = reader.elements.compactMap { $0.attributes["href"]?.dropFirst() }.map(String.init)
        #expect(links.count == 2 && links.allSatisfy(ids.contains))
        #expect(reader.imbalance == nil && Set(ids).count == ids.count)
        #expect(!AnalysisFile().html(of: try Self.document(["one"])).contains("class=\"digest\""))
        #expect(AnalysisFile(locale: "ja").html(of: try Self.document(["one"])).contains("実験"))
    }

    @Test("names and copy that are markup stay text", arguments: MarkupTests.hostile)
    func injection(text: String) throws {
        let page = AnalysisFile().html(of: try Self.document(["a" + text, "b" + text], copy: text))
        #expect(!page.contains("<script") && !page.contains("<img"))
        #expect(PageReader(page: page).imbalance == nil)
    }
}
