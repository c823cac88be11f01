import CPostgres

/// The one owner of a connection's C handle, which is closed when the owner goes.
///
/// Not sendable: a connection belongs to one thread at a time, and that thread may be blocked here
/// for as long as the server takes.
@safe
final class LibpqConnection {
    private let pointer: OpaquePointer
    private let notices: NoticeBox

    /// Connects, blocking until the server has answered or libpq has given up.
    init(_ settings: ConnectionSettings) throws(PostgresError) {
        let notices = NoticeBox()
        let pairs = settings.parameters.sorted { $0.key < $1.key }
        let connected = unsafe CStrings(pairs.map(\.key)).withPointers { keys in
            unsafe CStrings(pairs.map(\.value)).withPointers { values in
                unsafe PQconnectdbParams(keys, values, 0)
            }
        }
        guard let pointer = unsafe connected else {
            throw PostgresError(.cannotConnect, message: "libpq is out of memory")
        }
        guard unsafe PQstatus(pointer) == CONNECTION_OK else {
            let message = unsafe Self.message(pointer)
            unsafe PQfinish(pointer)
            throw PostgresError.cannotConnect(message)
        }
        unsafe self.pointer = pointer
        self.notices = notices
        unsafe notices.listen(to: pointer)
    }

    deinit {
        unsafe PQfinish(pointer)
    }

    /// Says whether the connection still stands, as far as libpq has noticed.
    var isUsable: Bool { unsafe PQstatus(pointer) == CONNECTION_OK }

    /// Where the session is between the statements of a transaction.
    var transactionStatus: PGTransactionStatusType { unsafe PQtransactionStatus(pointer) }

    /// The server's version: 150004 for 15.4.
    var serverVersion: Int32 { unsafe PQserverVersion(pointer) }

    /// The process that serves this connection.
    var backendProcess: Int32 { unsafe PQbackendPID(pointer) }

    /// The socket's descriptor.
    var socket: Int32 { unsafe PQsocket(pointer) }

    /// What another thread needs to cancel what runs here.
    func makeCancelHandle() -> CancelHandle {
        unsafe CancelHandle(PQgetCancel(pointer))
    }

    /// Takes the notices that have come since the last time.
    func takeNotices() -> [Notice] { notices.take() }

    /// Runs one or more statements without values; results come as text.
    func run(script: String) -> LibpqResult {
        unsafe LibpqResult(PQexec(pointer, script))
    }

    /// Runs a statement; results come in binary.
    func run(_ query: Query) -> LibpqResult {
        let result = unsafe query.values.withPointers { types, values, lengths, formats in
            unsafe PQexecParams(
                pointer,
                query.text,
                Int32(query.values.count),
                types,
                values,
                lengths,
                formats,
                1
            )
        }
        return unsafe LibpqResult(result)
    }

    /// Has the server plan a statement under a name.
    func prepare(_ query: Query, name: String) -> LibpqResult {
        unsafe LibpqResult(
            PQprepare(
                pointer,
                name,
                query.text,
                Int32(query.values.count),
                query.values.types.map(\.rawValue)
            )
        )
    }

    /// Runs a planned statement; results come in binary.
    func run(prepared name: String, _ values: Bindings) -> LibpqResult {
        let result = unsafe values.withPointers { _, pointers, lengths, formats in
            unsafe PQexecPrepared(pointer, name, Int32(values.count), pointers, lengths, formats, 1)
        }
        return unsafe LibpqResult(result)
    }

    /// Begins or ends sending statements without waiting for the answer to each; false where libpq refuses.
    func setPipelining(_ isOn: Bool) -> Bool {
        unsafe (isOn ? PQenterPipelineMode(pointer) : PQexitPipelineMode(pointer)) == 1
    }

    /// Sends a planned statement, whose answer is received later; false when it could not be sent.
    func send(prepared name: String, _ values: Bindings) -> Bool {
        var isSent = false
        _ = unsafe values.withPointers { _, pointers, lengths, formats in
            isSent =
                unsafe PQsendQueryPrepared(pointer, name, Int32(values.count), pointers, lengths, formats, 1)
                == 1
            return nil
        }
        return isSent
    }

    /// Ends a stretch of statements that were sent, and sends all that is not sent yet.
    func sendSync() -> Bool { unsafe PQpipelineSync(pointer) == 1 }

    /// Asks for the types of a planned statement.
    func describe(prepared name: String) -> LibpqResult {
        unsafe LibpqResult(PQdescribePrepared(pointer, name))
    }

    /// The next result of what runs; nil when there is no more.
    func nextResult() -> LibpqResult? {
        guard let next = unsafe PQgetResult(pointer) else { return nil }
        return unsafe LibpqResult(next)
    }

    /// Sends bytes of a COPY; false when they could not be sent.
    func putCopy(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            let chunk = unsafe UnsafeRawBufferPointer(rebasing: buffer[range])
            return unsafe PQputCopyData(
                pointer,
                chunk.assumingMemoryBound(to: CChar.self).baseAddress,
                Int32(range.count)
            ) == 1
        }
    }

    /// Ends a COPY; with a reason, the server gives it up as failed.
    func endCopy(failing reason: String? = nil) {
        if let reason {
            _ = unsafe PQputCopyEnd(pointer, reason)
        } else {
            _ = unsafe PQputCopyEnd(pointer, nil)
        }
    }

    /// Receives the next bytes of a COPY; false when it has ended, and a result says how.
    func appendCopyChunk(to bytes: inout [UInt8]) -> Bool {
        var chunk: UnsafeMutablePointer<CChar>?
        let count = unsafe PQgetCopyData(pointer, &chunk, 0)
        guard count > 0, let chunk = unsafe chunk else { return false }
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: chunk, count: Int(count)))
        unsafe PQfreemem(chunk)
        return true
    }

    /// Receives and drops what is left of a COPY.
    func dropCopyChunks() {
        var dropped: [UInt8] = []
        while appendCopyChunk(to: &dropped) { dropped.removeAll(keepingCapacity: true) }
    }

    /// What libpq says last went wrong with the connection.
    var lastMessage: String { unsafe Self.message(pointer) }

    private static func message(_ pointer: OpaquePointer) -> String {
        unsafe PQerrorMessage(pointer).map { unsafe String(cString: $0) } ?? ""
    }
}
