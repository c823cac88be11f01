import Foundation
package import Postgres

/// Rows as a table of text, for expectations that a reviewer reads.
///
/// ```
/// seq | tip
/// ----+--------
/// 1   | welcome
/// 2   | null
/// ```
///
/// Lines have no spaces at their ends. Times are in UTC, bytes and uuids in hexadecimal.
package struct TextTable: CustomStringConvertible {
    /// The table, without a line break at its end.
    package let description: String

    /// Draws rows.
    ///
    /// - Throws: `RowError` for a value of a type that this does not know; cast it in the SQL.
    package init(_ rows: Rows) throws {
        let names = rows.columns.map(\.name)
        let cells = try rows.map { row in
            try rows.columns.enumerated().map { try Self.text(row, $0.offset, $0.element.type) }
        }
        let widths = names.indices.map { column in
            ([names[column]] + cells.map { $0[column] }).map(\.count).max() ?? 0
        }
        let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "-+-")
        let lines = [Self.line(names, widths), rule] + cells.map { Self.line($0, widths) }
        description = lines.joined(separator: "\n")
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        let line = padded.joined(separator: " | ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    private static func text(_ row: Row, _ column: Int, _ type: DataType) throws -> String {
        if try row.isNull(column) { return "null" }
        return switch type {
        case .bool: "\(try row.bool(column))"
        case .int2, .int4, .int8: "\(try row.int64(column))"
        case .float4, .float8: "\(try row.double(column))"
        case .timestamptz: time(try row.timestamp(column))
        case .uuid: hexadecimal(try row.uuid(column).bytes)
        case .bytea: hexadecimal(try row.bytes(column))
        case .int2Array: list(try row.nullables(column, of: Int16.self))
        case .int4Array: list(try row.nullables(column, of: Int32.self))
        case .int8Array: list(try row.nullables(column, of: Int64.self))
        case .textArray: list(try row.nullables(column, of: String.self))
        default: try row.string(column)
        }
    }

    private static func list(_ elements: [(some CustomStringConvertible)?]) -> String {
        "{" + elements.map { $0?.description ?? "null" }.joined(separator: ",") + "}"
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A time with the fraction only where there is one, cut of its zeros.
    private static func time(_ microseconds: Int64) -> String {
        let (seconds, fraction) = microseconds.dividingFloor(by: 1_000_000)
        let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
        guard fraction != 0 else { return whole }
        let digits = String(1_000_000 + fraction).dropFirst()
        let cut = String(digits.reversed().drop { $0 == "0" }.reversed())
        return "\(whole.dropLast()).\(cut)Z"
    }
}

extension Int64 {
    fileprivate func dividingFloor(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension UInt128 {
    fileprivate var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: self >> (120 - 8 * $0)) }
    }
}
