import Foundation

/// How many seeds a law runs with: few in the suite, as many as wished by `TIPLEDGER_SEEDS`, a factor.
enum Seeds {
    /// The seeds of a law that has `count` of them in the suite.
    static func first(_ count: Int) -> ClosedRange<UInt64> {
        let factor = ProcessInfo.processInfo.environment["TIPLEDGER_SEEDS"].flatMap { UInt64($0) } ?? 1
        return 1...UInt64(count) * max(1, factor)
    }
}
