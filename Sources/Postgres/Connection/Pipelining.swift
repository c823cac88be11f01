import CPostgres

extension Connection {
    /// How many statements go over at once: their texts and values must fit into the buffers of a socket, as
    /// nothing is received while they are sent.
    private static let pipelineLength = 64

    /// Runs statements that only read, and gives the rows of each.
    ///
    /// Those that the server has planned are sent together and answered together, so that many small questions
    /// cost one way to the server and back. Each sees what was committed when its turn came, in order.
    ///
    /// - Throws: `PostgresError` of the first that failed; there are no rows of the others then.
    package func query(all queries: [Query]) throws -> [Rows] {
        var results: [Rows] = []
        results.reserveCapacity(queries.count)
        var start = 0
        while start < queries.count {
            let names = queries[start...].prefix(Self.pipelineLength).map { query in
                statements.name(for: StatementCache.Key(text: query.text, types: query.values.types))
            }
            let count = names.prefix { $0 != nil }.count
            if count > 1, let part = try pipeline(queries[start..<start + count], names.compactMap(\.self)) {
                results += part
                start += count
            } else {
                results.append(try query(queries[start]))
                start += 1
            }
        }
        return results
    }

    /// Sends planned statements together; nil where they are to be run one by one, as a plan is stale.
    private func pipeline(_ queries: ArraySlice<Query>, _ names: [String]) throws -> [Rows]? {
        try operate { libpq in
            // Within a transaction a stale plan would end it.
            guard libpq.transactionStatus == PQTRANS_IDLE, libpq.setPipelining(true) else { return nil }
            let isSent = zip(queries, names).allSatisfy { libpq.send(prepared: $1, $0.values) }
            let isWhole = libpq.sendSync() && isSent
            var results: [Rows] = []
            var failed: LibpqResult?
            var failedQuery: Query?
            for query in queries where libpq.isUsable {
                while let result = libpq.nextResult() {
                    if result.status == PGRES_TUPLES_OK {
                        results.append(Rows(result.table()))
                    } else if failedQuery == nil {
                        // The one that failed comes first; those behind it are not run.
                        failed = consume result
                        failedQuery = query
                    }
                }
            }
            // The answer to the sync; without it the connection cannot be used for anything else.
            while let result = libpq.nextResult(), result.status != PGRES_PIPELINE_SYNC {}
            let isOver = libpq.setPipelining(false)
            if let failed, let query = failedQuery {
                let error = self.failure(of: failed, on: libpq, query: query.text)
                guard error.sqlState == .featureNotSupported || error.sqlState == .invalidStatementName else {
                    throw error
                }
                statements.forget(StatementCache.Key(text: query.text, types: query.values.types))
                return nil
            }
            guard isWhole, isOver, results.count == queries.count else {
                throw PostgresError(.connectionLost, message: libpq.lastMessage.firstLine)
            }
            return results
        }
    }
}
