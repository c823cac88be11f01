import HTTPServer
import Postgres
import Testing
import TipCore
import TipStore

@testable import TipService

@Suite("What a page changes needs a key that administers, and is told on the page that follows")
struct WebStepsTests {
    @Test("a tip is switched off and on, by a key in the form or by the session's own")
    func killSwitch() async throws {
        try await withService { bench in
            try await WebWorld.fill(bench)
            let (reader, admin) = (Browser(bench), Browser(bench))
            try await reader.signIn(.read)
            try await admin.signIn(.admin)
            let page = try await reader.get("/tips/starved")
            #expect(page.text.contains("name=\"adminKey\""))
            for key in ["", "tl_admin_no", bench.keys[.read] ?? "", bench.keys[.write] ?? ""] {
                let answer = try await reader.post("/tips/starved/off", from: page, [("adminKey", key)])
                #expect(answer.status == 403 && answer.text.contains("needs a key that administers"))
            }
            #expect(bench.workspace.store.project.current.lifecycle.switches.isEmpty)
            let off = try await reader.post(
                "/tips/starved/off",
                from: page,
                [("adminKey", bench.keys[.admin] ?? "")]
            )
            #expect(off.status == 303 && off.headers["Location"] == "/tips/starved?done=off")
            let told = try await reader.get("/tips/starved?done=off").text
            #expect(
                told.contains("starved is switched off for everybody.")
                    && told.contains("switched off</span>")
            )
            let own = try await admin.get("/tips/starved")
            #expect(!own.text.contains("name=\"adminKey\""))
            #expect(try await admin.post("/tips/starved/on", from: own).status == 303)
            #expect(bench.workspace.store.project.current.lifecycle.switches.map(\.isOff) == [true, false])
            #expect(try await admin.post("/tips/none/off", from: own).status == 404)
        }
    }

    @Test("an experiment is stopped once, with what was decided")
    func stop() async throws {
        try await withService { bench in
            try await WebWorld.fill(bench)
            let browser = Browser(bench)
            try await browser.signIn(.admin)
            let path = "/experiments/" + WebForms.encoded(WebWorld.experiment)
            let page = try await browser.get(path)
            for decision in ["ship", "ship:none"] {
                let answer = try await browser.post(path + "/stop", from: page, [("decision", decision)])
                #expect([400, 409].contains(answer.status), "\(decision)")
            }
            let done = try await browser.post(path + "/stop", from: page, [("decision", "keep")])
            #expect(done.status == 303)
            let after = try await browser.get(try #require(done.headers["Location"])).text
            #expect(after.contains("is stopped.") && after.contains("data-status=\"stopped\""))
            #expect(!after.contains("id=\"stop\""))
            #expect(try await browser.post(path + "/stop", from: page, [("decision", "keep")]).status == 409)
        }
    }

    @Test("a running experiment may begin a phase with a catalog, and only where a box was ticked")
    func phases() async throws {
        try await withService { bench in
            try await WebWorld.fill(bench)
            let browser = Browser(bench)
            try await browser.signIn(.admin)
            func phase() -> Int? {
                bench.workspace.store.project.current.lifecycle.experiments[WebWorld.experiment]?
                    .currentPhase.number
            }
            func look(_ title: String) async throws -> (page: Browser.Page, text: String) {
                let text = WebWorld.catalog.text().replacing("Never seen", with: title)
                let page = try await browser.get("/catalog")
                return (try await browser.post("/catalog", from: page, [("catalog", text)]), text)
            }
            let first = try await look("Seen at last")
            #expect(first.page.text.matches(of: /type="checkbox" name="newPhase"/).count == 1)
            #expect(first.page.text.contains("Begin a new phase of"))
            let without = [("catalog", first.text), ("revision", "1")]
            #expect(try await browser.post("/catalog/apply", from: first.page, without).status == 303)
            #expect(phase() == 1)
            let second = try await look("Seen again")
            let with = [("catalog", second.text), ("revision", "2"), ("newPhase", WebWorld.experiment)]
            #expect(try await browser.post("/catalog/apply", from: second.page, with).status == 303)
            #expect(phase() == 2)
            let third = try await look("Seen once more")
            let unknown = [("catalog", third.text), ("revision", "3"), ("newPhase", "none")]
            #expect(try await browser.post("/catalog/apply", from: third.page, unknown).status == 409)
            #expect(try CatalogService(bench.workspace).current().number == 3, "nothing was applied")
            #expect(phase() == 2)
        }
    }

    @Test("a catalog is put in force after its difference was shown, and not over somebody else's")
    func catalog() async throws {
        try await withService { bench in
            try await WebWorld.fill(bench)
            let browser = Browser(bench)
            try await browser.signIn(.admin)
            let page = try await browser.get("/catalog")
            let text = WebWorld.catalog.text().replacing("Never seen", with: "Seen at last")
            let looked = try await browser.post("/catalog", from: page, [("catalog", text)])
            #expect(looked.text.contains("Seen at last") && looked.text.contains("What would change"))
            #expect(try CatalogService(bench.workspace).current().number == 1, "looking changes nothing")
            let stale = [("catalog", text), ("revision", "0")]
            #expect(try await browser.post("/catalog/apply", from: looked, stale).status == 409)
            let fields = [("catalog", text), ("revision", "1")]
            let applied = try await browser.post("/catalog/apply", from: looked, fields)
            #expect(applied.status == 303)
            #expect(try await browser.get("/catalog?done=apply").text.contains("Applied as revision 2."))
            #expect(
                try await browser.post("/catalog/apply", from: looked, fields).status == 409,
                "sent twice"
            )
            let same = try await browser.post("/catalog", from: page, [("catalog", text)])
            #expect(same.text.contains("Nothing would change"))
            let broken = try await browser.post("/catalog", from: page, [("catalog", "{\"tip\":[]}")])
            #expect(broken.text.contains("cannot be applied") && !broken.text.contains("/catalog/apply"))
        }
    }
}
