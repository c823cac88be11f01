import Foundation
import Testing
import TipCore

@testable import Reports
@testable import TipPages

@Suite("A report as a file says what the report says, and nothing that it was not told to")
struct ReportFileTests {
    @Test("each figure on the page is that of the JSON")
    func figures() throws {
        let report = try Examples.winning(days: 14)
        let json = report.json(locale: nil)
        let found = PageReader(page: ReportFile().html(of: report)).figures(ofMetric: "tap")
        let variants = try #require(json["variants"]?.arrayValue)
        #expect(variants.count == 2)
        for variant in variants {
            let name = try #require(variant["variant"]?.stringValue)
            #expect(found[name]?["people"] == variant["people"]?.text())
            #expect(found[name]?["conversions"] == variant["conversions"]?.text())
            #expect(found[name]?["rate"].flatMap(Double.init) == variant["rate"]?.doubleValue)
        }
        let comparison = try #require(json["comparisons"]?.arrayValue?.first)
        #expect(found["benefit"]?["lift"].flatMap(Double.init) == comparison["lift"]?.doubleValue)
        let interval = found["benefit"]?["liftInterval"]?.split(separator: " ").compactMap { Double($0) }
        #expect(interval == comparison["liftInterval"]?.arrayValue?.compactMap(\.doubleValue))
        #expect(found["control"]?["lift"] == "null")
    }

    @Test("the plots carry the figures of the report, and the last day those of all days")
    func plots() throws {
        let report = try Examples.winning(days: 14)
        let elements = PageReader(page: ReportFile().html(of: report)).elements
        let lift = try #require(report.primary.comparisons[0].lift.value)
        let forest = try #require(elements.first { $0.name == "g" })
        #expect(forest.attributes["data-variant"] == "benefit")
        #expect(forest.attributes["data-lift"].flatMap(Double.init) == lift)
        let last = try #require(elements.first { $0.attributes["data-day"] != nil })
        #expect(last.attributes["data-day"] == "2026-11-29")
        #expect(last.attributes["data-lift"].flatMap(Double.init) == lift)
        let people = elements.compactMap { $0.attributes["data-people"] }
        #expect(people == ["4000", "4000"])
        // Bars beside figures are for the eye alone.
        let drawings = elements.filter { $0.name == "svg" && $0.attributes["aria-hidden"] == nil }
        #expect(drawings.count == 3)
        for drawing in drawings {
            let ids = drawing.attributes["aria-labelledby"]?.split(separator: " ").map(String.init) ?? []
            #expect(
                ids.count == 2 && ids.allSatisfy { id in elements.contains { $0.attributes["id"] == id } }
            )
        }
    }

    @Test("copy, names and ids that are markup stay text", arguments: MarkupTests.hostile)
    func injection(text: String) throws {
        let copy = Copy(
            title: LocalizedText(text),
            message: LocalizedText(text),
            image: text,
            actions: [ActionDefinition(id: "a", title: LocalizedText(text))]
        )
        let report = try Examples.report(
            [("control" + text, 500, 40, copy), ("x" + text, 500, 80, nil)],
            named: text,
            days: 3
        )
        let page = ReportFile().html(of: [report, report])
        let plain = ReportFile().html(of: [try Examples.report([("a", 500, 40, nil), ("b", 500, 80, nil)])])
        let known = Set(PageReader(page: plain).elements.map(\.name))
        let added = Set(PageReader(page: page).elements.map(\.name)).subtracting(known)
        #expect(added.isSubset(of: ["path", "text", "circle", "line", "span", "p", "h3"]), "\(added)")
        #expect(!page.contains("<script") && !page.contains("<img"))
        #expect(PageReader(page: page).imbalance == nil)
        #expect(
            !PageReader(page: page).elements.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } }
        )
    }

    @Test("ids are given once, headings and tables are complete, and nothing is fetched")
    func soundness() throws {
        let reports = [try Examples.winning(days: 5), try Examples.winning()]
        for page in [ReportFile().html(of: reports), ReportFile(locale: "ja").html(of: reports[0])] {
            let reader = PageReader(page: page)
            #expect(reader.imbalance == nil)
            let ids = reader.elements.compactMap { $0.attributes["id"] }
            #expect(Set(ids).count == ids.count)
            #expect(reader.elements.filter { $0.name == "h1" }.count == 1)
            let tables = reader.elements.filter { $0.name == "table" }.count
            #expect(tables == reader.elements.filter { $0.name == "caption" }.count)
            #expect(!page.contains("src=") && !page.contains("url(") && !page.contains("http://"))
        }
    }

    @Test("the first sentence is the advice, in the language of the page")
    func verdict() throws {
        let report = try Examples.winning()
        #expect(report.recommendation.decision == .ship)
        #expect(ReportFile().html(of: report).contains("Ship benefit."))
        let japanese = ReportFile(locale: "ja-JP").html(of: report)
        #expect(japanese.contains(#"<html lang="ja">"#) && japanese.contains("benefit を採用してください。"))
    }

    @Test("what the team decided stands first, and what the figures say beside it")
    func decided() throws {
        var snapshot = try Examples.winning().snapshot
        snapshot.status = .stopped
        let decisions: [(StopDecision?, String, String)] = [
            (.keep, "Decided: keep the tip as it is.", "The figures: Ship benefit."),
            (.ship(variant: "control"), "Decided: ship control.", "The figures: Ship benefit."),
            (nil, "Ship benefit.", "Ship benefit."),
        ]
        for (decision, first, second) in decisions {
            snapshot.decision = decision
            let report = try ExperimentReport(snapshot)
            let page = ReportFile().html(of: report)
            let start = try #require(page.range(of: "class=\"headline\"")).upperBound
            #expect(page[start...].prefix(200).contains(first) && page.contains(second))
            #expect(page.contains("The figures:") == (decision != nil))
            #expect(ReportFile().html(of: [report, report]).contains(first), "in the list too")
        }
    }

    @Test("in Japanese no sentence of the page is English, whatever is advised")
    func japanese() throws {
        let plan = ExperimentDefinition.Plan(peoplePerVariant: 9000, looks: 3, minimumLift: 0.1)
        let reports = [
            try Examples.winning(days: 5), try Examples.report([("a", 0, 0, nil), ("b", 0, 0, nil)]),
            try Examples.report([("a", 4000, 480, nil), ("b", 5000, 900, nil)]),
            try Examples.report([("a", 4000, 480, nil), ("b", 4000, 300, nil), ("c", 4000, 200, nil)]),
            try Examples.report([("a", 4000, 480, nil), ("b", 4000, 470, nil)], plan: plan),
            try Examples.report([("a", 400, 0, nil), ("b", 400, 3, nil)]),
        ]
        #expect(Set(reports.map(\.recommendation.decision)).count == 4, "all that can be advised")
        for report in reports {
            let page = ReportFile(locale: "ja").html(of: report)
            let text = page.replacing(
                /<(style|title|pre|code)[^>]*>.*?<\/\1>/.dotMatchesNewlines(),
                with: "|"
            )
            .replacing(/<[^>]*>/, with: "|")
            let english = text.matches(of: /[A-Za-z]+(?:[ ,\u{A0}]+[A-Za-z]+){2,}/).map { String($0.output) }
            // What people saw is told as they saw it.
            let copy = ["Save as a Favorite", "Never Lose a Backyard"]
            #expect(english.filter { !copy.contains($0) }.isEmpty, "\(english)")
        }
    }

    @Test("beside an alarm no verdict stands anywhere on the page")
    func alarm() throws {
        let report = try Examples.report([("control", 4000, 480, nil), ("benefit", 5000, 900, nil)])
        #expect(report.health.isAlarming && report.primary.comparisons[0].verdict == .better)
        let page = ReportFile().html(of: report)
        #expect(!page.contains(">better<") && !page.contains("· better") && !page.contains("point better"))
        #expect(page.contains("not trusted"))
    }

    @Test("a holdout says that it shows nothing, and a draft that it has not begun")
    func edges() throws {
        let report = try Examples.report(
            [("control", 900, 90, nil), ("none", 900, 90, nil)],
            hides: ["none"]
        )
        #expect(ReportFile().html(of: report).contains("Shows nothing"))
        var draft = report.snapshot
        draft.status = .draft
        draft.phase = nil
        let page = ReportFile().html(of: try ExperimentReport(draft))
        #expect(page.contains("Not started yet.") && PageReader(page: page).imbalance == nil)
        #expect(ReportFile().html(of: []).contains("There are no experiments yet."))
    }

    @Test(
        "every script of copy is there as it was written",
        arguments: [
            "お気に入りに保存", "احفظ الفناء الخلفي المفضل", "Сохраните двор", "שמור את החצר", "保存后院 🏡👨‍👩‍👧",
        ]
    )
    func scripts(text: String) throws {
        let report = try Examples.report([("a", 10, 1, Copy(title: LocalizedText(text))), ("b", 10, 1, nil)])
        let page = ReportFile().html(of: report)
        #expect(page.contains(#"<p class="title" dir="auto">\#(text)</p>"#))
    }
}
