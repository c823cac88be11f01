import Foundation
import Testing
import TipCore
import TipTestSupport

@Suite("People can use the page: by eye and by ear, by keyboard, on a telephone and on a wide screen")
struct WebPageTests {
    /// The interpreter that drives a browser; nil where that, or the browser, is missing.
    private static let python: String? =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")
        ? Programs.python(importing: "playwright.sync_api", "axe_playwright_python.sync_playwright") : nil

    private static let root: URL = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder
    }()

    @Test(
        "a browser walks every page and finds nothing wrong",
        .enabled(if: python != nil, "chromium, or Playwright and axe from PyPI, could not be installed"),
        .timeLimit(.minutes(30))
    )
    func walk() async throws {
        // The pictures stay, to be looked at.
        let pictures = Self.root.appending(path: ".build-pages").path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
        try await withFolder { folder in
            let ledger = try await ServedLedger.start(in: folder)
            try await BrowserWorld.fill(ledger)
            let script = Self.root.appending(path: "Tests/tipledgerTests/Web/walk.py")
            let output = await Programs.output(
                of: try #require(Self.python),
                [
                    script.path(percentEncoded: false), "http://\(ledger.address)",
                    try #require(ledger.keys["read"]), try #require(ledger.keys["admin"]), pictures,
                    BrowserWorld.person,
                ]
            )
            let found = try #require(
                output.flatMap { JSON(parsing: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
            )
            for problem in found["problems"]?.arrayValue ?? [] { Issue.record("\(problem.text())") }
            let pages = found["pages"]?.arrayValue ?? []
            #expect(pages.count >= 10, "\(pages.count) pages")
            #expect(found["printed"]?.arrayValue?.count ?? 0 >= pages.count)
            #expect(found["figures"]?.integerValue ?? 0 >= 40)
            #expect(found["shots"]?.arrayValue?.count ?? 0 >= 2 * pages.count)
            #expect(try await ledger.stop() == 0)
        }
    }

    /// Past tests of a newspaper, each with its headlines; nil where they are not beside the repository.
    private static let headlines: String? = {
        let path = root.appending(path: "../shared/data/upworthy-sample.csv").standardizedFileURL
            .path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    /// The same tests with a thousandth of their people: what they were called and said is what pages may trip over.
    private static let fewer = """
        import csv, sys
        out = csv.writer(sys.stdout)
        for row in csv.reader(open(sys.argv[1], newline="")):
            if row[3].isdigit():
                people = int(row[3]) // 1000 + 1
                row[3:5] = people, min(people, round(int(row[4]) / 1000))
            out.writerow(row)
        """

    @Test(
        "nor on the pages of 250 past tests with their real headlines",
        .enabled(
            if: python != nil && headlines != nil,
            "the browser could not be installed, or ../shared/data is not there"
        ),
        .timeLimit(.minutes(30))
    )
    func pastTests() async throws {
        let pictures = Self.root.appending(path: ".build-pages").path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
        let python = try #require(Self.python)
        try await withFolder { folder in
            let rows = await Programs.output(of: python, ["-c", Self.fewer, try #require(Self.headlines)])
            let file = try folder.write("past.csv", try #require(rows))
            let loaded = try await Program.run(
                ["ingest", file, "--as", "counts"],
                in: folder,
                environment: ServedLedger.environment(folder)
            )
            try #require(loaded.code == 0, "\(loaded.messages)")
            let ledger = try await ServedLedger.start(in: folder)
            let script = Self.root.appending(path: "Tests/tipledgerTests/Web/walk.py")
            let output = await Programs.output(
                of: python,
                [
                    script.path(percentEncoded: false), "http://\(ledger.address)",
                    try #require(ledger.keys["read"]), try #require(ledger.keys["admin"]), pictures, "",
                ]
            )
            let found = try #require(
                output.flatMap { JSON(parsing: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
            )
            for problem in found["problems"]?.arrayValue ?? [] { Issue.record("\(problem.text())") }
            let pages = found["pages"]?.arrayValue?.compactMap(\.stringValue) ?? []
            #expect(pages.count { $0.hasPrefix("/experiments/") } == 250)
            #expect(found["shots"]?.arrayValue?.count ?? 0 >= 7)
            #expect(try await ledger.stop() == 0)
        }
    }
}
