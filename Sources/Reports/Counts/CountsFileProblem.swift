/// Why a file of counts cannot be read, and where.
package struct CountsFileProblem: Error, Hashable, Sendable {
    /// A stable word for the problem.
    package let code: Code

    /// The line on which the record begins, counting from one.
    package let line: Int

    /// The column that is concerned, if one is.
    package let column: CountsFile.Column?

    /// The line of an earlier record that this one contradicts, if there is one.
    package let earlierLine: Int?

    init(_ code: Code, line: Int, column: CountsFile.Column? = nil, earlierLine: Int? = nil) {
        self.code = code
        self.line = line
        self.column = column
        self.earlierLine = earlierLine
    }

    /// The ways a file of counts can be wrong.
    package enum Code: String, Hashable, Sendable {
        /// Text that is not UTF-8, or holds U+0000.
        case badText = "bad_text"
        /// A quote inside a field without quotes, or text after a closing quote.
        case badQuote = "bad_quote"
        /// A quoted field that never ends.
        case unclosedQuote = "unclosed_quote"
        /// No header, or a header without a record.
        case empty
        /// A column that is needed does not stand in the header.
        case missingColumn = "missing_column"
        /// Fields are separated by semicolons or tabs.
        case otherSeparator = "other_separator"
        /// A column stands in the header twice.
        case duplicateColumn = "duplicate_column"
        /// A record with more or fewer fields than the header.
        case wrongFieldCount = "wrong_field_count"
        /// An experiment or variant without a name.
        case emptyName = "empty_name"
        /// A count that is not a whole number.
        case notACount = "not_a_count"
        /// A count under zero.
        case negative
        /// A count over 10¹².
        case tooLarge = "too_large"
        /// More conversions than people.
        case conversionsOverPeople = "conversions_over_people"
        /// A variant of an experiment that stands in an earlier line already.
        case duplicateVariant = "duplicate_variant"
    }
}

extension CountsFileProblem: CustomStringConvertible {
    /// One line that says where, what, and what to do about it.
    package var description: String { "Line \(line): \(what) [\(code.rawValue)]. \(hint)" }

    private var what: String {
        let name = column?.rawValue ?? ""
        return switch code {
        case .badText: "a field is not UTF-8 text"
        case .badQuote: "a quote stands where none may be"
        case .unclosedQuote: "a quoted field has no end"
        case .empty: "the file has no counts"
        case .missingColumn: "the header has no column \"\(name)\""
        case .otherSeparator: "fields are separated by semicolons or tabs, not by commas"
        case .duplicateColumn: "the header has column \"\(name)\" twice"
        case .wrongFieldCount: "the number of fields differs from the header"
        case .emptyName: "\(name) is empty"
        case .notACount: "\(name) is not a whole number"
        case .negative: "\(name) is negative"
        case .tooLarge: "\(name) is larger than 1000000000000"
        case .conversionsOverPeople: "there are more conversions than people"
        case .duplicateVariant: "this variant of this experiment is in line \(earlierLine ?? 0) already"
        }
    }

    private var hint: String {
        switch code {
        case .badText: "Save the file as UTF-8."
        case .badQuote: "Put the whole field in quotes, and write a quote in it as two."
        case .unclosedQuote: "Close the field with a quote."
        case .empty: "Write a header and a line for each variant."
        case .missingColumn, .duplicateColumn:
            "The header is experiment,variant,people,conversions and, if wanted, copy, in any order."
        case .otherSeparator:
            #"Save the file with commas, or turn it over: tr ';\t' ',,' < FILE, where no field has one."#
        case .wrongFieldCount: "Put a field that has a comma in it in quotes."
        case .emptyName: "Give it a name."
        case .notACount: "Write digits only, such as 1203."
        case .negative: "Counts begin at 0."
        case .tooLarge: "Check the column: counts are people, not identifiers or times."
        case .conversionsOverPeople:
            "Count each person who converted once, and only those who saw the variant."
        case .duplicateVariant: "Add the counts up in one line."
        }
    }
}
