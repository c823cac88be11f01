import Foundation
import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport

@Suite("Spread by stream, a statement reaches one part of each table, and tables meet part by part")
struct StreamPlanTests {
    /// Statements that are about all streams, each with its reason.
    static let wholeLog: [String: String] = [
        "checkpoints": "a row a stream, read to see where all stand",
        "stream-heads": "a row a stream, read to see where all end",
        "tallies": "a report sums over all streams, few rows of each",
        "tally-days": "a report sums over all streams, few rows of each",
        "exposures-between": "a report reads one hour of all streams",
        "joined-exposures": "a report counts persons with several names from their histories",
        "quarantined": "an operator lists what was refused, whosever it is",
        "quarantined-body": "an operator names a refused event by its id alone",
        "quarantine-sizes": "an operator watches how much was refused, whosever it is",
        "links-to": "an erasure asks who names a person, whoever they are",
        "streams-set-aside": "which streams have events that could not be read",
        "stream-lags": "how far each stream is folded",
        "tally-conversions": "a report sums over all streams, few rows of each",
        "tip-responses": "a page sums over all people, and keeps the sums for a while",
        "eligible-people": "a page sums over all people, and keeps the sums for a while",
        "quarantine-reasons": "a page counts what was refused lately, whosever it is",
    ]

    private static let tables = [
        "stream_head", "person", "quarantine", "exposure", "tally", "checkpoint", "person_state", "tip_state",
        "tip_default", "person_link", "erased", "person_snapshot", "event",
    ]

    /// What a plan does with the parts of tables.
    private struct Reach {
        /// The parts of each table that are read.
        var parts: [String: Set<String>] = [:]
        /// Joins between all parts of one table and all parts of another.
        var crossings = 0
    }

    @Test("each statement of sql/")
    func plans() async throws {
        try await withDatabase(.migrated) { settings in
            let connection = try await Connection.open(settings)
            try await spread(connection)
            var wide: [String] = []
            var crossing: [String] = []
            var narrow = 0
            for statement in SQL.statements {
                let name =
                    statement.file.split(separator: "/").last.map { $0.dropLast(4) }.map(String.init) ?? ""
                guard !name.hasPrefix("differing-"), let plan = try await plan(of: statement, connection)
                else {
                    continue
                }
                var reach = Reach()
                walk(plan, &reach)
                if reach.crossings > 0 { crossing.append(name) }
                let isByKeys = statement.text.contains("unnest($1")
                if reach.parts.values.contains(where: { $0.count > 1 }) {
                    if Self.wholeLog[name] == nil, !isByKeys { wide.append(name) }
                } else if !reach.parts.isEmpty {
                    narrow += 1
                }
            }
            #expect(wide == [], "statements that reach more than one stream without a reason")
            #expect(crossing == [], "joins that a cluster would have to move rows for")
            #expect(narrow > 20, "the check must have something to look at")
            await connection.close()
        }
    }

    @Test(
        "a statement without its stream, and a join without it, are found",
        arguments: [
            ("select count(*) from event e where e.person = $1", true, false),
            ("select count(*) from event e where e.stream = 1 and e.person = $1", false, false),
            (
                "select count(*) from event e join person p on p.stream = e.stream and p.person = e.person where e.person = $1",
                true, false
            ),
            (
                "select count(*) from event e join person p on p.person = e.person where e.person = $1", true,
                true
            ),
        ]
    )
    func finds(text: String, isWide: Bool, crosses: Bool) async throws {
        try await withDatabase(.migrated) { settings in
            let connection = try await Connection.open(settings)
            try await spread(connection)
            let statement = EmbeddedStatement(file: "x.sql", text: text, parameters: [.uuid], columns: [])
            let plan = try #require(try await plan(of: statement, connection))
            var reach = Reach()
            walk(plan, &reach)
            #expect(reach.parts.values.contains { $0.count > 1 } == isWide)
            #expect((reach.crossings > 0) == crosses)
            await connection.close()
        }
    }

    /// Makes a copy of each table that is spread by a hash of the stream, as a cluster spreads it.
    private func spread(_ connection: Connection) async throws {
        try await connection.execute(script: "create schema spread")
        for table in Self.tables {
            try await connection.execute(
                script: """
                    create table spread.\(unescaped: table) (like public.\(unescaped: table) including defaults including indexes)
                      partition by hash (stream)
                    """
            )
            for part in 0..<4 {
                try await connection.execute(
                    script: """
                        create table spread.\(unescaped: table)_part\(unescaped: "\(part)")
                          partition of spread.\(unescaped: table)
                          for values with (modulus 4, remainder \(unescaped: "\(part)"))
                        """
                )
            }
        }
        try await connection.execute(
            script: """
                set search_path = spread, public; set enable_partitionwise_join = on;
                set enable_partitionwise_aggregate = on; set plan_cache_mode = force_custom_plan
                """
        )
    }

    /// The plan of a statement for values that are there; nil for one that has none.
    private func plan(of statement: EmbeddedStatement, _ connection: Connection) async throws -> JSON? {
        let first = statement.text.drop { $0.isWhitespace }.prefix(6).lowercased()
        guard ["select", "insert", "update", "delete", "with g", "with f"].contains(first) else { return nil }
        let types = statement.parameters.map(\.description).joined(separator: ", ")
        let values = statement.parameters.map(Self.value).joined(separator: ", ")
        let head = types.isEmpty ? "" : "(\(types))"
        let tail = values.isEmpty ? "" : "(\(values))"
        try await connection.execute(
            script: "prepare looked_at\(unescaped: head) as \(unescaped: statement.text)"
        )
        let rows = try await connection.query(
            "explain (format json) execute looked_at\(unescaped: tail)"
        )
        try await connection.execute(script: "deallocate looked_at")
        return JSON(parsing: try rows.one().string(0))?.arrayValue?.first?["Plan"]
    }

    private static func value(_ type: DataType) -> String {
        let name = type.description
        func one(_ name: String) -> String {
            switch name {
            case "uuid": "00000000-0000-0000-0000-000000000001"
            case "timestamptz": "2026-01-01T00:00:00Z"
            case "jsonb": "{}"
            case "bool": "true"
            case "text", "bytea": "x"
            default: "1"
            }
        }
        guard name.hasSuffix("[]") else { return "'\(one(name))'::\(name)" }
        return "array['\(one(String(name.dropLast(2))))']::\(name)"
    }

    private func walk(_ plan: JSON, _ reach: inout Reach) {
        if let relation = plan["Relation Name"]?.stringValue, let table = Self.table(of: relation) {
            reach.parts[table, default: []].insert(relation)
        }
        let children = plan["Plans"]?.arrayValue ?? []
        let type = plan["Node Type"]?.stringValue ?? ""
        if type == "Nested Loop" || type.hasSuffix("Join"), children.count == 2 {
            let spread = children.map { child in
                var below = Reach()
                walk(child, &below)
                return below.parts.values.contains { $0.count > 1 }
            }
            if spread[0] && spread[1] { reach.crossings += 1 }
        }
        for child in children { walk(child, &reach) }
    }

    /// The table that a part is of.
    private static func table(of part: String) -> String? {
        guard let range = part.range(of: "_part", options: .backwards) else { return nil }
        return String(part[..<range.lowerBound])
    }
}
