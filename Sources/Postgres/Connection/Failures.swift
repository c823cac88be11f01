import CPostgres

extension Connection {
    /// Throws what the server or libpq says went wrong, if something did.
    func require(_ result: borrowing LibpqResult, on libpq: LibpqConnection, query: String?) throws {
        guard result.isSuccess else { throw failure(of: result, on: libpq, query: query) }
    }

    /// Puts what the server or libpq says went wrong into an error.
    func failure(
        of result: borrowing LibpqResult,
        on libpq: LibpqConnection,
        query: String?
    ) -> PostgresError {
        if !libpq.isUsable { return lost(result, on: libpq, query: query) }
        guard let state = result.errorField(.sqlState) else {
            return PostgresError(.misuse, message: unexpected(result, on: libpq), query: query)
        }
        return fields(of: result, kind: .server, state: SQLState(rawValue: state), query: query)
    }

    /// A broken connection: the server's farewell where it said one, else libpq's words.
    private func lost(
        _ result: borrowing LibpqResult,
        on libpq: LibpqConnection,
        query: String?
    ) -> PostgresError {
        if let state = result.errorField(.sqlState) {
            return fields(of: result, kind: .connectionLost, state: SQLState(rawValue: state), query: query)
        }
        return PostgresError(.connectionLost, message: libpq.lastMessage.firstLine, query: query)
    }

    private func fields(
        of result: borrowing LibpqResult,
        kind: PostgresError.Kind,
        state: SQLState,
        query: String?
    ) -> PostgresError {
        var error = PostgresError(
            kind,
            sqlState: state,
            message: result.errorField(.message) ?? "no message",
            detail: result.errorField(.detail),
            hint: result.errorField(.hint),
            query: query
        )
        error.constraint = result.errorField(.constraint)
        error.table = result.errorField(.table)
        error.column = result.errorField(.column)
        return error
    }

    private func unexpected(_ result: borrowing LibpqResult, on libpq: LibpqConnection) -> String {
        switch result.status {
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            "a COPY is run by copyIn or copyOut"
        case PGRES_EMPTY_QUERY:
            "the statement is empty"
        default:
            result.errorMessage.firstLine.isEmpty
                ? libpq.lastMessage.firstLine : result.errorMessage.firstLine
        }
    }
}

extension String {
    /// The text up to the first line break: libpq puts advice for its own callers after it.
    var firstLine: String {
        String(prefix { !$0.isNewline })
    }
}
