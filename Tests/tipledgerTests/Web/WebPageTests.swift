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
            #expect(found["figures"]?.integerValue ?? 0 >= 40)
            #expect(found["shots"]?.arrayValue?.count ?? 0 >= 2 * pages.count)
            #expect(try await ledger.stop() == 0)
        }
    }
}
