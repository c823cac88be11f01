/// How a bandit shares out the people to come (formula B6).
package enum BanditRule: String, Hashable, Sendable {
    /// Each arm as often as it is likely to be the best.
    case thompson
    /// Each arm as often as it is likely to be the best or the second best, half and half.
    case topTwo

    /// The fewest units of an arm from which weights are drawn.
    package static let fewestUnits = 100.0

    /// The shares of the arms, which add up to one and are each at least the floor.
    ///
    /// A floor that would leave nothing to share out gives every arm the same.
    package func weights(_ arms: BestArm, floor: Double = 0.01) throws(Undefined) -> [Double] {
        guard floor >= 0, floor <= 1 else { throw floor.isNaN ? .notFinite : .outOfRange }
        let count = Double(arms.best.count)
        guard count * floor < 1 else { return arms.best.map { _ in 1 / count } }
        let raw = self == .thompson ? arms.best : zip(arms.best, arms.second).map { ($0 + $1) / 2 }
        let sum = raw.reduce(0) { $0 + $1 }
        guard sum > 0 else { throw .notComputable }
        return raw.map { floor + (1 - count * floor) * ($0 / sum) }
    }

    /// The shares from the arms' units, once every arm has a hundred.
    package func weights(
        _ arms: [Summary],
        lowerIsBetter: Bool = false,
        floor: Double = 0.01
    ) throws(Undefined) -> [Double] {
        guard arms.allSatisfy({ $0.count >= Self.fewestUnits }) else { throw .tooFewUnits }
        var beliefs: [NormalBelief] = []
        for arm in arms { beliefs.append(try NormalBelief(arm, lowerIsBetter: lowerIsBetter)) }
        return try weights(BestArm(of: beliefs), floor: floor)
    }
}
