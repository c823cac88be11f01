import Foundation
import TipCore
import TipService
import TipStore

/// The append path alone, and other ways to keep events in the same database, in the same run.
struct AppendPeers: Sendable {
    let database: BenchDatabase

    private static let writers = 48
    private static let batch = 10

    /// What a way of writing cost.
    struct Cost: Sendable {
        /// Events in a second.
        let rate: Double
        /// Seconds of the database's processor, an event.
        let serverSeconds: Double
    }

    /// Appends in the program, without HTTP: 48 writers of 10 events each at a time.
    func appends(_ count: Int) async throws -> Cost {
        let log = database.workspace.store.log
        let start = database.workspace.now().adding(seconds: -3600)
        let rounds = max(1, count / Self.writers / Self.batch)
        let events = (0..<Self.writers).map { writer in
            (0..<rounds).map { Self.events(writer, $0, at: start) }
        }
        let before = try database.serverSeconds()
        let time = try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for own in events {
                    group.addTask {
                        for batch in own
                        where try await log.append(batch).contains(where: { $0 != .accepted }) {
                            throw BenchFailure("an event was not accepted")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let all = Double(rounds * Self.writers * Self.batch)
        return Cost(
            rate: all / time.asSeconds,
            serverSeconds: (try database.serverSeconds() - before) / all
        )
    }

    private static func events(_ writer: Int, _ round: Int, at start: Timestamp) -> [IncomingEvent] {
        var random = SplitMix64(seed: UInt64(writer * 1_000_003 + round))
        return (0..<batch).map { number in
            let at = start.adding(seconds: Int64(round / 10))
            let person = Int.random(in: 0..<20_000, using: &random)
            let id = Traffic.id(at: at, &random)
            var context = EventContext()
            context.os = "iOS 26.1"
            let body = EventBody.impression(.init(tip: "tip-\(number)", display: String(id.suffix(8))))
            let event = Event(
                id: id,
                person: "person-\(person)",
                at: at,
                device: "d\(person)",
                context: context,
                isTest: false,
                body: body
            )
            return IncomingEvent(event, statedMilliseconds: at.milliseconds)
        }
    }

    /// As many clients as writers, each of which copies ten rows at a time into the same columns without any index.
    ///
    /// The clients are psql, whose COPY is text; its price is the database's, as the clients do next to nothing.
    func ownCopies(_ count: Int) throws -> Cost {
        let rows = database.file("peer-rows")
        try database.psql("\\copy (select * from event where stream <> 0 limit \(count)) to '\(rows)'")
        let lines = try String(contentsOfFile: rows, encoding: .utf8).split(separator: "\n")
        try database.psql("create table bare (like event)")
        var scripts: [String] = []
        let share = lines.count / Self.writers
        for writer in 0..<Self.writers {
            var text = ""
            for start in stride(from: writer * share, to: (writer + 1) * share, by: Self.batch) {
                let end = min(start + Self.batch, (writer + 1) * share)
                text += "copy bare from stdin;\n" + lines[start..<end].joined(separator: "\n") + "\n\\.\n"
            }
            scripts.append(database.file("peer-\(writer).sql"))
            try text.write(toFile: scripts[writer], atomically: true, encoding: .utf8)
        }
        let before = try database.serverSeconds()
        let list = database.file("peer-scripts")
        try scripts.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
        // A shell would wait for a signal that children of this program do not get.
        let together = ["xargs", "-a", list, "-P", String(Self.writers), "-n", "1"]
        let psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1"] + database.address + ["-f"]
        let time = try ContinuousClock().measure { _ = try CommandLinePeer.output(of: together + psql) }
        let copied = try database.number("select count(*) from bare")
        let cost = Cost(
            rate: copied / time.asSeconds,
            serverSeconds: (try database.serverSeconds() - before) / copied
        )
        try database.psql("drop table bare")
        return cost
    }

    /// Events one by one, by a function that takes its category's lock and counts the entity's events, as message stores
    /// that live in the database do; nil where pgbench is not installed.
    ///
    /// Counted and not timed: pgbench's alarm would be a signal that children of this program do not get.
    func singleAppends(_ count: Int) throws -> Double? {
        try database.psql(
            """
            create table message (
              global_position bigserial primary key, position bigint not null, time timestamptz not null default now(),
              stream_name text not null, type text not null, data jsonb, metadata jsonb, id uuid not null unique);
            create unique index on message (stream_name, position);
            create index on message (split_part(stream_name, '-', 1), global_position)
            """,
            """
            create function add_message(m_id uuid, m_stream text, m_type text, m_data jsonb) returns bigint
            language plpgsql as $$
            declare place bigint;
            begin
              perform pg_advisory_xact_lock(hashtext(split_part(m_stream, '-', 1)));
              select coalesce(max(position), -1) + 1 into place from message where stream_name = m_stream;
              insert into message (id, stream_name, position, type, data) values (m_id, m_stream, place, m_type, m_data);
              return place;
            end $$
            """
        )
        let script = database.file("single.sql")
        try #"""
        \set p random(1, 20000)
        select add_message(gen_random_uuid(), 'person-' || :p, 'impression',
          '{"tip": "tip-3", "display": "01890a5d", "device": "d1", "at": "2026-12-01T00:00:00Z"}');
        """#.write(toFile: script, atomically: true, encoding: .utf8)
        let words =
            ["pgbench", "-n", "-M", "prepared", "-c", "8", "-j", "1", "-t", String(count / 8), "-f", script]
            + database.address.filter { $0 != "-d" }
        guard let output = try CommandLinePeer.output(of: words) else { return nil }
        try database.psql("drop table message")
        let line = output.split(separator: "\n").first { $0.hasPrefix("tps = ") }
        return line?.split(separator: " ").dropFirst(2).first.flatMap { Double($0) }
    }

    /// The recorder of a library for event sourcing, four threads with ten events at a time; nil where it is not installed.
    func recorder(_ count: Int) throws -> Double? {
        guard let peer = PythonPeer(package: "eventsourcing, psycopg") else { return nil }
        let folder = database.address[1]
        return try peer.figure(
            """
            import threading, time, uuid
            from eventsourcing.postgres import PostgresDatastore, PostgresApplicationRecorder
            from eventsourcing.persistence import StoredEvent
            store = PostgresDatastore(dbname="tipledger", host="\(folder)", port="5432", user="tipledger", password="",
                                      pool_size=4)
            recorder = PostgresApplicationRecorder(store)
            recorder.create_table()
            state = b'{"tip": "tip-3", "display": "01890a5d", "device": "d1", "at": "2026-12-01T00:00:00Z"}'
            rounds = \(count) // 40
            def write():
                for _ in range(rounds):
                    who = uuid.uuid4()
                    recorder.insert_events([StoredEvent(who, n, "impression", state) for n in range(10)])
            threads = [threading.Thread(target=write) for _ in range(4)]
            start = time.perf_counter()
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            print(rounds * 40 / (time.perf_counter() - start))
            """
        )
    }
}
