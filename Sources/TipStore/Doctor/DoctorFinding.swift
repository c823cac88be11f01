package import TipCore

/// One thing that an operator should know of the database, with what to do about it.
package struct DoctorFinding: Hashable, Sendable {
    /// What was looked at.
    package let check: Check
    /// How it came out.
    package let severity: Severity
    /// What was found, in one sentence.
    package let sentence: String
    /// What to do; nil where nothing has to be done.
    package let action: String?

    /// The things that are looked at, in the order of the list.
    package enum Check: String, Hashable, Sendable, CaseIterable {
        case version
        case permissions
        case migrations
        case fsync
        case fullPageWrites = "full_page_writes"
        case synchronousCommit = "synchronous_commit"
        case archiving
        case vacuum
        case preparedTransactions = "prepared_transactions"
        case disk
        case partitions
        case projections
        case lag
        case clock
    }

    /// How a check came out.
    package enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Nothing has to be done.
        case ok
        /// It could not be looked at from here.
        case unknown
        /// It works, and may not go on to.
        case warning
        /// Events can be lost, are not taken, or soon will not be.
        case error

        /// Severities rise as they are listed.
        package static func < (left: Severity, right: Severity) -> Bool {
            allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
        }
    }

    /// States how a check came out.
    init(_ check: Check, _ severity: Severity, _ sentence: String, action: String? = nil) {
        self.check = check
        self.severity = severity
        self.sentence = sentence
        self.action = action
    }
}

extension [DoctorFinding] {
    /// The worst of the severities.
    package var worst: DoctorFinding.Severity { map(\.severity).max() ?? .ok }

    /// The findings as one document.
    package var json: JSON {
        [
            "schema": "tipledger.doctor/1", "severity": .string(worst.rawValue),
            "findings": .array(
                map { finding in
                    [
                        "check": .string(finding.check.rawValue),
                        "severity": .string(finding.severity.rawValue),
                        "found": .string(finding.sentence),
                        "action": finding.action.map { .string($0) } ?? .null,
                    ]
                }
            ),
        ]
    }
}
