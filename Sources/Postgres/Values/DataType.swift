/// A type of PostgreSQL, by the number the server knows it under.
///
/// The numbers of built-in types are fixed for good: the server's own clients rely on them. Types
/// made by `create type` get numbers that differ from database to database and are not named here.
package struct DataType: RawRepresentable, Hashable, Sendable {
    /// The type's object identifier.
    package let rawValue: UInt32

    /// Names a type by its object identifier.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Not known, as in the rows of a binary COPY, which do not say their types.
    package static let unknown = DataType(rawValue: 0)

    package static let bool = DataType(rawValue: 16)
    package static let bytea = DataType(rawValue: 17)
    package static let name = DataType(rawValue: 19)
    package static let int8 = DataType(rawValue: 20)
    package static let int2 = DataType(rawValue: 21)
    package static let int4 = DataType(rawValue: 23)
    package static let text = DataType(rawValue: 25)
    package static let json = DataType(rawValue: 114)
    package static let float4 = DataType(rawValue: 700)
    package static let float8 = DataType(rawValue: 701)
    package static let bpchar = DataType(rawValue: 1042)
    package static let varchar = DataType(rawValue: 1043)
    package static let date = DataType(rawValue: 1082)
    package static let timestamp = DataType(rawValue: 1114)
    package static let timestamptz = DataType(rawValue: 1184)
    package static let numeric = DataType(rawValue: 1700)
    package static let uuid = DataType(rawValue: 2950)
    package static let jsonb = DataType(rawValue: 3802)

    package static let boolArray = DataType(rawValue: 1000)
    package static let byteaArray = DataType(rawValue: 1001)
    package static let int2Array = DataType(rawValue: 1005)
    package static let int4Array = DataType(rawValue: 1007)
    package static let textArray = DataType(rawValue: 1009)
    package static let int8Array = DataType(rawValue: 1016)
    package static let float8Array = DataType(rawValue: 1022)
    package static let timestamptzArray = DataType(rawValue: 1185)
    package static let uuidArray = DataType(rawValue: 2951)
    package static let jsonbArray = DataType(rawValue: 3807)
}

extension DataType: CustomStringConvertible {
    /// The name that SQL uses, as far as this room knows the type.
    package var description: String {
        Self.names[self] ?? "type \(rawValue)"
    }

    private static let names: [DataType: String] = [
        .unknown: "unknown",
        .bool: "bool", .bytea: "bytea", .name: "name", .int8: "int8", .int2: "int2", .int4: "int4",
        .text: "text", .json: "json", .float4: "float4", .float8: "float8", .bpchar: "bpchar",
        .varchar: "varchar", .date: "date", .timestamp: "timestamp", .timestamptz: "timestamptz",
        .numeric: "numeric", .uuid: "uuid", .jsonb: "jsonb",
        .boolArray: "bool[]", .byteaArray: "bytea[]", .int2Array: "int2[]", .int4Array: "int4[]",
        .textArray: "text[]", .int8Array: "int8[]", .float8Array: "float8[]",
        .timestamptzArray: "timestamptz[]", .uuidArray: "uuid[]", .jsonbArray: "jsonb[]",
    ]
}
