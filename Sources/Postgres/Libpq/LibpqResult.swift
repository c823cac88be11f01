import CPostgres

/// An answer of the server, freed when it goes out of scope.
@safe
struct LibpqResult: ~Copyable {
    private let pointer: OpaquePointer?

    /// Takes over a result; libpq gives none when memory is short or nothing more is to come.
    init(_ pointer: OpaquePointer?) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe PQclear(pointer)
    }

    /// What kind of answer it is.
    var status: ExecStatusType { unsafe PQresultStatus(pointer) }

    /// Says whether the statement was carried out.
    var isSuccess: Bool { status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK }

    /// What the server says it did, such as `INSERT 0 5`.
    var commandTag: String {
        unsafe PQcmdStatus(pointer).map { unsafe String(cString: $0) } ?? ""
    }

    /// How many rows the statement changed or gave; zero for statements that count none.
    var affectedRows: Int {
        unsafe PQcmdTuples(pointer).flatMap { unsafe Int(String(cString: $0)) } ?? 0
    }

    /// A field of the server's error report.
    func errorField(_ code: ErrorField) -> String? {
        unsafe PQresultErrorField(pointer, code.rawValue).map { unsafe String(cString: $0) }
    }

    /// The fields of an error report that this room reads, by their letters in the protocol.
    enum ErrorField: Int32 {
        case severity = 0x56  // V
        case sqlState = 0x43  // C
        case message = 0x4D  // M
        case detail = 0x44  // D
        case hint = 0x48  // H
        case table = 0x74  // t
        case column = 0x63  // c
        case constraint = 0x6E  // n
    }

    /// What libpq says of the failure in one text, which is all there is when it is libpq's own.
    var errorMessage: String {
        unsafe PQresultErrorMessage(pointer).map { unsafe String(cString: $0) } ?? ""
    }

    /// The names and types of the columns.
    var columns: [Column] {
        (0..<(unsafe PQnfields(pointer))).map { index in
            Column(
                name: unsafe PQfname(pointer, index).map { unsafe String(cString: $0) } ?? "",
                type: DataType(rawValue: unsafe PQftype(pointer, index))
            )
        }
    }

    /// The types that the server gave the places of a described statement.
    var parameterTypes: [DataType] {
        (0..<(unsafe PQnparams(pointer))).map { DataType(rawValue: unsafe PQparamtype(pointer, $0)) }
    }

    /// Copies the rows out.
    func table() -> Table {
        let columns = self.columns
        let rowCount = unsafe PQntuples(pointer)
        var cells: [Table.Cell] = []
        var bytes: [UInt8] = []
        cells.reserveCapacity(Int(rowCount) * columns.count)
        for row in 0..<rowCount {
            for column in 0..<Int32(columns.count) {
                if unsafe PQgetisnull(pointer, row, column) == 1 {
                    cells.append(nil)
                } else {
                    let start = bytes.count
                    let length = Int(unsafe PQgetlength(pointer, row, column))
                    unsafe bytes.append(
                        contentsOf: UnsafeRawBufferPointer(
                            start: PQgetvalue(pointer, row, column),
                            count: length
                        )
                    )
                    cells.append(start..<bytes.count)
                }
            }
        }
        return Table(
            columns: columns,
            width: columns.count,
            rowCount: Int(rowCount),
            cells: cells,
            bytes: bytes
        )
    }
}
