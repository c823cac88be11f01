import TipCore

/// Judges the condition of a database.
struct Diagnosis {
    private let condition: Condition

    init(_ condition: Condition) {
        self.condition = condition
    }

    /// All findings in the order of the checks.
    var findings: [DoctorFinding] {
        [version, permissions, migrations, fsync, fullPageWrites, synchronousCommit, archiving]
            + [vacuum, prepared, disk] + logFindings + [clock]
    }

    // MARK: The server

    private var version: DoctorFinding {
        let major = condition.version / 10_000
        guard major < 14 else { return DoctorFinding(.version, .ok, "PostgreSQL \(major) is new enough.") }
        return DoctorFinding(
            .version,
            .error,
            "PostgreSQL \(major) is too old.",
            action: "Move the database to PostgreSQL 14 or newer."
        )
    }

    private var permissions: DoctorFinding {
        let names = condition.forbidden.map(\.table)
        guard let first = condition.forbidden.first else {
            return DoctorFinding(.permissions, .ok, "The account may do all that the program needs.")
        }
        let isReading = condition.forbidden.contains { $0.missing != "own" }
        return DoctorFinding(
            .permissions,
            .error,
            "The account may not \(isReading ? "read and write" : "change") "
                + (names.count == 1
                    ? "table \(first.table)." : "\(names.count) tables, \(first.table) among them."),
            action: "Connect as the account that ran migrate up, or make it a member of that one: "
                + "GRANT owner TO account."
        )
    }

    private var migrations: DoctorFinding {
        let missing = condition.missingMigrations
        guard missing > 0 else {
            return DoctorFinding(.migrations, .ok, "The database has the program's form.")
        }
        return DoctorFinding(
            .migrations,
            .error,
            "The database lacks \(missing) migration\(missing == 1 ? "" : "s").",
            action: "Back up, then run: tipledger migrate up"
        )
    }

    private var fsync: DoctorFinding {
        guard condition.settings["fsync"] == "off" else {
            return DoctorFinding(.fsync, .ok, "What is committed is forced to the disk.")
        }
        return DoctorFinding(
            .fsync,
            .error,
            "fsync is off: when the machine stops, events that were answered 200 can be lost and the data damaged.",
            action: "ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf();"
        )
    }

    private var fullPageWrites: DoctorFinding {
        guard condition.settings["full_page_writes"] == "off" else {
            return DoctorFinding(.fullPageWrites, .ok, "A page that was half written can be mended.")
        }
        return DoctorFinding(
            .fullPageWrites,
            .error,
            "full_page_writes is off: a page that is half written when the machine stops stays damaged.",
            action: "ALTER SYSTEM SET full_page_writes = on; SELECT pg_reload_conf();"
        )
    }

    private var synchronousCommit: DoctorFinding {
        guard condition.settings["synchronous_commit"] == "off" else {
            return DoctorFinding(.synchronousCommit, .ok, "A commit waits for the disk.")
        }
        return DoctorFinding(
            .synchronousCommit,
            .error,
            "synchronous_commit is off: events that were answered 200 can be lost.",
            action: "ALTER SYSTEM SET synchronous_commit = on; SELECT pg_reload_conf(); "
                + "and look at the settings of the role and of the database."
        )
    }

    private var archiving: DoctorFinding {
        if let failed = condition.archiveFailedAt, failed > condition.archivedAt ?? .epoch {
            return DoctorFinding(
                .archiving,
                .error,
                "The last file of the WAL could not be archived, at \(failed.rfc3339); the disk fills until it can.",
                action: "Read the server's log, and mend archive_command."
            )
        }
        let isArchived = ["on", "always"].contains(condition.settings["archive_mode"] ?? "off")
        guard !isArchived, condition.standbys == 0 else {
            let copies = condition.standbys
            let words =
                isArchived
                ? "The WAL is archived" : "\(copies) server\(copies == 1 ? " follows" : "s follow")"
            return DoctorFinding(.archiving, .ok, "\(words), so little is lost with the disk.")
        }
        return DoctorFinding(
            .archiving,
            .warning,
            "The WAL is not archived and no server follows: with the disk goes what came since the last backup.",
            action:
                "Turn archive_mode on with an archive_command, or run a standby; and keep the backups of the README."
        )
    }

    private var vacuum: DoctorFinding {
        if condition.transactionAge > 1_500_000_000 {
            return DoctorFinding(
                .vacuum,
                .error,
                "The oldest row that is not frozen is \(condition.transactionAge / 1_000_000) million transactions old.",
                action:
                    "Look for sessions, prepared transactions and replication slots that hold vacuum back, then: VACUUM"
            )
        }
        guard condition.settings["autovacuum"] == "off" else {
            return DoctorFinding(.vacuum, .ok, "Tables are cleaned by themselves.")
        }
        return DoctorFinding(
            .vacuum,
            .warning,
            "autovacuum is off: tables grow, and plans become bad.",
            action: "ALTER SYSTEM SET autovacuum = on; SELECT pg_reload_conf();"
        )
    }

    private var prepared: DoctorFinding {
        let count = condition.oldPrepared
        guard count > 0 else {
            return DoctorFinding(.preparedTransactions, .ok, "No prepared transaction has been forgotten.")
        }
        return DoctorFinding(
            .preparedTransactions,
            .warning,
            "\(count) prepared transaction\(count == 1 ? " is" : "s are") older than an hour and hold locks.",
            action: "Look at pg_prepared_xacts in psql, then commit or roll back each."
        )
    }

    private var disk: DoctorFinding {
        guard let disk = condition.disk, disk.size > 0 else {
            return DoctorFinding(
                .disk,
                .unknown,
                "How full the server's disk is cannot be seen from here.",
                action: "Watch it on the machine of the database."
            )
        }
        let percent = disk.free * 100 / disk.size
        let gigabytes = disk.free >> 30
        let severity: DoctorFinding.Severity =
            percent < 3 || disk.free < 512 << 20 ? .error : percent < 10 || gigabytes < 2 ? .warning : .ok
        return DoctorFinding(
            .disk,
            severity,
            "\(percent) % of the disk is free, \(gigabytes) GiB.",
            action: severity == .ok
                ? nil : "Make room or add disk. Where it is full, events are answered 503."
        )
    }

    private var clock: DoctorFinding {
        // The server read its clock somewhere between the question and the answer.
        let ahead = condition.serverClock.microseconds - condition.answeredAt.microseconds
        let behind = condition.askedAt.microseconds - condition.serverClock.microseconds
        let skew = Double(max(ahead, behind, 0)) / 1_000_000
        let direction = ahead > behind ? "ahead of" : "behind"
        guard skew >= 1 else {
            return DoctorFinding(.clock, .ok, "The clocks of this machine and of the database agree.")
        }
        return DoctorFinding(
            .clock,
            skew >= 60 ? .error : .warning,
            "The clock of the database is \(Int(skew.rounded())) s \(direction) the one of this machine.",
            action: "Let both machines follow a time server, such as with chrony."
        )
    }

    // MARK: The log

    private var logFindings: [DoctorFinding] {
        guard let log = condition.log else { return [] }
        return [partitions(log), projections(log), lag(log)]
    }

    private func partitions(_ log: Condition.LogCondition) -> DoctorFinding {
        let day: Int64 = 86_400
        let now = condition.serverClock
        guard let last = log.lastMonth, last > now.adding(seconds: -31 * day) else {
            return DoctorFinding(
                .partitions,
                .error,
                "The log has no partition for this month: its events pile up in the last one.",
                action: "Start the server, which makes them, or run: tipledger migrate up"
            )
        }
        guard last < now.adding(seconds: day) else {
            return DoctorFinding(.partitions, .ok, "The log has partitions for the months to come.")
        }
        return DoctorFinding(
            .partitions,
            .warning,
            "The log has no partition for the next month yet.",
            action: "Start the server, which makes them, or run: tipledger migrate up"
        )
    }

    private func projections(_ log: Condition.LogCondition) -> DoctorFinding {
        guard !log.incompatible.isEmpty else {
            return DoctorFinding(.projections, .ok, "All tables are folded by this program's version.")
        }
        return DoctorFinding(
            .projections,
            .warning,
            "\(log.incompatible.joined(separator: " and ")) was folded by another version, and is made anew by the "
                + "first program that folds.",
            action: "Start the server, or run: tipledger project rebuild"
        )
    }

    private func lag(_ log: Condition.LogCondition) -> DoctorFinding {
        guard log.lag > 10_000 else {
            return DoctorFinding(.lag, .ok, "The log is folded but for \(log.lag) events.")
        }
        return DoctorFinding(
            .lag,
            .warning,
            "\(log.lag) events are not folded: reports lag behind, and decisions are slower.",
            action: "Start the server, which folds them; where one runs, read its messages."
        )
    }
}
