import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport

@Suite("A key opens what its scope says until it ends, and its text is kept nowhere")
struct KeyStoreTests {
    static let scopes: [(held: KeyStore.Scope, opens: Set<KeyStore.Scope>)] = [
        (.write, [.write]), (.evaluate, [.evaluate]), (.read, [.read]), (.admin, [.admin, .read]),
    ]

    @Test("no scope includes another, but admin includes read", arguments: scopes)
    func allows(held: KeyStore.Scope, opens: Set<KeyStore.Scope>) {
        #expect(Set(KeyStore.Scope.allCases.filter { held.allows($0) }) == opens)
    }

    @Test("a key is listed as it was made, without its text")
    func listed() async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            let made = try await store.keys.create(
                scope: .read,
                name: "täglich",
                expiresAt: second(9),
                at: second(1)
            )
            #expect(made.text.hasPrefix("tl_read_") && made.text.utf8.count == 8 + 32)
            #expect(try await store.keys.list() == [made.key])
            #expect(made.key.sha256 == KeyStore.hash(made.text))
            let connection = try await Connection.open(settings)
            let rows = try await connection.query("select k::text from api_key k")
            #expect(try !rows.one().string(0).contains(made.text))
            await connection.close()
            await store.close()
        }
    }

    @Test("a key is good before its end and before it is revoked, and not from then on")
    func ends() async throws {
        try await withStore { store in
            let made = try await store.keys.create(
                scope: .write,
                name: "",
                expiresAt: second(9),
                at: second(1)
            )
            #expect(made.key.isValid(at: second(8)) && !made.key.isValid(at: second(9)))
            #expect(try await store.keys.revoke(made.key.id))
            #expect(try await !store.keys.revoke(made.key.id), "twice is once")
            #expect(try await !store.keys.revoke("key_none"))
            let listed = try #require(try await store.keys.list().first)
            #expect(!listed.isValid(at: second(2)))
        }
    }
}
