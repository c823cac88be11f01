import HTTPServer
import Postgres
import Reports
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("Pages show what the log says, and whatever it says stays text")
struct WebPagesTests {
    private static let addresses = [
        "/", "/?status=running&q=COPY", "/experiments/" + WebForms.encoded(WebWorld.experiment), "/tips",
        "/tips/" + WebForms.encoded(WebWorld.tip), "/tips/trail-%7Bitem%7D", "/people", "/ingest", "/catalog",
    ]

    @Test("on no page, in no file, and in no language do texts become markup")
    func injection() async throws {
        try await withService { bench in
            try await WebWorld.fill(bench)
            let browser = Browser(bench)
            try await browser.signIn(.read)
            var pages: [(String, Browser.Page)] = []
            for language in ["en", "ja"] {
                for address in Self.addresses {
                    let joint = address.contains("?") ? "&" : "?"
                    pages.append((address, try await browser.get(address + joint + "language=" + language)))
                }
                let form = try await browser.get("/people")
                let found = try await browser.post("/people", from: form, [("person", WebWorld.person)])
                pages.append(("person", found))
                let why = [("person", WebWorld.person), ("tip", WebWorld.tip)]
                pages.append(("why", try await browser.post("/people", from: form, why)))
                let text = WebWorld.catalog.text(indented: true).replacing("Trail", with: WebWorld.markup)
                pages.append(
                    ("difference", try await browser.post("/catalog", from: form, [("catalog", text)]))
                )
                let broken = try await browser.post(
                    "/catalog",
                    from: form,
                    [("catalog", "{\"tips\":\(WebWorld.markup)")]
                )
                pages.append(("errors", broken))
            }
            let base = "/experiments/\(WebForms.encoded(WebWorld.experiment))/report."
            pages.append(("file", try await browser.get(base + "html")))
            for (address, page) in pages {
                #expect(page.status == 200, "\(address)")
                #expect(!page.text.contains("<script") && !page.text.contains("<b>"), "\(address)")
                // The names are on most pages, as text.
                if address.contains("copy") || address == "why" || address == "file" {
                    #expect(page.text.contains("&lt;script&gt;alert(1)"), "\(address)")
                }
            }
            let csv = try await browser.get(base + "csv")
            #expect(csv.headers["Content-Disposition"]?.hasPrefix("attachment; filename=\"copy_1_") == true)
            let cells = csv.text.split(whereSeparator: { ",\n\r".contains($0) })
            #expect(csv.text.contains("'=1+1"))
            #expect(!cells.contains { $0.hasPrefix("=") || $0.hasPrefix("\"=") || $0.hasPrefix("@") })
        }
    }

    @Test("while events come in, pages show what is counted and say what is not")
    func whileEventsComeIn() async throws {
        try await withService { bench in
            try await WebWorld.fill(bench)
            let browser = Browser(bench)
            try await browser.signIn(.read)
            let pages = ["/", "/experiments/" + WebForms.encoded(WebWorld.experiment)]
            func showsAll(_ people: Int) async throws -> Bool {
                for page in pages {
                    let text = try await browser.get(page).text
                    let isCounted = text.contains(">\(people)<") || text.contains(">\(people) enrolled")
                    if !isCounted || text.contains("data-figure=\"uncounted\"") { return false }
                }
                return true
            }
            func send(_ people: String...) async throws -> Int64? {
                let events = people.map { person -> JSON in
                    .object([
                        .init("type", "impression"), .init("person", .string(person)), .init("id", "new"),
                        .init("at", "2026-01-05T00:00:00Z"), .init("tip", .string(WebWorld.tip)),
                        .init("display", "d1"),
                    ])
                }
                return try await bench.post(JSON.array(events).text()).json["accepted"]?.integerValue
            }
            let isWholeBefore = try await showsAll(60)
            #expect(isWholeBefore)
            let sent = try await send("new 1", "new 2")
            #expect(sent == 2)
            let holder = try await Connection.open(bench.settings)
            try await holder.execute(script: "begin; select from stream_head for update")
            let hanging = Task { try await send("new 3") }
            try await Task.sleep(for: .milliseconds(300))
            for page in pages {
                let text = try await browser.get(page).text
                let isTold = text.contains("Not counted yet: 2 events of the last")
                #expect(isTold, "\(page)")
                let japanese = try await browser.get(page + "?language=ja").text
                let isToldInJapanese = japanese.contains("未集計のイベント: 2 件")
                #expect(isToldInJapanese, "\(page)")
                _ = try await browser.get(page + "?language=en")
            }
            try await holder.execute(script: "commit")
            await holder.close()
            #expect(try await hanging.value == 1)
            let isWholeAfter = try await showsAll(63)
            #expect(isWholeAfter)
        }
    }

    @Test("the figures on the page of an experiment, day by day too, are those of its report")
    func experiment() async throws {
        try await withService { bench in
            try await WebWorld.fill(bench)
            let browser = Browser(bench)
            try await browser.signIn(.read)
            let path = "/experiments/" + WebForms.encoded(WebWorld.experiment)
            let page = try await browser.get(path)
            let report = try await bench.ask("GET", "/v1" + path + "/report", as: .read).json
            for variant in try #require(report["variants"]?.arrayValue) {
                for figure in ["people", "conversions"] {
                    let value = try #require(variant[figure]?.integerValue)
                    #expect(page.text.contains("data-figure=\"\(figure)\" data-value=\"\(value)\""))
                }
                let people = try #require(variant["people"]?.integerValue)
                #expect(page.text.contains("data-people=\"\(people)\""), "the last of the days has all")
            }
            let lift = try #require(report["comparisons"]?.arrayValue?.first?["lift"]?.doubleValue)
            #expect(page.text.matches(of: /data-lift="([^"]+)"/).allSatisfy { Double($0.output.1) == lift })
            #expect(page.text.contains("data-day=\"2026-01-07\""))
        }
    }

    @Test("the days that tallies hold are those that the people's histories give, at any time of the day")
    func days() async throws {
        try await withService { bench in
            try await WebWorld.fill(bench)
            // The window of a day closes for some of the people of a day and not for others.
            for time in ["2026-01-04T05:30:00Z", "2026-01-06T00:00:00Z", "2026-02-01T00:00:00Z"] {
                let instant = try #require(Timestamp(rfc3339: time))
                let workspace = try await Workspace.open(bench.settings, at: instant)
                var options = ReportService.Options()
                options.details.timeZone = "UTC"
                let report = try await ReportService(workspace).report(WebWorld.experiment, options)
                let days = try #require(DailySeries(of: report.snapshot))
                #expect(days == report.details.series, "\(time)")
                #expect(days.days.last?.people == report.snapshot.arms.map(\.people))
                await workspace.close()
            }
        }
    }

    @Test("the page of a tip counts people from what is folded, and says which tips starve")
    func tips() async throws {
        try await withService { bench in
            try await WebWorld.fill(bench)
            let browser = Browser(bench)
            try await browser.signIn(.read)
            let list = try await browser.get("/tips").text
            #expect(list.contains("starved: nobody has seen it"))
            let page = try await browser.get("/tips/" + WebForms.encoded(WebWorld.tip)).text
            func value(_ step: String) -> String? {
                page.matches(of: /<tr data-step="([^"]*)">.*?data-value="([0-9]+)"/)
                    .first { $0.output.1 == step }.map { String($0.output.2) }
            }
            #expect(value("seen") == "60" && value("actionPerformed") == "20" && value("tipClosed") == "4")
            let first = try #require(page.firstMatch(of: /<tr data-number="1">(.*?)<\/tr>/)?.output.1)
            #expect(first.contains("data-figure=\"reached\" data-value=\"60\""))
            #expect(first.contains("data-figure=\"actionPerformed\" data-value=\"10\""))
            let second = try #require(page.firstMatch(of: /<tr data-number="2">(.*?)<\/tr>/)?.output.1)
            #expect(second.contains("data-figure=\"reached\" data-value=\"30\""))
            #expect(second.contains("data-figure=\"actionPerformed\" data-value=\"10\""))
        }
    }

    @Test("what comes in is told by type, and what was refused by reason, without what a person typed")
    func intake() async throws {
        try await withService { bench in
            try await WebWorld.fill(bench)
            let browser = Browser(bench)
            try await browser.signIn(.read)
            let page = try await browser.get("/ingest").text
            #expect(page.contains("<tr data-step=\"impression\">") && page.contains("action_tap"))
            #expect(page.contains("missing_field") && page.contains(">native<"))
            #expect(!page.contains("ann@example.com"))
        }
    }

    @Test("an empty project says on every page what to do next")
    func empty() async throws {
        try await withService { bench in
            let browser = Browser(bench)
            try await browser.signIn(.read)
            let hints = [
                ("/", "tipledger apply tips.json5"), ("/tips", "Put a catalog in force"),
                ("/ingest", "POST /v1/events"), ("/catalog", "No catalog is in force yet."),
            ]
            for (path, hint) in hints {
                let page = try await browser.get(path)
                #expect(page.status == 200 && page.text.contains(hint), "\(path)")
            }
            let form = try await browser.get("/people")
            let nobody = try await browser.post("/people", from: form, [("person", "nobody")])
            #expect(nobody.text.contains("The log has no event of this person."))
        }
    }

    static let languages: [(accept: String, language: String)] = [
        ("ja,en;q=0.8", "ja"), ("en-GB,ja;q=0.9", "en"), ("de, ja;q=0.5, en;q=0.4", "ja"), ("de", "en"),
        ("ja;q=0, en", "en"), ("en;q=0.3,ja-JP;q=0.7", "ja"), ("", "en"), (";;q=,", "en"),
    ]

    @Test("pages speak the language that the browser prefers, until another is chosen", arguments: languages)
    func language(accept: String, language: String) async throws {
        try await withService { bench in
            let browser = Browser(bench)
            browser.headers = [("Accept-Language", accept)]
            let first = try await browser.get("/sign-in")
            #expect(first.text.contains("<html lang=\"\(language)\">"))
            let other = language == "en" ? "ja" : "en"
            #expect(try await browser.get("/sign-in?language=\(other)").headers["Content-Language"] == other)
            #expect(try await browser.get("/sign-in").headers["Content-Language"] == other)
        }
    }
}
