/// Why a text, or one element of it, could not be read.
package struct JSONFailure: Error, Hashable, Sendable {
    /// The stable words for what can be wrong.
    package enum Code: String, CaseIterable, Sendable {
        /// Not JSON by the grammar of RFC 8259, or not of the form that was asked for.
        case malformed
        /// Arrays and objects nested deeper than the limit.
        case tooDeep = "too_deep"
        /// U+0000, half of a surrogate pair, or bytes that are not UTF-8, inside a string.
        case badText = "bad_text"
        /// A number beyond the range of a double.
        case badNumber = "bad_number"
        /// An object that has the same name twice.
        case duplicateKey = "duplicate_key"
        /// More bytes in an element, or more elements, than the limit.
        case tooLarge = "too_large"
    }

    /// What is wrong.
    package let code: Code

    /// Where, in bytes: from the start of the element for a failure of one element, from the start of
    /// the body for a failure of the whole.
    ///
    /// A duplicate key is reported at the start of what was read.
    package let offset: Int

    /// One sentence part for a person; never repeats what the text said.
    package let detail: String

    /// Names what is wrong and where.
    package init(_ code: Code, at offset: Int, _ detail: String) {
        self.code = code
        self.offset = offset
        self.detail = detail
    }

    /// The same failure, seen from a start that lies earlier by so many bytes.
    func moved(by distance: Int) -> JSONFailure {
        JSONFailure(code, at: offset + distance, detail)
    }
}

extension JSONFailure: CustomStringConvertible {
    /// Code, place and detail on one line.
    package var description: String {
        "\(detail) at byte \(offset) [\(code.rawValue)]"
    }
}
