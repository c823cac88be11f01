/// A body taken apart: its elements, each read on its own, and what stood beside them.
///
/// ```swift
/// let batch = try JSONBatch.read(body, form: .arrayOrEnvelope(member: "events"))
/// for element in batch.elements {
///     switch element.outcome {
///     case .success(let value): …
///     case .failure(let failure): quarantine(body[element.range], failure.code.rawValue)
///     }
/// }
/// ```
///
/// What makes one element unfit (half a surrogate pair, a number out of range, too deep, too large, a name
/// twice) never touches its neighbours. What makes the text no JSON at all fails the body, or the line
/// where each line stands alone.
package struct JSONBatch: Sendable {
    /// How the elements stand in the body.
    package enum Form: Hashable, Sendable {
        /// The body is one element.
        case single
        /// The body is an array of elements.
        case array
        /// The body is an object; the member with this name is the array of elements.
        case envelope(member: String)
        /// An array, or an object: an envelope if it has this member and that is an array, else one element.
        case arrayOrEnvelope(member: String)
        /// Each line that is not blank is an element (NDJSON); lines end with LF or CR LF.
        case lines
    }

    /// One element.
    package struct Element: Sendable {
        /// Where its bytes stand in the body, without white space around them.
        package let range: Range<Int>

        /// The number of its line, from 1, where lines are elements; else nil.
        package let line: Int?

        /// Its value, or why it has none; offsets of the failure count from the start of the element.
        package let outcome: Result<JSONValue, JSONFailure>
    }

    /// The elements in their order.
    package let elements: [Element]

    /// The members beside the elements of an envelope, those that could be read.
    package let members: [JSONMember]

    /// Why other members of the envelope could not be read; offsets count from the start of the body.
    package let memberFailures: [JSONFailure]

    /// Whether the body was an envelope.
    package let isEnvelope: Bool

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - body: the bytes; a byte order mark is no JSON.
    ///   - form: how the elements stand in it.
    ///   - limits: how much is read.
    /// - Returns: every element with its outcome. The checks of an element come in this order and the first
    ///   that fails is reported: size, depth, text, then numbers and names.
    /// - Throws: where nothing can be told apart: `malformed` (not JSON, or not of the form), `tooLarge`
    ///   (more elements than the limit), or for an envelope `duplicateKey` and `badText` in its own names.
    ///   Offsets count from the start of the body.
    package static func read(
        _ body: [UInt8],
        form: Form,
        limits: JSONLimits = JSONLimits()
    ) throws(JSONFailure) -> JSONBatch {
        let text = body.span
        var cutter = BodyCutter(limits: limits)
        var listName: String?
        switch form {
        case .single: try cutter.single(text)
        case .array: try cutter.array(text)
        case .lines: try cutter.lines(text)
        case .envelope(let member):
            guard try cutter.envelope(text, member: member) else {
                throw JSONFailure(.malformed, at: 0, "The object has no list under the expected name")
            }
            listName = member
        case .arrayOrEnvelope(let member):
            let start = GrammarScanner.skipSpace(text, 0)
            if start < text.count, text[start] == .openBrace {
                if try cutter.envelope(text, member: member) {
                    listName = member
                } else {
                    cutter = BodyCutter(limits: limits)
                    try cutter.single(text)
                }
            } else {
                try cutter.array(text)
            }
        }
        return try BatchReading.batch(text, cutter, limits, listName: listName)
    }
}

extension JSONValue {
    /// Reads a body that is one value; any failure is the body's.
    ///
    /// - Parameters:
    ///   - body: the bytes of the whole text.
    ///   - limits: how much is read; the value is the one element.
    /// - Returns: the value.
    /// - Throws: as an element's outcome would say.
    package static func read(
        _ body: [UInt8],
        limits: JSONLimits = JSONLimits()
    ) throws(JSONFailure) -> JSONValue {
        let batch = try JSONBatch.read(body, form: .single, limits: limits)
        guard let element = batch.elements.first else {
            throw JSONFailure(.malformed, at: 0, "Nothing to read")
        }
        do throws(JSONFailure) {
            return try element.outcome.get()
        } catch {
            throw error.moved(by: element.range.lowerBound)
        }
    }
}
