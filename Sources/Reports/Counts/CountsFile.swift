import Statistics
import TipCore

/// Aggregated counts of past tests, as a file of comma-separated values.
///
/// The header names the columns `experiment`, `variant`, `people`, `conversions` and, optionally,
/// `copy`, in any order; other columns are ignored. Each further record is one variant. The variants
/// of an experiment need not stand together; experiments keep the order of their first records, and
/// variants theirs, so that the first of each is its baseline.
package struct CountsFile: Hashable, Sendable {
    /// The experiments of the file.
    package let experiments: [ExperimentCounts]

    /// The lines on which the records begin, counting from one: of each experiment those of its variants.
    package let lines: [[Int]]

    /// The columns that are read.
    package enum Column: String, Hashable, Sendable, CaseIterable {
        /// The name of the experiment.
        case experiment
        /// The name of the variant, unique in its experiment.
        case variant
        /// How many people saw the variant.
        case people
        /// How many of them converted.
        case conversions
        /// The text that was shown; may be left out, and may be empty.
        case copy
    }

    /// Reads a file, or says what is wrong in which line.
    package init(_ bytes: [UInt8]) throws(CountsFileProblem) {
        var reader = CSVReader(bytes)
        guard let header = try reader.next() else { throw CountsFileProblem(.empty, line: 1) }
        let places = try Self.places(in: header)
        var collected = Collected()
        while let record = try reader.next() {
            guard record.fields.count == header.fields.count else {
                throw CountsFileProblem(.wrongFieldCount, line: record.line)
            }
            try collected.add(Row(record, places))
        }
        guard !collected.experiments.isEmpty else { throw CountsFileProblem(.empty, line: header.line) }
        experiments = collected.experiments
        lines = collected.order
    }

    /// Where in a record the field of each column stands.
    private static func places(in header: CSVReader.Record) throws(CountsFileProblem) -> [Column: Int] {
        var places: [Column: Int] = [:]
        for (index, name) in header.fields.enumerated() {
            guard let column = Column(rawValue: name) else { continue }
            guard places.updateValue(index, forKey: column) == nil else {
                throw CountsFileProblem(.duplicateColumn, line: header.line, column: column)
            }
        }
        for column in Column.allCases where column != .copy && places[column] == nil {
            // What spreadsheets save where the comma is the decimal mark.
            let isOneField = header.fields.count == 1 && header.fields[0].contains { $0 == ";" || $0 == "\t" }
            throw CountsFileProblem(
                isOneField ? .otherSeparator : .missingColumn,
                line: header.line,
                column: column
            )
        }
        return places
    }
}

/// One record of the file, read and checked by itself.
private struct Row {
    let line: Int
    let experiment: String
    let counts: VariantCounts

    init(_ record: CSVReader.Record, _ places: [CountsFile.Column: Int]) throws(CountsFileProblem) {
        func text(_ column: CountsFile.Column) -> String {
            places[column].map { record.fields[$0] } ?? ""
        }
        func name(_ column: CountsFile.Column) throws(CountsFileProblem) -> String {
            let name = text(column)
            guard !name.isEmpty else {
                throw CountsFileProblem(.emptyName, line: record.line, column: column)
            }
            return name
        }
        func count(_ column: CountsFile.Column) throws(CountsFileProblem) -> Int64 {
            let digits = text(column)
            func problem(_ code: CountsFileProblem.Code) -> CountsFileProblem {
                CountsFileProblem(code, line: record.line, column: column)
            }
            let isNegative = digits.hasPrefix("-")
            let magnitude = isNegative ? digits.dropFirst() : Substring(digits)
            guard !magnitude.isEmpty, magnitude.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw problem(.notACount)
            }
            if isNegative { throw problem(.negative) }
            guard let count = Int64(magnitude), count <= Proportion.mostPeople else {
                throw problem(.tooLarge)
            }
            return count
        }
        line = record.line
        experiment = try name(.experiment)
        let copy = text(.copy)
        counts = VariantCounts(
            variant: try name(.variant),
            copy: copy.isEmpty ? nil : copy,
            people: try count(.people),
            conversions: try count(.conversions)
        )
        guard counts.conversions <= counts.people else {
            throw CountsFileProblem(.conversionsOverPeople, line: record.line, column: .conversions)
        }
    }
}

/// The experiments met so far.
private struct Collected {
    var experiments: [ExperimentCounts] = []
    private var indices: [ExactText: Int] = [:]
    private var lines: [[ExactText: Int]] = []
    private(set) var order: [[Int]] = []

    mutating func add(_ row: Row) throws(CountsFileProblem) {
        let name = ExactText(row.experiment)
        let index = indices[name] ?? experiments.count
        if index == experiments.count {
            indices[name] = index
            experiments.append(ExperimentCounts(experiment: row.experiment, variants: []))
            lines.append([:])
            order.append([])
        }
        if let earlier = lines[index].updateValue(row.line, forKey: ExactText(row.counts.variant)) {
            throw CountsFileProblem(.duplicateVariant, line: row.line, column: .variant, earlierLine: earlier)
        }
        experiments[index].variants.append(row.counts)
        order[index].append(row.line)
    }
}
