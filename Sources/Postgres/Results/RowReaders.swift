// One short name a type, for the rows that are read by hand. Each is `value(_:as:)`, and the form
// with `ifPresent:` gives nil for null.

extension Row {
    /// Reads a bool.
    package func bool(_ column: Int) throws(RowError) -> Bool {
        try value(column, as: Bool.self)
    }

    /// Reads a bool, or null.
    package func bool(ifPresent column: Int) throws(RowError) -> Bool? {
        try value(ifPresent: column, as: Bool.self)
    }

    /// Reads an int2.
    package func int16(_ column: Int) throws(RowError) -> Int16 {
        try value(column, as: Int16.self)
    }

    /// Reads an int2, or null.
    package func int16(ifPresent column: Int) throws(RowError) -> Int16? {
        try value(ifPresent: column, as: Int16.self)
    }

    /// Reads an int4 or int2.
    package func int32(_ column: Int) throws(RowError) -> Int32 {
        try value(column, as: Int32.self)
    }

    /// Reads an int4 or int2, or null.
    package func int32(ifPresent column: Int) throws(RowError) -> Int32? {
        try value(ifPresent: column, as: Int32.self)
    }

    /// Reads an int8, int4 or int2.
    package func int64(_ column: Int) throws(RowError) -> Int64 {
        try value(column, as: Int64.self)
    }

    /// Reads an int8, int4 or int2, or null.
    package func int64(ifPresent column: Int) throws(RowError) -> Int64? {
        try value(ifPresent: column, as: Int64.self)
    }

    /// Reads an int8, int4 or int2.
    package func int(_ column: Int) throws(RowError) -> Int {
        try value(column, as: Int.self)
    }

    /// Reads an int8, int4 or int2, or null.
    package func int(ifPresent column: Int) throws(RowError) -> Int? {
        try value(ifPresent: column, as: Int.self)
    }

    /// Reads a float8 or float4.
    package func double(_ column: Int) throws(RowError) -> Double {
        try value(column, as: Double.self)
    }

    /// Reads a float8 or float4, or null.
    package func double(ifPresent column: Int) throws(RowError) -> Double? {
        try value(ifPresent: column, as: Double.self)
    }

    /// Reads text, or JSON as text.
    package func string(_ column: Int) throws(RowError) -> String {
        try value(column, as: String.self)
    }

    /// Reads text, or JSON as text, or null.
    package func string(ifPresent column: Int) throws(RowError) -> String? {
        try value(ifPresent: column, as: String.self)
    }

    /// Reads a bytea.
    package func bytes(_ column: Int) throws(RowError) -> [UInt8] {
        try value(column, as: [UInt8].self)
    }

    /// Reads a bytea, or null.
    package func bytes(ifPresent column: Int) throws(RowError) -> [UInt8]? {
        try value(ifPresent: column, as: [UInt8].self)
    }

    /// Reads a uuid as a number whose first byte is the most significant.
    package func uuid(_ column: Int) throws(RowError) -> UInt128 {
        try value(column, as: UInt128.self)
    }

    /// Reads a uuid as a number whose first byte is the most significant, or null.
    package func uuid(ifPresent column: Int) throws(RowError) -> UInt128? {
        try value(ifPresent: column, as: UInt128.self)
    }

    /// Reads a timestamptz as microseconds since 1970-01-01T00:00:00Z.
    package func timestamp(_ column: Int) throws(RowError) -> Int64 {
        try value(column, as: Timestamptz.self).microseconds
    }

    /// Reads a timestamptz as microseconds since 1970-01-01T00:00:00Z, or null.
    package func timestamp(ifPresent column: Int) throws(RowError) -> Int64? {
        try value(ifPresent: column, as: Timestamptz.self)?.microseconds
    }

    /// Reads the text of a jsonb or json value.
    package func json(_ column: Int) throws(RowError) -> String {
        try value(column, as: JSONB.self).text
    }

    /// Reads the text of a jsonb or json value, or null.
    package func json(ifPresent column: Int) throws(RowError) -> String? {
        try value(ifPresent: column, as: JSONB.self)?.text
    }
}
