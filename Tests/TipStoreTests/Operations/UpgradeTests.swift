import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite("A database of any version that was landed comes to this one with all that it holds")
struct UpgradeTests {
    /// A log as the program of the first migration wrote it: an experiment, two persons, one of them with two names.
    private static let data: Query = """
        insert into stream_head (stream, seq) values (0, 2), (1, 4), (2, 0);
        insert into word (id, kind, text) values (1, 8, '{}'), (2, 1, 'T'), (3, 4, 'x'), (4, 5, 'one'), (5, 6, 'a'),
          (6, 2, 'e');
        insert into event (seq, at, received_at, event_id, person, stream, context, kind, flags, given_id, extra)
        values
          (1, '2026-01-01Z', '2026-01-01Z', '019b76da-a800-7000-8000-000000000001',
            '00000000-0000-0000-0000-000000000000', 0, 1, 100, 0, null,
            '{"type":"catalog_applied","payload":{"revision":1,"catalog":"{}"}}'),
          (2, '2026-01-01Z', '2026-01-01Z', '019b76da-a800-7000-8000-000000000002',
            '00000000-0000-0000-0000-000000000000', 0, 1, 100, 0, null,
            '{"type":"experiment_started","payload":{"experiment":"x","phase":{"number":1,"tip":"T",
              "unit":"person","assignment":"external","salt":"x","inclusion":1,
              "variants":[{"id":"one","weight":1}],"metrics":[{"metric":"tap","within":null}],
              "startedAt":"2026-01-01T00:00:00Z"}}}');
        """

    /// Makes a database as the program of a migration left it.
    private func make(_ settings: ConnectionSettings, upTo last: Int) async throws {
        let connection = try await Connection.open(settings)
        try await connection.run { connection in
            try connection.execute(script: SQL.makeMigrationTable)
            for migration in SQL.migrations where migration.number <= last {
                try connection.execute(script: Query(unescaped: migration.text))
                try connection.execute(
                    SQL.addMigration(
                        number: Int32(migration.number),
                        name: migration.name,
                        sha256: migration.checksum.hex
                    )
                )
            }
            try connection.execute(script: Self.data)
        }
        for (person, seq) in [("ann", Int64(1)), ("bob", 3)] {
            for statement in Self.statements(person, seq) { try await connection.execute(statement) }
        }
        await connection.close()
    }

    private static func statements(_ person: String, _ seq: Int64) -> [Query] {
        let key = PersonKey(of: person)
        let number = key.value
        func id(_ place: Int64) -> UInt128 { 0x019b_7bff_4800_7000_8000_0000_0000_0000 + UInt128(place) }
        return [
            """
            insert into person (stream, person, first_seq, name) values (1, \(number), \(seq), \(person))
            """,
            """
            insert into event (seq, at, received_at, event_id, person, stream, context, subject, experiment, detail,
              kind, flags, display)
            values (\(seq), '2026-01-02Z', '2026-01-02Z', \(id(seq)), \(number), 1, 1, 2, 3, 4, 6, 0, 'd')
            """,
            """
            insert into event (seq, at, received_at, event_id, person, stream, context, subject, detail, kind, flags,
              display)
            values (\(seq + 1), '2026-01-02T00:01Z', '2026-01-02T00:01Z', \(id(seq + 1)), \(number), 1, 1,
              2, 5, 11, 0, 'd')
            """,
        ]
    }

    @Test("from each migration on", arguments: 1...SQL.migrations.count)
    func upgrades(from last: Int) async throws {
        try await withDatabase { settings in
            try await make(settings, upTo: last)
            let applied = try await Migrator(settings).up()
            #expect(applied.count == SQL.migrations.count - last)
            let store = try await Store.open(settings, catalogs: { _ in Catalog() })
            let history = try await store.log.history(of: "ann")
            #expect(history.map(\.kind) == [.impression, .actionTap])
            try await store.project.refresh()
            #expect(store.project.current.lifecycle.experiments["x"]?.status == .running)
            // What is folded is the whole log, also where an earlier fold left other tables.
            try await store.projector.catchUp()
            #expect(try await store.projector.lag() == 0)
            #expect(try await store.projector.verify().isEmpty)
            let tables = ProjectedTables(connection: try await Connection.open(settings))
            let exposures = try await tables.exposures()
            #expect(
                exposures.split(separator: "\n").count == 2 && exposures.contains(" 1 1 "),
                "\(exposures)"
            )
            #expect(try await tables.tallyErrors() == 0)
            await tables.connection.close()
            // And the log goes on.
            #expect(try await store.log.append([incoming("new", person: "ann")]) == [.accepted])
            #expect(try await Erasure(store).erase("ann", at: second(9_000_000)).events == 3)
            #expect(try await store.projector.verify().isEmpty)
            await store.close()
        }
    }

    @Test(
        "a migration that is killed half-way leaves nothing of itself, and is carried out by the next attempt"
    )
    func killed() async throws {
        try await withDatabase { settings in
            let blocked = try #require(SQL.migrations.first { $0.text.contains("alter table stream_head") })
                .number
            try await make(settings, upTo: blocked - 1)
            let holder = try await Connection.open(settings)
            // The migration that changes the heads waits behind this, with some of its statements done.
            try await holder.execute(script: "begin; lock table stream_head in access share mode")
            let migrating = Task { try await Migrator(settings).up() }
            let waiting: Query = """
                select pid from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock' and query like '%stream_head%'
                """
            let watcher = try await Connection.open(settings)
            var pid: Int32?
            for _ in 0..<600 where pid == nil {
                pid = try await watcher.query(waiting).first?.int32(0)
                try await Task.sleep(for: .milliseconds(10))
            }
            let found = try #require(pid, "the migration waits")
            try await watcher.query("select pg_terminate_backend(\(found))")
            await #expect(throws: (any Error).self) { try await migrating.value }
            try await holder.execute(script: "rollback")
            let missing = try await Migrator(settings).status().filter { !$0.isApplied }.map(\.number)
            #expect(missing == Array(blocked...SQL.migrations.count))
            let half = try await watcher.query("select to_regclass('erased') is null").one().bool(0)
            #expect(half, "what it had made is gone with it")
            #expect(try await Migrator(settings).up().count == missing.count)
            await holder.close()
            await watcher.close()
        }
    }
}
