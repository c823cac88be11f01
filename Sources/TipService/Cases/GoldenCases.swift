import TipWire

/// Golden cases of a growth team, run without a database.
package enum GoldenCases {
    /// What came of a file of cases.
    package struct Outcome: Sendable {
        /// What each failure expected and got, in lines.
        package let failures: [String]
        /// The cases that passed.
        package let passed: Int
        /// The cases that failed.
        package let failed: Int
    }

    /// Runs the cases and rule texts of a file.
    ///
    /// - Throws: `UnreadableCases` where it is no file of cases.
    package static func run(_ bytes: [UInt8], file: String) throws(UnreadableCases) -> Outcome {
        switch CaseFile.read(bytes: bytes, file: file) {
        case .failure(let unreadable):
            throw UnreadableCases(problems: unreadable.problems.map(\.description))
        case .success(let cases):
            let results = cases.run()
            guard !results.isEmpty else {
                throw UnreadableCases(problems: ["\(file) has no cases and no rule texts"])
            }
            let failed = results.filter { !$0.isPassed }
            return Outcome(
                failures: failed.flatMap(\.lines),
                passed: results.count - failed.count,
                failed: failed.count
            )
        }
    }
}

/// A file that is no file of cases.
package struct UnreadableCases: Error, Hashable, Sendable {
    /// What is wrong, a line each.
    package let problems: [String]
}
