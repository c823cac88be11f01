/// JSON text that goes into, or came out of, a jsonb column.
///
/// The server parses it on the way in and writes it anew on the way out, so spaces, the order of
/// keys and doubled keys do not survive.
package struct JSONB: Hashable, Sendable {
    /// The JSON text.
    package var text: String

    /// Takes JSON text; whether it is JSON is for the server to say.
    package init(_ text: String) {
        self.text = text
    }

    /// The one version of jsonb's binary format there is: a byte before the text.
    static let version: UInt8 = 1
}

extension JSONB: PostgresValue {
    package static var dataType: DataType { .jsonb }
    package static var arrayType: DataType { .jsonbArray }
    package static func reads(_ type: DataType) -> Bool { type == .jsonb || type == .json }

    package func encode(into bytes: inout [UInt8]) {
        bytes.append(Self.version)
        bytes.append(contentsOf: text.utf8)
    }

    package static func decode(_ bytes: RawSpan, type: DataType) -> JSONB? {
        // A column of unknown type, as in a COPY, is taken for jsonb: the log has no json columns.
        guard type != .json else { return bytes.text().map(JSONB.init) }
        guard bytes.byteCount > 0, bytes.extracting(first: 1).bigEndian(UInt8.self) == version else {
            return nil
        }
        return bytes.extracting(droppingFirst: 1).text().map(JSONB.init)
    }
}
