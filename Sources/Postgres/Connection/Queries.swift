import CPostgres

extension Connection {
    /// Runs a statement and gives its rows.
    ///
    /// A statement with values that is seen a second time is planned by the server once, and run by
    /// that plan from then on.
    @discardableResult
    package func query(_ query: Query) throws -> Rows {
        try operate { libpq in
            Rows(try self.result(of: query, on: libpq).table())
        }
    }

    /// Runs a statement for its effect and says how many rows it changed.
    @discardableResult
    package func execute(_ query: Query) throws -> Int {
        try operate { libpq in
            try self.result(of: query, on: libpq).affectedRows
        }
    }

    /// Runs a text of several statements without values, such as a migration.
    ///
    /// Outside a transaction the server runs the text as one: all of it or nothing, unless the text
    /// itself says `begin` or `commit`.
    package func execute(script: Query) throws {
        try operate { libpq in
            guard script.values.count == 0 else {
                throw PostgresError(.misuse, message: "a script takes no values", query: script.text)
            }
            let text = try self.sendable(script)
            let result = libpq.run(script: text)
            self.leaveCopy(result.status, on: libpq)
            try self.require(result, on: libpq, query: text)
        }
    }

    /// Asks the server which types a statement takes and gives, without running it.
    package func describe(_ query: Query) throws -> StatementDescription {
        try operate { libpq in
            let text = try self.sendable(query)
            try self.require(libpq.prepare(query, name: ""), on: libpq, query: text)
            let result = libpq.describe(prepared: "")
            try self.require(result, on: libpq, query: text)
            return StatementDescription(parameters: result.parameterTypes, columns: result.columns)
        }
    }

    private func result(of query: Query, on libpq: LibpqConnection) throws -> LibpqResult {
        _ = try sendable(query)
        let result = try run(query, on: libpq)
        leaveCopy(result.status, on: libpq)
        try require(result, on: libpq, query: query.text)
        return result
    }

    private func run(_ query: Query, on libpq: LibpqConnection) throws -> LibpqResult {
        guard query.values.count > 0 else { return libpq.run(query) }
        let key = StatementCache.Key(text: query.text, types: query.values.types)
        switch statements.plan(for: key) {
        case .direct:
            return libpq.run(query)
        case .prepare(let name):
            for abandoned in statements.takeAbandoned() {
                _ = libpq.run(script: "deallocate \(abandoned)")
            }
            let result = libpq.prepare(query, name: name)
            guard result.isSuccess else {
                statements.forget(key)
                return result
            }
            return libpq.run(prepared: name, query.values)
        case .prepared(let name):
            return try rerunningStale(libpq.run(prepared: name, query.values), query, key, on: libpq)
        }
    }

    /// Runs a statement anew whose plan the server no longer has, or can no longer use because a
    /// table has changed.
    ///
    /// Inside a transaction the failure has already ended it, so there it stays a failure; but the
    /// next try gets a new plan.
    private func rerunningStale(
        _ result: consuming LibpqResult,
        _ query: Query,
        _ key: StatementCache.Key,
        on libpq: LibpqConnection
    ) throws -> LibpqResult {
        let stale: [SQLState] = [.featureNotSupported, .invalidStatementName]
        guard let state = result.errorField(.sqlState), stale.contains(SQLState(rawValue: state)) else {
            return result
        }
        statements.forget(key)
        return libpq.transactionStatus == PQTRANS_IDLE ? libpq.run(query) : result
    }

    /// Leaves a COPY that a plain query began by mistake, so that the connection stays usable.
    func leaveCopy(_ status: ExecStatusType, on libpq: LibpqConnection) {
        switch status {
        case PGRES_COPY_IN: libpq.endCopy(failing: "not begun by copyIn")
        case PGRES_COPY_OUT: libpq.dropCopyChunks()
        default: return
        }
        while libpq.nextResult() != nil {}
    }

    /// Refuses a text that C would take as ending early.
    func sendable(_ query: Query) throws -> String {
        guard !query.text.utf8.contains(0) else {
            throw PostgresError(.misuse, message: "a statement must not contain a zero byte")
        }
        return query.text
    }
}

/// The types that a statement takes and gives.
package struct StatementDescription: Hashable, Sendable {
    /// The type of each place, `$1` first.
    package let parameters: [DataType]

    /// The columns of its result.
    package let columns: [Column]
}
