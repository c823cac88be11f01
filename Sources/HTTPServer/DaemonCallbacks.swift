import CMicrohttpd
import Glibc

// What libmicrohttpd calls. The context is the server's core, which outlives the daemon; each connection and
// each request keeps one retained object, which is released in the call that ends it.

/// A connection begins or ends.
func handleConnection(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    event: MHD_ConnectionNotificationCode
) {
    guard let context = unsafe context, let connection = unsafe connection, let slot = unsafe slot else {
        return
    }
    let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    if event == .CONNECTION_NOTIFY_STARTED {
        let new = unsafe Connection(
            descriptor: cmicrohttpd_socket(connection),
            peer: PeerName.text(cmicrohttpd_peer(connection)),
            core: core
        )
        unsafe slot.pointee = Unmanaged.passRetained(new).toOpaque()
        core.watch.add(new)
    } else if let stored = unsafe slot.pointee {
        let old = unsafe Unmanaged<Connection>.fromOpaque(stored).takeRetainedValue()
        unsafe slot.pointee = nil
        core.watch.remove(old, drain: 2 * core.limits.bodyBytes)
    }
}

/// A request line has arrived: what is returned here is the slot of the request from now on.
func handleRequestLine(
    context: UnsafeMutableRawPointer?,
    target: UnsafePointer<CChar>?,
    connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context, let connection = unsafe connection,
        let stored = unsafe cmicrohttpd_connection_context(connection)
    else { return nil }
    let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let owner = unsafe Unmanaged<Connection>.fromOpaque(stored).takeUnretainedValue()
    let bytes = unsafe target.map { unsafe UnsafeRawBufferPointer(start: $0, count: strlen($0)) }
    let exchange = unsafe Exchange(
        target: bytes.map { unsafe Array($0) } ?? [],
        connection: owner,
        core: core
    )
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

/// libmicrohttpd refuses by itself what it cannot parse; it closes the connection behind this.
func handleRefusal(connection: OpaquePointer?, status: UInt32) {
    guard let connection = unsafe connection,
        let stored = unsafe cmicrohttpd_connection_context(connection),
        let refusal = HTTPRefusal(parserStatus: Int(status))
    else { return }
    unsafe Unmanaged<Connection>.fromOpaque(stored).takeUnretainedValue().parserRefuses(refusal)
}

/// A header, a piece of a body, or the end of a request has arrived, or a suspended connection was resumed.
func handleRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?,
    upload: UnsafePointer<CChar>?,
    uploadSize: UnsafeMutablePointer<Int>?,
    slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let connection = unsafe connection, let stored = unsafe slot?.pointee, let size = unsafe uploadSize,
        let method = unsafe method, let version = unsafe version
    else { return .NO }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(stored).takeUnretainedValue()
    let step: Exchange.Step
    if let upload = unsafe upload, unsafe size.pointee > 0 {
        let bytes = unsafe UnsafeRawBufferPointer(start: upload, count: size.pointee)
        step = exchange.bodyArrived(unsafe Span(_unsafeBytes: bytes))
        unsafe size.pointee = 0
    } else if exchange.isWaitingForHeader {
        step = exchange.headerArrived(
            unsafe ParsedHeader(connection, method: method, version: version, targetSize: exchange.targetSize)
        )
    } else {
        step = exchange.advance(unsafe SuspendableConnection(connection))
    }
    switch step {
    case .proceed: return .YES
    case .answer(let response, let closes): return unsafe response.queue(on: connection, closes: closes)
    case .abandon: return .NO
    }
}

/// A request has ended, one way or another.
func handleCompletion(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    end: MHD_RequestTerminationCode
) {
    guard let connection = unsafe connection, let slot = unsafe slot, let stored = unsafe slot.pointee else {
        return
    }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(stored).takeRetainedValue()
    unsafe slot.pointee = nil
    let status = unsafe Int(cmicrohttpd_status(connection))
    exchange.ended(status: status == 0 ? nil : status, isComplete: end == .REQUEST_TERMINATED_COMPLETED_OK)
}

extension ParsedHeader {
    /// Copies the header of the current call.
    @unsafe
    init(
        _ connection: OpaquePointer,
        method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>,
        targetSize: Int
    ) {
        let start = unsafe UnsafeRawPointer(method)
        let size = unsafe cmicrohttpd_header_size(connection)
        var collected = unsafe FieldCollector(start: start, size: size)
        let collect: MHD_KeyValueIteratorN = { context, _, name, nameSize, value, valueSize in
            guard let context = unsafe context, let name = unsafe name else { return .NO }
            let collector = unsafe context.assumingMemoryBound(to: FieldCollector.self)
            unsafe collector.pointee.add(name, nameSize, value ?? name, valueSize)
            return .YES
        }
        unsafe withUnsafeMutablePointer(to: &collected) { collected in
            _ = unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, collect, collected)
        }
        self.init(
            text: unsafe Array(UnsafeRawBufferPointer(start: start, count: size)),
            targetSize: targetSize,
            method: unsafe collected.place(method, strlen(method)),
            version: unsafe collected.place(version, strlen(version)),
            fields: unsafe collected.fields
        )
    }
}

/// Turns pointers of libmicrohttpd into places in the text of the header.
@unsafe
private struct FieldCollector {
    let start: UnsafeRawPointer
    let size: Int
    var fields: [(name: Range<Int>, value: Range<Int>)] = []

    init(start: UnsafeRawPointer, size: Int) {
        unsafe self.start = start
        unsafe self.size = size
    }

    /// Notes a field.
    mutating func add(
        _ name: UnsafePointer<CChar>,
        _ nameSize: Int,
        _ value: UnsafePointer<CChar>,
        _ valueSize: Int
    ) {
        unsafe fields.append((place(name, nameSize), place(value, valueSize)))
    }

    /// Where a piece stands; one that is not in the text gets an empty place at its start, where none can be.
    func place(_ piece: UnsafePointer<CChar>, _ count: Int) -> Range<Int> {
        let offset = unsafe UnsafeRawPointer(piece) - start
        return unsafe offset >= 0 && offset + count <= size ? offset..<offset + count : 0..<0
    }
}
