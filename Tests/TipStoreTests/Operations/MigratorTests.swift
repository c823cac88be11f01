import Postgres
import Testing
import TipStore
import TipTestSupport

@Suite("A database comes to the program's form once, whoever brings it there")
struct MigratorTests {
    private func ask(_ settings: ConnectionSettings, _ query: Query) async throws -> String {
        let connection = try await Connection.open(settings)
        let value = try await connection.query(query).first?.string(0) ?? ""
        await connection.close()
        return value
    }

    private func tell(_ settings: ConnectionSettings, _ script: Query) async throws {
        let connection = try await Connection.open(settings)
        try await connection.execute(script: script)
        await connection.close()
    }

    @Test("a fresh database gets everything, and a second time nothing")
    func freshAndAgain() async throws {
        try await withDatabase { settings in
            let migrator = Migrator(settings)
            let before = try await migrator.status()
            #expect(!before.isEmpty && before.allSatisfy { !$0.isApplied })
            let applied = try await migrator.up()
            #expect(applied == before.map(\.name))
            #expect(try await migrator.status().allSatisfy(\.isApplied))
            #expect(try await migrator.up().isEmpty)
            let streams = try await ask(settings, "select count(*)::text from stream_head")
            #expect(streams == "\(Migrator.defaultStreams + 1)", "stream 0 and those that hold persons")
        }
    }

    @Test("four programs at once apply each migration once", arguments: 1...8)
    func atOnce(round: Int) async throws {
        try await withDatabase { settings in
            let applied = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<4 { group.addTask { try await Migrator(settings).up() } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            let known = try await Migrator(settings).status()
            #expect(applied.sorted() == known.map(\.name).sorted())
            let streams = try await ask(settings, "select count(*)::text from stream_head")
            #expect(streams == "\(Migrator.defaultStreams + 1)")
        }
    }

    @Test("a log keeps the streams it was made with")
    func streamsStay() async throws {
        try await withDatabase { settings in
            _ = try await Migrator(settings).up(streams: 3)
            _ = try await Migrator(settings).up(streams: 64)
            let streams = try await ask(
                settings,
                "select string_agg(stream::text, ' ' order by stream) from stream_head"
            )
            #expect(streams == "0 1 2 3")
        }
    }

    @Test("a database made by a newer program is refused by name, and left as it is")
    func newer() async throws {
        try await withDatabase { settings in
            _ = try await Migrator(settings).up()
            try await tell(
                settings,
                "insert into migration (number, name, sha256) values (999, 'later', 'x')"
            )
            let known = try await ask(settings, "select max(number)::text from migration where number < 999")
            let error = StoreError(.newerDatabase(version: 999, known: Int(known) ?? 0))
            await #expect(throws: error) { try await Migrator(settings).up() }
            await #expect(throws: error) { try await Migrator(settings).status() }
            await #expect(throws: error) { _ = try await Store.open(settings) }
        }
    }

    @Test("a migration that was changed afterwards is refused")
    func changed() async throws {
        try await withDatabase { settings in
            _ = try await Migrator(settings).up()
            try await tell(settings, "update migration set sha256 = 'other' where number = 1")
            await #expect(throws: StoreError(.changedMigration(number: 1))) {
                try await Migrator(settings).up()
            }
            await #expect(throws: StoreError(.changedMigration(number: 1))) {
                _ = try await Store.open(settings)
            }
        }
    }

    @Test("a store is opened on a migrated database only, and says how much is missing")
    func notMigrated() async throws {
        try await withDatabase { settings in
            let count = try await Migrator(settings).status().count
            await #expect(throws: StoreError(.notMigrated(missing: count))) {
                _ = try await Store.open(settings)
            }
        }
    }
}
