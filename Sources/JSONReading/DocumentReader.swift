import CSimdjson

/// simdjson's parser, owned: reads single elements that the scan has approved.
///
/// Safe to use, as the handle never leaves it and the destructor is the only one to free it.
@safe
struct DocumentReader: ~Copyable {
    private let parser: OpaquePointer

    /// Makes a parser that reads elements of up to this size without growing.
    ///
    /// - Returns: nil where there is no memory for it.
    init?(capacity: Int) {
        guard let parser = unsafe csimdjson_create(capacity) else { return nil }
        unsafe self.parser = parser
    }

    deinit {
        unsafe csimdjson_destroy(parser)
    }

    /// Builds the value of an element.
    ///
    /// - Parameters:
    ///   - text: the body the element was cut from.
    ///   - cut: the element; the scan has found neither bad text nor too much depth in it.
    /// - Returns: the value.
    /// - Throws: `badNumber` and `duplicateKey`, which only show now; offsets count from the element.
    func value(in text: Span<UInt8>, _ cut: Cut) throws(JSONFailure) -> JSONValue {
        let element = text.extracting(cut.range)
        var document = unsafe csimdjson_document()
        let error: Int32
        if cut.findings.widened.isEmpty {
            error = unsafe element.withUnsafeBufferPointer { unsafe parse($0, into: &document) }
        } else {
            let copy = Self.widening(element, ends: cut.findings.widened, from: cut.range.lowerBound)
            error = unsafe copy.withUnsafeBufferPointer { unsafe parse($0, into: &document) }
        }
        guard error == 0 else { throw Self.failure(error, in: element) }
        // The document is valid until the parser is used again, which is after the tape has been walked.
        var walk = unsafe TapeWalk(tape: document.tape, strings: document.strings)
        return try walk.value()
    }

    /// Calls simdjson.
    private func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        into document: inout csimdjson_document
    ) -> Int32 {
        unsafe csimdjson_parse(parser, bytes.baseAddress, bytes.count, &document)
    }

    /// A copy in which the noted integers are written as doubles, which is how simdjson then reads them.
    private static func widening(_ element: Span<UInt8>, ends: [Int], from start: Int) -> [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(element.count + 2 * ends.count)
        var next = 0
        for end in ends {
            for position in next..<end - start { copy.append(element[position]) }
            copy.append(UInt8(ascii: "e"))
            copy.append(.zero)
            next = end - start
        }
        for position in next..<element.count { copy.append(element[position]) }
        return copy
    }

    /// What simdjson's error means, of which only one kind can be left after the scan.
    private static func failure(_ error: Int32, in element: Span<UInt8>) -> JSONFailure {
        guard error == csimdjson_number_error() else {
            return JSONFailure(.malformed, at: 0, "Unreadable (simdjson error \(error))")
        }
        return JSONFailure(
            .badNumber,
            at: hugeNumber(in: element),
            "A number is beyond the range of a double"
        )
    }

    /// Where the first number stands that no double can hold.
    ///
    /// This runs only for an element that has one: it looks at the text a second time.
    private static func hugeNumber(in element: Span<UInt8>) -> Int {
        var scanner = GrammarScanner(maxDepth: .max)
        var position = 0
        while position < element.count {
            let byte = element[position]
            let end: Int?
            switch byte {
            case .quote: end = try? scanner.string(in: element, at: position)
            case .minus, .zero ... .nine:
                end = try? scanner.number(in: element, at: position)
                if let end, Self.isHuge(element.extracting(position..<end)) { return position }
            default: end = nil
            }
            position = end ?? position + 1
        }
        return 0
    }

    /// Whether a number's text rounds to infinity.
    private static func isHuge(_ number: Span<UInt8>) -> Bool {
        var digits = ""
        for position in number.indices { digits.unicodeScalars.append(Unicode.Scalar(number[position])) }
        return Double(digits)?.isInfinite ?? true
    }
}
