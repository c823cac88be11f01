import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport

@Suite("A session is known by what its cookie holds, for half a day, and the database cannot tell it")
struct SessionStoreTests {
    private static let lasts = SessionStore.lasts

    @Test(
        "it is known until it is over",
        arguments: [(0, true), (lasts - 1, true), (lasts, false), (2 * lasts, false)] as [(Int64, Bool)]
    )
    func lasting(after: Int64, isKnown: Bool) async throws {
        try await withStore { store in
            let key = try await store.keys.create(scope: .read, name: "", at: second(0)).key
            let token = try await store.sessions.begin(for: key, at: second(0))
            let found = try await store.sessions.keyID(of: token, at: second(after))
            #expect(found == (isKnown ? key.id : nil))
            #expect(try await store.sessions.keyID(of: token + "x", at: second(after)) == nil)
            #expect(try await store.sessions.keyID(of: "", at: second(after)) == nil)
        }
    }

    @Test("each has a text of its own, ended ones are forgotten, and none can be read in the database")
    func kept() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            let key = try await store.keys.create(scope: .admin, name: "", at: second(0)).key
            let one = try await store.sessions.begin(for: key, at: second(0))
            let other = try await store.sessions.begin(for: key, at: second(0))
            #expect(one != other && one.utf8.count == 40)
            let connection = try await Connection.open(settings)
            let rows = try await connection.query("select s::text, s.sha256 from web_session s")
            for row in rows {
                let text = try row.string(0)
                #expect(!text.contains(one) && !text.contains(other))
            }
            try await store.sessions.end(one)
            #expect(try await store.sessions.keyID(of: one, at: second(1)) == nil)
            #expect(try await store.sessions.keyID(of: other, at: second(1)) == key.id)
            _ = try await store.sessions.begin(for: key, at: second(SessionStore.lasts))
            let left = try await connection.query("select count(*) from web_session").one().int64(0)
            #expect(left == 1, "the one that was over went as the next began")
            await connection.close()
            await store.close()
        }
    }
}
