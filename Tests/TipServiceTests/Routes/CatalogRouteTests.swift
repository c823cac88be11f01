import HTTPServer
import Postgres
import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("The catalog is put, shown and switched over HTTP")
struct CatalogRouteTests {
    static let catalog = """
        {"tips":[{"id":"T","title":"Hi"},{"id":"trail-{item}","title":"Trail"}],
         "experiments":[{"id":"x","tip":"T","variants":[{"id":"control"},{"id":"benefit","title":"Ho"}],
           "primary":{"metric":"tap","within":"7d"}}]}
        """

    @Test("a new project has the empty catalog, and each put that changes something makes a revision")
    func revisions() async throws {
        try await withService { bench in
            let empty = try await bench.ask("GET", "/v1/catalog", as: .evaluate)
            #expect(empty.status == 200 && empty.json["catalogRevision"]?.integerValue == 0)
            for _ in 0..<2 {
                let put = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
                #expect(put.status == 200 && put.json["revision"]?.integerValue == 1)
            }
            let other = Self.catalog.replacing("Hi", with: "Hello")
            let put = try await bench.ask("PUT", "/v1/catalog", as: .admin, other)
            #expect(put.json["revision"]?.integerValue == 2)
            let now = try await bench.ask("GET", "/v1/catalog", as: .evaluate)
            #expect(now.json["tips"]?.arrayValue?.first?["title"]?.stringValue == "Hello")
            #expect(try await bench.count("select count(*) from event where stream = 0") == 2)
        }
    }

    @Test("what was given can be put again and changes nothing")
    func roundTrip() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            guard case .object(let members) = try await bench.ask("GET", "/v1/catalog", as: .evaluate).json
            else {
                Issue.record("the catalog is no object")
                return
            }
            let body = JSON.object(members.filter { $0.key != "catalogRevision" }).text()
            let put = try await bench.ask("PUT", "/v1/catalog", as: .admin, body)
            #expect(put.status == 200 && put.json["revision"]?.integerValue == 1, "\(put.json.text())")
        }
    }

    @Test("who has the newest catalog is told so in no bytes")
    func tags() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            let first = try await bench.ask("GET", "/v1/catalog", as: .evaluate)
            let tag = try #require(first.headers["ETag"])
            let table: [(sent: String, status: Int)] = [
                (tag, 304), ("W/\(tag)", 304), ("\"a\", \(tag)", 304), ("*", 304), ("\"a\"", 200),
            ]
            for (sent, status) in table {
                let answer = try await bench.ask(
                    "GET",
                    "/v1/catalog",
                    as: .evaluate,
                    headers: [("If-None-Match", sent)]
                )
                #expect(answer.status == status && answer.headers["ETag"] == tag, "\(sent)")
            }
            _ = try await bench.ask(
                "PUT",
                "/v1/catalog",
                as: .admin,
                Self.catalog.replacing("Hi", with: "Ho")
            )
            let later = try await bench.ask(
                "GET",
                "/v1/catalog",
                as: .evaluate,
                headers: [("If-None-Match", tag)]
            )
            #expect(later.status == 200 && later.headers["ETag"] != tag)
        }
    }

    @Test("a dry run shows the difference and leaves everything as it is")
    func dryRun() async throws {
        try await withService { bench in
            let answer = try await bench.ask("PUT", "/v1/catalog?dryRun=1", as: .admin, Self.catalog)
            #expect(answer.status == 200 && answer.json["diff"] != nil && answer.json["revision"] == nil)
            #expect(try await bench.count("select count(*) from event") == 0)
            let now = try await bench.ask("GET", "/v1/catalog", as: .evaluate)
            #expect(now.json["catalogRevision"]?.integerValue == 0)
        }
    }

    @Test("a revision can be put in force in the past")
    func backdated() async throws {
        try await withService { bench in
            let at = "2025-05-06T07:08:09Z"
            let answer = try await bench.ask("PUT", "/v1/catalog?at=\(at)", as: .admin, Self.catalog)
            #expect(answer.status == 200)
            #expect(try CatalogService(bench.workspace).current().at.rfc3339 == at)
            for query in ["at=may", "at=", "dryRun=1&at=may", "dryRun=1&at="] {
                let bad = try await bench.ask("PUT", "/v1/catalog?\(query)", as: .admin, Self.catalog)
                #expect(bad.status == 400 && bad.code == "bad_time", "\(query)")
            }
        }
    }

    static let wrong: [(why: String, body: String)] = [
        ("no JSON", "{tips:"), ("a rule that says nothing", #"{"tips":[{"id":"T","rules":["param("]}]}"#),
        ("an experiment over no tip", #"{"experiments":[{"id":"x","tip":"none","variants":[{"id":"a"}]}]}"#),
        ("two tips by one name", #"{"tips":[{"id":"T"},{"id":"T"}]}"#),
    ]

    @Test("a catalog with an error is refused with every error's place", arguments: wrong)
    func refused(why: String, body: String) async throws {
        try await withService { bench in
            let answer = try await bench.ask("PUT", "/v1/catalog", as: .admin, body)
            #expect(answer.status == 422 && answer.code == "bad_catalog", "\(why): \(answer.json.text())")
            let error = try #require(answer.json["errors"]?.arrayValue?.first)
            #expect(error["line"]?.integerValue != nil && error["column"]?.integerValue != nil)
            #expect(try await bench.count("select count(*) from event") == 0)
        }
    }

    @Test("a tip is switched off and on by its name, also one of a template")
    func switches() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            for tip in ["T", "trail-7"] {
                let off = try await bench.ask("POST", "/v1/tips/\(tip)/off", as: .admin)
                #expect(off.status == 200 && off.json["off"] == true)
                let state = try await bench.workspace.store.project.refresh()
                #expect(state.lifecycle.tipsOff(at: bench.workspace.now()) == [tip])
                let on = try await bench.ask("POST", "/v1/tips/\(tip)/on", as: .admin)
                #expect(on.status == 200 && on.json["off"] == false)
                #expect(
                    try await bench.workspace.store.project.refresh().lifecycle.tipsOff(
                        at: bench.workspace.now()
                    ) == []
                )
            }
            let none = try await bench.ask("POST", "/v1/tips/t/off", as: .admin)
            #expect(
                none.status == 404 && none.code == "unknown_tip"
                    && none.json["hint"]?.stringValue?.contains("T") == true
            )
        }
    }
}
