/// Why an event is not fit for the log.
///
/// One bad event never fails its neighbours: it goes to quarantine with this reason, and the answer to the
/// request names its code and detail. Neither ever carries what a person or an app typed, only the names of
/// the contract, so that both may be logged.
public struct Rejection: Error, Hashable, Sendable {
    /// The stable word for what is wrong.
    public let code: Code
    /// The field that is wrong, as a path such as `context.locale`; nil where it is the event as a whole.
    public let field: String?
    /// What is wrong, as a sentence.
    public let detail: String
    /// What to do about it, as a sentence.
    public let hint: String?

    /// Creates a rejection.
    public init(_ code: Code, field: String? = nil, detail: String, hint: String? = nil) {
        self.code = code
        self.field = field
        self.detail = detail
        self.hint = hint
    }
}

extension Rejection {
    /// A stable word that clients match on and counters are labelled with, listed in <doc:Contract>.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word on the wire.
        public let rawValue: String

        /// Creates a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It is not a JSON object.
        public static let malformed = Code(rawValue: "malformed")
        /// A field that its type needs is absent or null.
        public static let missingField = Code(rawValue: "missing_field")
        /// A field has the wrong kind, length or value.
        public static let badField = Code(rawValue: "bad_field")
        /// Its type is none that apps may send.
        public static let unknownType = Code(rawValue: "unknown_type")
        /// The event as a whole has more bytes than one event may have.
        public static let tooLarge = Code(rawValue: "too_large")
        /// It nests deeper than an event may.
        public static let tooDeep = Code(rawValue: "too_deep")
        /// A text holds U+0000, a lone surrogate or invalid UTF-8.
        public static let badText = Code(rawValue: "bad_text")
        /// A number does not fit: a `Double` cannot hold it, or an integer field has more than 64 bits.
        public static let badNumber = Code(rawValue: "bad_number")
        /// One object has the same key twice.
        public static let duplicateKey = Code(rawValue: "duplicate_key")
        /// A time is not RFC 3339 or lies before 1970.
        public static let badTime = Code(rawValue: "bad_time")
        /// The person was erased; such an event is counted and never kept.
        public static let erased = Code(rawValue: "erased")
        /// The id is taken by an event with other content; the first one stands.
        public static let idConflict = Code(rawValue: "id_conflict")
    }
}

extension Rejection: CustomStringConvertible {
    /// Detail and hint in one line, followed by the code.
    public var description: String {
        "\(sentence) [\(code.rawValue)]"
    }

    /// Detail and hint in one line: the `detail` of the answer to a batch.
    public var sentence: String {
        guard let hint else { return detail }
        return detail + " " + hint
    }
}
