import TipCore

/// Takes known fields off a JSON object, each with the check of its kind, and keeps what is left.
///
/// An explicit null counts as an absent field, since SDKs send one for what they do not know.
struct FieldReader {
    private let members: [JSON.Member]
    private var isTaken: [Bool]
    private let path: String

    /// Reads the members of an object; `path` stands before a field's name in a rejection, such as `context.`.
    init(_ members: [JSON.Member], path: String = "") {
        self.members = members
        self.path = path
        isTaken = Array(repeating: false, count: members.count)
    }

    /// The members that nothing took.
    var rest: [JSON.Member] {
        guard isTaken.contains(false) else { return [] }
        return zip(members, isTaken).compactMap { member, taken in taken ? nil : member }
    }

    /// Takes a field of any kind, null included.
    mutating func value(_ name: String) -> JSON? {
        // Lengths are compared first: they tell most keys apart without a call.
        let length = name.utf8.count
        guard let index = members.firstIndex(where: { $0.key.utf8.count == length && $0.key == name }) else {
            return nil
        }
        isTaken[index] = true
        return members[index].value
    }

    /// Takes a string of 1 to `limit` bytes, or nil where the field is absent.
    mutating func text(_ name: String, atMost limit: Int, canBeEmpty: Bool = false) throws(Rejection)
        -> String?
    {
        guard let value = present(name) else { return nil }
        guard case .string(let text) = value else { throw mismatch(name, value, expected: "a string") }
        return try check(text, name, atMost: limit, canBeEmpty: canBeEmpty)
    }

    /// Takes a string of 1 to `limit` bytes that must be there.
    mutating func requiredText(_ name: String, atMost limit: Int) throws(Rejection) -> String {
        guard let text = try text(name, atMost: limit) else { throw missing(name, "a string") }
        return text
    }

    /// Takes a whole number of 64 bits, or nil where the field is absent.
    mutating func integer(_ name: String) throws(Rejection) -> Int64? {
        guard let value = present(name) else { return nil }
        switch value {
        case .integer(let number): return number
        case .number(let number), .float(let number):
            guard number == number.rounded(.towardZero) else {
                throw bad(name, "has a fraction where a whole number is expected.")
            }
            guard let whole = Int64(exactly: number) else {
                throw Rejection(
                    .badNumber,
                    field: path + name,
                    detail: "`\(path)\(name)` does not fit in a 64-bit integer."
                )
            }
            return whole
        default: throw mismatch(name, value, expected: "a whole number")
        }
    }

    /// Takes a boolean, or nil where the field is absent.
    mutating func boolean(_ name: String) throws(Rejection) -> Bool? {
        guard let value = present(name) else { return nil }
        guard case .boolean(let flag) = value else { throw mismatch(name, value, expected: "a boolean") }
        return flag
    }

    /// Takes the members of an object, or nil where the field is absent.
    mutating func object(_ name: String) throws(Rejection) -> [JSON.Member]? {
        guard let value = present(name) else { return nil }
        guard case .object(let members) = value else { throw mismatch(name, value, expected: "an object") }
        return members
    }

    /// Takes a list of at most `count` strings of 1 to `limit` bytes, or nil where the field is absent.
    mutating func texts(_ name: String, atMost limit: Int, count: Int) throws(Rejection) -> [String]? {
        guard let value = present(name) else { return nil }
        guard case .array(let elements) = value else { throw mismatch(name, value, expected: "a list") }
        guard elements.count <= count else {
            throw bad(name, "has \(elements.count) elements, over the limit of \(count).")
        }
        var texts: [String] = []
        for element in elements {
            guard case .string(let text) = element else {
                throw bad(name, "holds \(element.kind) where only strings are expected.")
            }
            texts.append(try check(text, name, atMost: limit, canBeEmpty: false))
        }
        return texts
    }

    /// Takes an instant at or after 1970, or nil where the field is absent.
    mutating func time(_ name: String) throws(Rejection) -> Timestamp? {
        guard let value = present(name) else { return nil }
        guard case .string(let text) = value else {
            throw mismatch(name, value, expected: "a time as a string")
        }
        guard let time = Timestamp(rfc3339: text) else {
            throw Rejection(
                .badTime,
                field: path + name,
                detail: "`\(path)\(name)` is not an RFC 3339 time.",
                hint: "Write it like 2026-03-02T10:00:00.123Z, with an offset."
            )
        }
        guard time >= .epoch else {
            throw Rejection(
                .badTime,
                field: path + name,
                detail: "`\(path)\(name)` is before 1970-01-01T00:00:00Z.",
                hint: "Check the device's clock."
            )
        }
        return time
    }

    /// The rejection of a field that must be there.
    func missing(_ name: String, _ expected: String) -> Rejection {
        Rejection(
            .missingField,
            field: path + name,
            detail: "`\(path)\(name)` is missing; \(expected) is expected."
        )
    }

    /// The rejection of a field for what follows its name.
    func bad(_ name: String, _ predicate: String, hint: String? = nil) -> Rejection {
        Rejection(.badField, field: path + name, detail: "`\(path)\(name)` \(predicate)", hint: hint)
    }

    /// The rejection of a field for the kind of its value.
    func mismatch(_ name: String, _ value: JSON, expected: String) -> Rejection {
        bad(name, "is \(value.kind) where \(expected) is expected.")
    }

    private mutating func present(_ name: String) -> JSON? {
        guard let value = value(name), value != .null else { return nil }
        return value
    }

    private func check(
        _ text: String,
        _ name: String,
        atMost limit: Int,
        canBeEmpty: Bool
    ) throws(Rejection) -> String {
        let count = text.utf8.count
        guard count > 0 || canBeEmpty else {
            throw bad(name, "is empty; 1 to \(limit) bytes are expected.")
        }
        guard count <= limit else { throw bad(name, "has \(count) bytes, over the limit of \(limit).") }
        return text
    }
}

extension JSON {
    /// The kind of the value with its article, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .number, .float: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
