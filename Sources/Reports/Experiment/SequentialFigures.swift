package import Statistics

/// What can be said of a comparison however often it is looked at.
package enum SequentialFigures: Hashable, Sendable {
    /// The statistic against the bound of the last look passed, and the interval of the difference.
    case groupSequential(z: Figure<Double>, bound: Figure<Double>, interval: Figure<Interval>)
    /// The always-valid p-value, Holm's correction of it over the comparisons, and the interval of the
    /// difference.
    case alwaysValid(p: Figure<Double>, pAdjusted: Figure<Double>, interval: Figure<Interval>)

    /// The values of the difference that are not ruled out.
    package var interval: Figure<Interval> {
        switch self {
        case .groupSequential(_, _, let interval), .alwaysValid(_, _, let interval): interval
        }
    }
}
