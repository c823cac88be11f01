import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite(
    "Views have words for everything, outlive what is rebuilt under them, and can be read by who may do no more"
)
struct ViewTests {
    private func withLog(_ body: (Store, Connection) async throws -> Void) async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings, catalogs: { try RandomPeople.catalog($0) })
            let connection = try await Connection.open(settings)
            try await RandomPeople.apply(1, to: store)
            try await RandomHistory.start(store, at: 60)
            _ = try await store.log.append(RandomHistory(seed: 7, count: 240).events)
            try await store.projector.catchUp()
            try await body(store, connection)
            await store.close()
            await connection.close()
        }
    }

    private func texts(_ connection: Connection, _ query: Query) async throws -> [String] {
        try await connection.query(query).map { try $0.string(0) }
    }

    /// The rows of every view as text, but for the size of the database, which a rebuild changes.
    private func contents(_ connection: Connection) async throws -> [String: [String]] {
        var contents: [String: [String]] = [:]
        for view in SQL.views where view.name != "database" {
            let rows = Query(unescaped: "select v::text from report.\(view.name) v order by 1")
            contents[view.name] = try await texts(connection, rows)
        }
        return contents
    }

    @Test("each view and each of its columns has a comment")
    func comments() async throws {
        try await withLog { _, connection in
            let silent = try await texts(
                connection,
                """
                select c.relname || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
                where c.relnamespace = 'report'::regnamespace and a.attnum > 0
                  and (obj_description(c.oid) is null or col_description(c.oid, a.attnum) is null)
                """
            )
            #expect(silent == [])
            let made = try await texts(
                connection,
                "select relname::text from pg_class where relnamespace = 'report'::regnamespace order by relname"
            )
            #expect(made == SQL.views.map(\.name).sorted())
            let empty = try await contents(connection).filter(\.value.isEmpty).keys.sorted()
            // Lifts have rows in the tests of the dashboards.
            #expect(
                empty == ["lifts", "quarantine"],
                "the others have rows, or the tests here would show nothing"
            )
        }
    }

    @Test("every accepted event is in the log's view, with the name of its type and of what it is about")
    func events() async throws {
        try await withLog { store, connection in
            let all = try await texts(
                connection,
                "select count(*)::text from event where stream <> 0 and kind <> 20"
            )
            let seen = try await texts(
                connection,
                "select count(*)::text from report.events where type is not null"
            )
            #expect(seen == all)
            _ = try await store.log.append([
                incoming("a", person: "view", .actionTap(tip: "T", action: "go", display: "d")),
                incoming("b", person: "view", .donation(event: "saved", info: NamedValues([]))),
                incoming("c", person: "view", test: true, .invalidation(tip: "T", reason: .tipClosed)),
            ])
            let words = try await texts(
                connection,
                """
                select concat_ws(' ', type, tip, event, action, reason, case when is_test then 'test' end)
                from report.events where person = 'view' order by type
                """
            )
            #expect(words == ["action_tap T go", "donation saved", "invalidation T tipClosed test"])
        }
    }

    static let sums: [(why: String, view: String, rows: String)] = [
        (
            "who is in each phase, and whether they are compared",
            "select experiment, phase, variant, standing, people from report.standings",
            "select experiment, phase, variant, standing, count(*) from report.exposures group by 1, 2, 3, 4"
        ),
        (
            "what was done with each tip",
            """
            select tip, least(number, 1), sum(people), sum(impressions), sum(action_performed), sum(tip_closed),
              sum(count_exceeded), sum(duration_exceeded), sum(tapped), sum(taps)
            from report.responses where number > 0 group by 1, 2
            """,
            """
            select tip, 1, count(*), sum(impressions), count(*) filter (where reason = 'actionPerformed'),
              count(*) filter (where reason = 'tipClosed'), count(*) filter (where reason = 'displayCountExceeded'),
              count(*) filter (where reason = 'displayDurationExceeded'),
              (select count(*) from tip_state r join word w on w.id = r.tip where w.text = s.tip and r.taps > 0),
              (select sum(r.taps) from tip_state r join word w on w.id = r.tip where w.text = s.tip)
            from report.tip_status s where impressions > 0 group by tip
            """
        ),
        (
            "the split, of those who are compared",
            "select experiment, phase, sum(people), round(sum(expected)::numeric, 6) from report.splits group by 1, 2",
            """
            select experiment, phase, count(*), round(count(*), 6) from report.exposures
            where standing = 'compared' group by 1, 2
            """
        ),
    ]

    @Test("a tap is counted of who has seen the tip, in an experiment or not")
    func tapped() async throws {
        try await withLog { store, connection in
            let sums: Query = """
                select concat_ws(' ', coalesce(sum(tapped), 0), coalesce(sum(taps), 0)) from report.responses
                where tip = 'plain'
                """
            #expect(try await texts(connection, sums) == ["0 0"])
            let display = EventBody.impression(EventBody.Impression(tip: "plain", display: "d"))
            let tap = EventBody.actionTap(tip: "plain", action: "go", display: "d")
            _ = try await store.log.append([
                incoming("a", person: "one", at: second(1), display),
                incoming("b", person: "one", at: second(2), tap),
                incoming("c", person: "one", at: second(3), tap),
                incoming("d", person: "two", at: second(1), display),
                incoming("e", person: "three", at: second(1), tap),
            ])
            try await store.projector.catchUp()
            #expect(try await texts(connection, sums) == ["1 2"])
            #expect(try await store.projector.verify() == [])
        }
    }

    @Test("views of sums say what the rows say", arguments: sums)
    func additive(why: String, view: String, rows: String) async throws {
        try await withLog { _, connection in
            func lines(_ select: String) async throws -> [String] {
                try await texts(
                    connection,
                    Query(unescaped: "select concat_ws(' ', v.*) from (\(select)) v order by 1")
                )
            }
            let (summed, counted) = (try await lines(view), try await lines(rows))
            #expect(summed == counted && !summed.isEmpty, "\(why)")
        }
    }

    @Test("a rebuild leaves all views as they were, also those that an analyst made of them and of tables")
    func rebuild() async throws {
        try await withLog { store, connection in
            try await connection.execute(
                script: """
                    create schema mine;
                    create view mine.days as select experiment, sum(people) as people from report.days group by 1;
                    create view mine.raw with (security_barrier) as select count(*) as rows from exposure;
                    comment on view mine.raw is 'kept'
                    """
            )
            let mine: Query = """
                select concat_ws(' ', c.oid, obj_description(c.oid), c.reloptions, (table mine.raw),
                  (select string_agg(d::text, ' ' order by d::text) from mine.days d))
                from pg_class c where c.oid = 'mine.raw'::regclass
                """
            let (before, own) = (try await contents(connection), try await texts(connection, mine))
            let table = try await texts(connection, "select 'exposure'::regclass::oid::text")
            try await store.projector.rebuild()
            #expect(try await texts(connection, "select 'exposure'::regclass::oid::text") != table)
            #expect(try await contents(connection) == before)
            #expect(try await texts(connection, mine) == own)
        }
    }

    @Test("views that another program made are made anew")
    func upgrade() async throws {
        try await withLog { store, connection in
            try await connection.execute(
                script: "select note_views('0'); drop view report.variants; drop view report.tips"
            )
            _ = try await Migrator(connection.settings).up()
            #expect(try await contents(connection).count == SQL.views.count - 1)
        }
    }

    @Test("the role that reads reads every view, also after a rebuild, and nothing else")
    func reader() async throws {
        try await withLog { store, connection in
            try await ReaderRole.make(connection)
            _ = try await Migrator(connection.settings).up()
            for round in ["as made", "rebuilt"] {
                try await connection.execute(script: "set role tipledger_reader")
                #expect(try await contents(connection)["variants"]?.isEmpty == false, "\(round)")
                for refused: Query in [
                    "select from event limit 1", "select from api_key limit 1",
                    "select from quarantine limit 1",
                    "insert into word (id, kind, text) values (9999, 1, 'x')", "create table public.mine ()",
                ] {
                    await #expect(throws: PostgresError.self, "\(round)") {
                        try await connection.query(refused)
                    }
                }
                try await connection.execute(script: "reset role")
                try await store.projector.rebuild()
            }
        }
    }
}
