import HTTPServer
import Postgres
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("The page lets in who has a key, keeps nothing of it, and obeys no form but its own")
struct WebAccessTests {
    static let pages = ["/", "/tips", "/people", "/ingest", "/catalog", "/experiments/x", "/tips/T"]

    @Test("without a session every page leads to the way in, and from there back")
    func closed() async throws {
        try await withService { bench in
            let browser = Browser(bench)
            for path in Self.pages {
                let answer = try await browser.get(path)
                let there = path.split(separator: "/").map(String.init).joined(separator: "%2F")
                #expect(answer.status == 303 && answer.text.isEmpty, "\(path)")
                #expect(answer.headers["Location"] == "/sign-in?to=%2F\(there)", "\(path)")
            }
            let form = try await browser.get("/sign-in?to=%2Ftips")
            #expect(form.status == 200 && form.hidden("to") == "/tips")
            let key = bench.keys[.read] ?? ""
            let entered = try await browser.post("/sign-in", [("key", " \(key)\n"), ("to", "/tips")])
            #expect(entered.status == 303 && entered.headers["Location"] == "/tips")
            let cookie = try #require(entered.headers["Set-Cookie"])
            #expect(cookie.contains("; HttpOnly; SameSite=Strict; ") && !cookie.contains("Secure"))
            #expect(!cookie.contains(key) && !cookie.contains(key.suffix(32)))
            #expect(try await browser.get("/tips").status == 200)
        }
    }

    @Test("the cookie is for TLS alone where a proxy says that the browser speaks it")
    func secure() async throws {
        try await withService { bench in
            let browser = Browser(bench)
            browser.headers = [("X-Forwarded-Proto", "https")]
            let answer = try await browser.post("/sign-in", [("key", bench.keys[.admin] ?? "")])
            #expect(answer.headers["Set-Cookie"]?.hasSuffix("; Secure") == true)
        }
    }

    @Test(
        "a wrong key, one of another scope, and a way astray",
        arguments: ["", "tl_read_no", "evaluate", "write"]
    )
    func refused(text: String) async throws {
        try await withService { bench in
            let browser = Browser(bench)
            let key = KeyStore.Scope(rawValue: text).flatMap { bench.keys[$0] } ?? text
            let answer = try await browser.post("/sign-in", [("key", key), ("to", "/tips")])
            #expect(answer.status == 403 && !browser.isSignedIn)
            #expect(answer.text.contains("does not open the page") && answer.hidden("to") == "/tips")
            #expect(key.isEmpty || !answer.text.contains(key))
        }
    }

    @Test(
        "signing in leads nobody to another server",
        arguments: ["//example.org", "https://example.org", "/\\example.org", "tips", "/a\r\nX: y", ""]
    )
    func astray(target: String) async throws {
        try await withService { bench in
            let browser = Browser(bench)
            let answer = try await browser.post(
                "/sign-in",
                [("key", bench.keys[.read] ?? ""), ("to", target)]
            )
            #expect(answer.status == 303 && answer.headers["Location"] == "/")
        }
    }

    @Test("the database holds no text that a cookie holds, and a session ends with its key or by signing out")
    func sessions() async throws {
        try await withService { bench in
            let browser = Browser(bench)
            try await browser.signIn(.read)
            #expect(try await bench.count("select count(*) from web_session") == 1)
            let page = try await browser.get("/people")
            #expect(try await browser.post("/sign-out", from: page).status == 303)
            #expect(!browser.isSignedIn)
            #expect(try await bench.count("select count(*) from web_session") == 0)

            let other = Browser(bench)
            try await other.signIn(.read)
            let keys = try await bench.workspace.store.keys.list()
            let key = try #require(keys.first { $0.scope == .read })
            #expect(try await bench.workspace.store.keys.revoke(key.id))
            try await Task.sleep(for: .milliseconds(1100))
            #expect(try await other.get("/").status == 303)
        }
    }

    @Test("a form is obeyed only with the token of its session, from this server")
    func forgery() async throws {
        try await withService { bench in
            let (browser, other) = (Browser(bench), Browser(bench))
            try await browser.signIn(.read)
            try await other.signIn(.read)
            let (page, foreign) = (try await browser.get("/people"), try await other.get("/people"))
            let asked = [("person", "ann")]
            #expect(try await browser.post("/people", from: page, asked).status == 200)
            #expect(try await browser.post("/people", asked).status == 403, "no token")
            #expect(try await browser.post("/people", from: foreign, asked).status == 403, "another's token")
            for headers in [
                [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")],
                [("Origin", "https://example.org")],
            ] {
                browser.headers = headers
                #expect(try await browser.post("/people", from: page, asked).status == 403, "\(headers)")
                let entry = try await browser.post("/sign-in", [("key", bench.keys[.read] ?? "")])
                #expect(entry.status == 403, "\(headers)")
            }
            browser.headers = [("Sec-Fetch-Site", "same-origin"), ("Origin", "http://example.com")]
            #expect(try await browser.post("/people", from: page, asked).status == 200)
        }
    }

    @Test("every answer forbids scripts, frames and guesses, and is kept nowhere")
    func policy() async throws {
        try await withService { bench in
            let browser = Browser(bench)
            try await browser.signIn(.read)
            for path in Self.pages + ["/sign-in", "/nothing"] {
                let answer = try await browser.get(path)
                let policy = try #require(answer.headers["Content-Security-Policy"], "\(path)")
                #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; img-src 'self'"))
                #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
                #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
                #expect(answer.headers["Cache-Control"] == "no-store")
                #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
                #expect(!answer.text.contains("<script") && !answer.text.contains("style="))
            }
            let page = try await browser.get("/")
            let sheet = try #require(page.text.firstMatch(of: /href="(\/pages-[a-z0-9]+\.css)"/)?.output.1)
            let style = try await browser.get(String(sheet))
            #expect(style.headers["Content-Type"] == "text/css; charset=utf-8")
            #expect(style.headers["Cache-Control"]?.contains("immutable") == true)
        }
    }

    @Test("what is not there is told as a page to browsers, and as a problem to programs")
    func missing() async throws {
        try await withService { bench in
            let browser = Browser(bench)
            try await browser.signIn(.read)
            for path in ["/nothing", "/experiments/none", "/tips/none"] {
                let answer = try await browser.get(path)
                #expect(answer.status == 404 && answer.text.contains("<h1"), "\(path)")
            }
            let problem = try await bench.ask("GET", "/nothing", as: .read)
            #expect(problem.status == 404 && problem.code == "not_found")
            #expect(try await browser.get("/tips/").status == 200)
            let wrong = try await browser.post("/tips")
            #expect(wrong.status == 405 && wrong.headers["Allow"]?.contains("GET") == true)
        }
    }
}
