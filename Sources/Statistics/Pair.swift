/// Two arms, one compared with the other.
///
/// The tests and intervals of this room are extensions of a pair, by what is known about each arm:
/// counts (``Proportion``), moments (``Summary``), moments with a covariate, and so on.
package struct Pair<Sample> {
    /// The baseline.
    package let control: Sample

    /// What is compared with the baseline.
    package let treatment: Sample

    /// Pairs a baseline with what is compared with it.
    package init(control: Sample, treatment: Sample) {
        self.control = control
        self.treatment = treatment
    }

    /// The pair of what a transformation makes of each arm.
    package func map<Other>(_ transform: (Sample) throws(Undefined) -> Other) throws(Undefined) -> Pair<Other>
    {
        Pair<Other>(control: try transform(control), treatment: try transform(treatment))
    }
}

extension Pair: Sendable where Sample: Sendable {}
extension Pair: Equatable where Sample: Equatable {}
extension Pair: Hashable where Sample: Hashable {}

/// What a difference between two arms is measured against.
package enum EffectScale: String, Hashable, Sendable {
    /// The treatment's mean minus the control's.
    case absolute
    /// That difference divided by the size of the control's mean: a lift.
    case relative
}
