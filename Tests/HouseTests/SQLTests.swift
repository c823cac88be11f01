import Testing

@Suite("SQL lives in sql/, one statement or object a file, and each file is used")
struct SQLTests {
    static let files = Repository.files.filter { $0.path.hasPrefix("sql/") }

    /// A statement that stands in Swift, and why it may.
    struct Exception: Hashable {
        let file: String
        let text: String
        let reason: String

        init(_ file: String, _ text: String, _ reason: String) {
            self.file = "Sources/" + file
            self.text = text
            self.reason = reason
        }
    }

    /// The statements that may stand in Swift, each with its reason.
    ///
    /// They are settings, locks and transactions of a connection, COPY with the columns its writer knows, and
    /// what the rooms below the log ask of any server. None reads or changes what the log keeps.
    static let exceptions = [
        Exception(
            "Postgres/Cluster/ServerStart.swift",
            "select from pg_catalog.pg_database",
            "before any database"
        ),
        Exception("Postgres/Cluster/ServerStart.swift", "create database ", "a name cannot be bound"),
        Exception(
            "Postgres/Connection/Connection.swift",
            "select 1",
            "asks whether the server still answers"
        ),
        Exception(
            "Postgres/Connection/ConnectionSettings.swift",
            "set timezone",
            "what each session begins with"
        ),
        Exception("Postgres/Connection/Transactions.swift", "begin", "the room's own transactions"),
        Exception("Postgres/Connection/Transactions.swift", "rollback", "the room's own transactions"),
        Exception("Postgres/Connection/Transactions.swift", "commit", "the room's own transactions"),
        Exception("Postgres/Connection/Transactions.swift", "COMMIT", "what the server answers"),
        Exception("TipStore/Log/GroupCommit.swift", "set enable_seqscan", "plans of one connection"),
        Exception("TipStore/Log/GroupCommit.swift", "copy event ", "COPY takes no parameters"),
        Exception("TipStore/Projector/ExposureWriting.swift", "copy exposure ", "COPY takes no parameters"),
        Exception("TipStore/Projector/StateWriting.swift", "copy person_state ", "COPY takes no parameters"),
        Exception("TipStore/Projector/StateWriting.swift", "copy tip_state ", "COPY takes no parameters"),
        Exception("TipStore/Projector/StateWriting.swift", "copy tip_default ", "COPY takes no parameters"),
        Exception(
            "TipStore/Operations/Migrator.swift",
            "lock table stream_head",
            "one program makes the streams"
        ),
        Exception(
            "TipStore/Operations/Migrator.swift",
            "lock table migration",
            "one program migrates at a time"
        ),
        Exception("TipStore/Projector/Rebuild.swift", "begin", "a transaction that spans calls"),
        Exception("TipStore/Projector/Rebuild.swift", "rollback", "the end of that transaction"),
        Exception("TipStore/Projector/Rebuild.swift", "savepoint", "a swap that is tried again within it"),
        Exception("TipStore/Projector/Rebuild.swift", "commit", "the end of the swap of one projection"),
        Exception("TipStore/Projector/RebuildTurn.swift", "begin", "a lock that ends with its connection"),
        Exception("TipStore/Projector/RebuildTurn.swift", "rollback", "the turn was another's"),
        Exception(
            "TipStore/Projector/RebuildTurn.swift",
            "set local lock_timeout",
            "who waits says so, and can be interrupted"
        ),
        Exception(
            "TipStore/Projector/RebuildTurn.swift",
            "set local idle_in_transaction_session_timeout",
            "the turn lasts as long as the fold"
        ),
        Exception(
            "TipStore/Projector/Rebuild.swift",
            "lock table public.checkpoint",
            "the folds wait for the swap"
        ),
        Exception(
            "TipStore/Projector/Rebuild.swift",
            "set local lock_timeout",
            "the swap waits a second at most"
        ),
        Exception(
            "TipStore/Projector/FoldConnections.swift",
            "set search_path",
            "a rebuild folds into other tables"
        ),
        Exception(
            "TipStore/Retention/Retention.swift",
            "set local lock_timeout",
            "months are dropped behind a long reader later"
        ),
        Exception("TipService/Routing/RouteAnswers.swift", "copy", "a member of answers, not the statement"),
        Exception("TipStore/Store.swift", "set local lock_timeout", "house-keeping never holds up an append"),
    ]

    /// Says whether a literal is SQL rather than a sentence.
    static func isSQL(_ literal: String) -> Bool {
        let text = literal.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let statement =
            /^(?:select|with \w+ as|insert into|delete from|copy|lock table|set(?!-cookie)|reset|begin|commit|rollback|savepoint|release|truncate|vacuum|listen \w+|notify \w+|discard|declare|fetch)\b/
        let inside =
            /\bselect .*\bfrom\b|\binsert into \w|\bupdate \w+(?: \w+)? set\b|\bdelete from \w|\bon conflict\b|\b(?:create|alter|drop) (?:table|index|schema|function|view|database|role|event)\b/
        return text.contains(statement) || text.contains(inside)
    }

    /// The literals with SQL of the rooms that can reach a database.
    static let statements = SwiftSource.all
        .filter { ["Postgres", "TipStore", "TipService", "tipledger"].contains($0.file.room) }
        .flatMap { source in
            source.literals.filter { isSQL($0.text) }.map { (source.file.path, $0.line, $0.text) }
        }

    @Test("Swift holds no SQL beyond the exceptions, each with its reason")
    func places() {
        let unknown = Self.statements.filter { file, _, text in
            !Self.exceptions.contains {
                $0.file == file && text.drop(while: \.isWhitespace).hasPrefix($0.text)
            }
        }
        #expect(unknown.map { "\($0):\($1): \($2)" } == [])
    }

    @Test("no exception outlives its statement", arguments: exceptions)
    func exceptionsAreUsed(_ exception: Exception) {
        #expect(
            Self.statements.contains { file, _, text in
                file == exception.file && text.drop(while: \.isWhitespace).hasPrefix(exception.text)
            },
            "\(exception.file): \(exception.text)"
        )
    }

    static let literals: [(text: String, isSQL: Bool)] = [
        ("select 1", true), ("copy event (seq) from stdin binary", true), ("SET timezone = 'UTC'", true),
        ("\n  insert into a\n  values ($1)", true), ("with a as (select 1) table a", true),
        ("the update sets it", false), ("Create it first.", false), ("tipledger analyze a.csv", false),
        ("settings", false), ("begins", false), ("drop table a", true), ("update a t set b = 1", true),
    ]

    @Test("SQL is told from sentences", arguments: literals)
    func telling(text: String, isSQL: Bool) {
        #expect(Self.isSQL(text) == isSQL, "\(text)")
    }

    @Test("each file begins with a sentence that says what it is for", arguments: files)
    func documentation(_ file: Repository.File) {
        let first = file.lines.first ?? ""
        #expect(first.hasPrefix("-- ") && first.count > 10)
        #expect(file.lines.prefix { $0.hasPrefix("--") }.contains { $0.contains(/[.,:]/) })
    }

    @Test(
        "each file is in a folder that says what it is, and has a name like take-places.sql",
        arguments: files
    )
    func names(_ file: Repository.File) {
        #expect(
            file.path.wholeMatch(
                of:
                    /sql\/(?:migrations\/\d{4}-[a-z0-9-]+|(?:queries|reports|views)\/[a-z0-9_-]+|[a-z-]+)\.sql/
            ) != nil
        )
    }

    @Test("each query is one statement", arguments: files)
    func oneStatement(_ file: Repository.File) {
        guard file.path.contains(/\/(queries|reports)\//) else { return }
        let body = file.lines.filter { !$0.hasPrefix("--") }.joined(separator: "\n")
        #expect(body.trimmingSuffix { $0 == ";" || $0.isWhitespace }.contains(";") == false)
    }

    @Test("each query is used by some room")
    func used() {
        let text = SwiftSource.all.map(\.file.text).filter { $0.contains("SQL.") }.joined()
        let unused = Self.files.filter { $0.path.contains(/\/(queries|reports)\//) }.filter { file in
            let words = file.name.dropLast(".sql".count).split { $0 == "-" || $0 == "_" }
            let capitalized = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            return !text.contains("SQL." + words[0] + capitalized.joined() + "(")
        }
        #expect(unused.map(\.path) == [])
    }
}

extension StringProtocol {
    /// The text without the characters at its end for which something holds.
    fileprivate func trimmingSuffix(while holds: (Character) -> Bool) -> String {
        String(reversed().drop(while: holds).reversed())
    }
}
