import CPostgres

/// Something the server mentions beside its answer, such as that a table to drop was not there.
package struct Notice: Hashable, Sendable {
    /// How serious it is: `WARNING`, `NOTICE`, `INFO`, `LOG` or `DEBUG`.
    package let severity: String

    /// Its code.
    package let sqlState: SQLState

    /// What the server says.
    package let message: String
}

/// Collects notices, which libpq would otherwise print to the standard error of the program.
final class NoticeBox {
    /// So many are kept; a loop that raises one a row must not fill the memory.
    static let limit = 100

    private var notices: [Notice] = []

    /// Has libpq hand its notices over to this box, which must outlive the connection.
    func listen(to connection: OpaquePointer) {
        let receiver: PQnoticeReceiver = { context, result in
            guard let context = unsafe context else { return }
            let box = unsafe Unmanaged<NoticeBox>.fromOpaque(context).takeUnretainedValue()
            unsafe box.receive(result)
        }
        _ = unsafe PQsetNoticeReceiver(connection, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Takes the notices collected so far.
    func take() -> [Notice] {
        defer { notices = [] }
        return notices
    }

    private func receive(_ result: OpaquePointer?) {
        guard notices.count < Self.limit else { return }
        // libpq keeps the result and frees it after the call, so its fields are read without owning it.
        func field(_ code: LibpqResult.ErrorField) -> String {
            unsafe PQresultErrorField(result, code.rawValue).map { unsafe String(cString: $0) } ?? ""
        }
        notices.append(
            Notice(
                severity: field(.severity),
                sqlState: SQLState(rawValue: field(.sqlState)),
                message: field(.message)
            )
        )
    }
}
