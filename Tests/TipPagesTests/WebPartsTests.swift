import Testing
import TipCore

@testable import Reports
@testable import TipPages

@Suite("The parts of the web page hold what they are given")
struct WebPartsTests {
    private static let session = PageContext.Session(formToken: "t0ken", isAdmin: false, keyID: "key_1")
    private static let context = PageContext(language: .english, path: "/tips?a=b", session: session)

    @Test(
        "an address has no character that ends it, whatever a thing is called",
        arguments: MarkupTests.hostile
    )
    func addresses(text: String) {
        let address = WebAddress.tip("a/b?c#d " + text)
        #expect(address.hasPrefix("/tips/a%2Fb%3Fc%23d%20"))
        #expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"'<>&?#".utf8.contains($0) })
    }

    @Test("each form carries the token of its session, and asks for a key where the session's may not")
    func forms() {
        let form = WebForm(action: "/x", context: Self.context)
        #expect(form.html([], submit: "Go").markup.contains(#"name="form" value="t0ken""#))
        #expect(form.administering([], submit: "Go", id: "a", hint: "h").markup.contains("adminKey"))
        var admin = Self.context
        admin.session = .init(formToken: "t", isAdmin: true, keyID: "k")
        let own = WebForm(action: "/x", context: admin).administering([], submit: "Go", id: "a", hint: "h")
        #expect(!own.markup.contains("adminKey") && own.markup.contains(#"value="t""#))
    }

    @Test("a page has one title, one main part, no script, and a way to the other language")
    func frame() {
        let page = WebFrame(context: Self.context).page(titled: "<T>", in: .tips, [])
        let elements = PageReader(page: page).elements
        for name in ["h1", "main", "header", "nav", "title"] {
            #expect(elements.filter { $0.name == name }.count == 1, "\(name)")
        }
        #expect(!page.contains("<script") && !page.contains("style=") && page.contains("&lt;T&gt;"))
        #expect(page.contains(#"href="/tips?a=b&amp;language=ja""#))
        #expect(
            elements.filter { $0.attributes["aria-current"] == "page" }.map { $0.attributes["href"] } == [
                "/tips"
            ]
        )
        let closed = WebFrame(context: PageContext(language: .japanese, path: "/sign-in")).page(
            titled: "x",
            []
        )
        #expect(!closed.contains("<nav") && !closed.contains("/sign-out"))
    }

    private static func figures(_ rows: [(seen: Int, people: Int64, did: Int64, closed: Int64)]) -> TipFigures
    {
        var figures = TipFigures(tip: "t")
        figures.responses = rows.map { row in
            TipFigures.Response(
                impressions: row.seen,
                people: row.people,
                allImpressions: Int64(row.seen) * row.people,
                actionPerformed: row.did,
                tipClosed: row.closed,
                countExceeded: 0,
                durationExceeded: 0,
                tapped: row.did + 1,
                taps: 2 * row.did + 1
            )
        }
        return figures
    }

    @Test("who saw it so often is who saw it so often or more often, and nobody is counted twice")
    func responses() {
        let figures = Self.figures([(0, 5, 1, 0), (1, 40, 10, 2), (3, 20, 5, 5), (10, 2, 0, 0)])
        #expect(figures.seen == 62 && figures.ended(\.actionPerformed) == 16 && figures.impressions == 120)
        #expect(figures.tapped == 20)
        #expect(figures.reached(1) == 62 && figures.reached(2) == 22 && figures.reached(4) == 2)
        let table = ResponseTable(figures: figures).html(PageWords(language: .english)).markup
        #expect(table.matches(of: /<tr data-number=/).count == 10)
        #expect(table.contains(">10+<"))
    }

    @Test(
        "a tip starves where people could see it and nobody ever has",
        arguments: [(0, 0, false), (5, 0, true), (5, 1, false), (0, 1, false)] as [(Int64, Int64, Bool)]
    )
    func starving(available: Int64, seen: Int64, isStarved: Bool) {
        var figures = Self.figures(seen > 0 ? [(1, seen, 0, 0)] : [])
        figures.available = available
        #expect(figures.isStarved == isStarved)
    }

    @Test("small plots of a list share one scale, on which the marks of a lift are its figures")
    func miniatures() throws {
        let reports = [
            try Examples.winning(), try Examples.report([("a", 900, 90, nil), ("b", 900, 81, nil)]),
        ]
        let scale = MiniLift.scale(of: reports)
        for report in reports {
            let drawing = MiniLift(comparisons: report.primary.comparisons, isTrusted: true, scale: scale)
                .html
            let point = try #require(PageReader(page: drawing.markup).elements.first { $0.name == "circle" })
            let lift = try #require(report.primary.comparisons[0].lift.value)
            #expect(point.attributes["data-lift"].flatMap(Double.init) == lift)
            #expect(point.attributes["cx"] == scale.place(lift).placed)
        }
        let page = ExperimentsPage(Self.context, reports, choice(2)).html
        #expect(page.matches(of: /<tr data-experiment=/).count == 2)
    }

    private func choice(_ count: Int) -> ExperimentsPage.Choice {
        var choice = ExperimentsPage.Choice()
        (choice.all, choice.matching) = (count, count)
        return choice
    }
}
