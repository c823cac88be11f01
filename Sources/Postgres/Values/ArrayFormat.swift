/// The binary format of one-dimensional arrays.
///
/// Layout, all in network order: number of dimensions, a flag for nulls, the element type; then per
/// dimension its length and lower bound; then each element as its length (-1 for null) and bytes.
enum ArrayFormat {
    /// Appends an array in binary format, without its own length.
    static func encode<Element: PostgresValue>(_ elements: [Element?], into bytes: inout [UInt8]) {
        bytes.append(bigEndian: Int32(elements.isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(elements.contains { $0 == nil } ? 1 : 0))
        bytes.append(bigEndian: Element.dataType.rawValue)
        guard !elements.isEmpty else { return }
        bytes.append(bigEndian: Int32(elements.count))
        bytes.append(bigEndian: Int32(1))
        for element in elements {
            if let element {
                bytes.appendMeasured { element.encode(into: &$0) }
            } else {
                bytes.append(bigEndian: Int32(-1))
            }
        }
    }

    /// Reads an array; nil when the bytes are not a one-dimensional array of readable elements.
    static func decode<Element: PostgresValue>(_ bytes: RawSpan, of _: Element.Type) -> [Element?]? {
        var cursor = Cursor()
        guard let dimensions = cursor.next(Int32.self, in: bytes), cursor.next(Int32.self, in: bytes) != nil,
            let type = cursor.next(UInt32.self, in: bytes).map(DataType.init(rawValue:)),
            Element.reads(type)
        else { return nil }
        if dimensions == 0 { return [] }
        guard dimensions == 1, let count = cursor.next(Int32.self, in: bytes), count >= 0,
            cursor.next(Int32.self, in: bytes) != nil
        else { return nil }

        var elements: [Element?] = []
        for _ in 0..<count {
            guard let length = cursor.next(Int32.self, in: bytes) else { return nil }
            if length < 0 {
                elements.append(nil)
            } else {
                guard let cell = cursor.next(count: Int(length), in: bytes),
                    let element = Element.decode(bytes.extracting(cell), type: type)
                else { return nil }
                elements.append(element)
            }
        }
        return elements
    }
}

extension [UInt8] {
    /// Appends a length in four bytes and then what the closure appends, which it is the length of.
    mutating func appendMeasured(_ body: (inout [UInt8]) -> Void) {
        let start = count
        append(bigEndian: Int32(0))
        body(&self)
        overwrite(at: start, bigEndian: Int32(count - start - 4))
    }
}
