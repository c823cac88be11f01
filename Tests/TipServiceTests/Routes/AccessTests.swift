import HTTPServer
import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport
import TipWire

@testable import TipService

@Suite("Who asks too often waits, who is no person is flagged, and settings say what they set")
struct AccessTests {
    @Test("a bucket lets five seconds' worth through at once, and then as many as it fills")
    func bucket() {
        let limiter = RateLimiter(perSecond: 2)
        let start = ContinuousClock.now
        for _ in 1...10 { #expect(limiter.take("a", at: start) == nil) }
        #expect(limiter.take("a", at: start) == 1)
        #expect(limiter.take("b", at: start) == nil, "another name has a bucket of its own")
        #expect(limiter.take("a", at: start + .milliseconds(600)) == nil)
        #expect(limiter.take("a", at: start + .milliseconds(600)) == 1)
        #expect(RateLimiter(perSecond: 0).take("a") == nil)
        #expect(RateLimiter(perSecond: 0.1).take("a", at: start) == nil)
    }

    @Test("over the limit: 429 with whole seconds, in the words of each dialect")
    func limited() async throws {
        try await withDatabase(.served) { database in
            let workspace = try await Workspace.open(database)
            var settings = ServiceSettings()
            settings.keyRequestsPerSecond = 0.2
            let server = try Server(workspace, listen: "127.0.0.1:0", settings: settings) { _ in }
            let key = try await workspace.store.keys.create(scope: .write, name: "", at: workspace.now()).text
            let headers: HTTPHeaders = ["X-API-Key": key]
            func ask(_ target: String) async throws -> ServiceBench.Answer {
                let body = Array(#"{"batch":[]}"#.utf8)
                let request = try HTTPRequest(method: "POST", target: target, headers: headers, body: body)
                return ServiceBench.Answer(await server.answer(request))
            }
            #expect(try await ask("/v1/batch").status == 200)
            let segment = try await ask("/v1/b")
            #expect(segment.status == 429 && segment.code == "too_many_requests")
            #expect(segment.headers["Retry-After"].flatMap { Int($0) } ?? 0 >= 1)
            #expect(segment.headers["X-RateLimit-Reset"] == segment.headers["Retry-After"])
            let native = try await ask("/v1/events")
            #expect(native.status == 429 && native.json["hint"] != nil)
            await workspace.close()
        }
    }

    @Test("bots and the team are flagged, and the events kept")
    func traffic() async throws {
        try await withDatabase(.served) { database in
            let workspace = try await Workspace.open(database)
            let settings = try ServiceSettings(json: [
                "internalAddresses": ["10.0.0.0/8"], "trustedProxies": ["127.0.0.1"],
            ])
            let server = try Server(workspace, listen: "127.0.0.1:0", settings: settings) { _ in }
            let key = try await workspace.store.keys.create(scope: .write, name: "", at: workspace.now()).text
            let senders: [(person: String, headers: [(String, String)])] = [
                ("bot", [("User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1)")]),
                ("team", [("X-Forwarded-For", "10.1.2.3")]),
                ("person", [("X-Forwarded-For", "10.9.9.9, 203.0.113.9")]),
            ]
            for (person, fields) in senders {
                var headers: HTTPHeaders = ["X-API-Key": key]
                for field in fields { headers.add(field.0, field.1) }
                let body = Array(#"{"type":"session","person":"\#(person)","id":"1"}"#.utf8)
                let request = try HTTPRequest(
                    method: "POST",
                    target: "/v1/events",
                    headers: headers,
                    body: body
                )
                #expect(await server.answer(request).status == 200)
            }
            let connection = try await Connection.open(database)
            let rows = try await connection.query(
                "select p.name, (e.flags & 3)::int from event e join person p using (stream, person) order by 1"
            )
            let flags = try rows.map { "\(try $0.string(0)) \(try $0.int32(1))" }
            #expect(flags == ["bot 2", "person 0", "team 3"])
            await connection.close()
            await workspace.close()
        }
    }

    static let ranges: [(range: String, address: String, isIn: Bool)] = [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.1", "10.0.0.1", true),
        ("10.0.0.0/8", "::ffff:10.0.0.1", true), ("2001:db8::/33", "2001:db8:7fff::1", true),
        ("2001:db8::/33", "2001:db8:8000::1", false), ("0.0.0.0/0", "::1", false),
        ("10.0.0.0/8", "nonsense", false),
    ]

    @Test("an address is in a range by its fixed bits", arguments: ranges.indices)
    func contained(row: Int) throws {
        let (range, address, isIn) = Self.ranges[row]
        #expect(try #require(AddressRange(range)).contains(address) == isIn, "\(range) \(address)")
        #expect(AddressRange("10.0.0.0/33") == nil && AddressRange("x") == nil)
    }

    @Test("what is announced can be set, and a wrong name is told with the nearest right one")
    func settings() throws {
        var changed = ServiceSettings()
        changed.intake.event.eventBytes = 1000
        changed.keyRequestsPerSecond = 7.5
        let again = try ServiceSettings(json: .object(changed.announced))
        #expect(again.announced == changed.announced)
        let error = #expect(throws: BadSettings.self) { try ServiceSettings(json: ["eventByte": 1]) }
        #expect(error?.hint.contains("eventBytes") == true)
        #expect(throws: BadSettings.self) { try ServiceSettings(json: ["trustedProxies": ["nope"]]) }
        for (name, value): (String, JSON) in [
            ("idBytes", 0), ("personBytes", 5000), ("headerSeconds", 0), ("headerSeconds", "10"),
            ("depth", 1.5),
        ] {
            #expect(throws: BadSettings.self, "\(name)") { try ServiceSettings(json: [name: value]) }
        }
        #expect(throws: BadSettings.self) { try ServiceSettings(json: ["eventNames": ["a": "b"]]) }
    }

    @Test("of two servers that start at once, one makes each first key; a rotated key goes on for a while")
    func keys() async throws {
        try await withDatabase(.served) { database in
            let workspace = try await Workspace.open(database)
            let store = workspace.store.keys
            let now = workspace.now()
            async let one = store.createFirst(scope: .write, at: now)
            async let other = store.createFirst(scope: .write, at: now)
            let made = try await [one, other].compactMap(\.self)
            #expect(made.count == 1)
            let old = try #require(try await store.list().first)
            let new = try #require(
                try await store.rotate(old.id, overlapUntil: now.adding(seconds: 60), at: now)
            )
            try await store.noteUse([old.id: now])
            let listed = try await store.list()
            let ended = try #require(listed.first { $0.id == old.id })
            #expect(ended.isValid(at: now.adding(seconds: 59)) && !ended.isValid(at: now.adding(seconds: 60)))
            #expect(ended.lastUsedAt == now && new.key.scope == .write && listed.count == 2)
            #expect(try await store.rotate("key_none", overlapUntil: now, at: now) == nil)
            await workspace.close()
        }
    }
}
