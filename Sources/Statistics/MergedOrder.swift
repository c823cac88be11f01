import Foundation

/// Two beliefs with whole shapes, as places in one order.
///
/// The belief Beta(a, b) is that of the a-th smallest of a + b − 1 uniform random numbers. Take the numbers of
/// both beliefs together: which of the two is smaller depends only on the order in which the numbers of either
/// kind follow each other, and every such order is equally likely. So the chance to beat is a tail of the
/// hypergeometric distribution (P. Altham, 1969), and the expected loss is the mean number of numbers between
/// the two places, as all gaps between neighbours are 1/(N + 1) wide on average.
///
/// All sums here have positive terms that fall from the first one on, so they are exact relative to themselves
/// however deep in the tail, and cost some hundred multiplications where an integral costs some hundred
/// incomplete beta functions.
struct MergedOrder {
    private let first: Place
    private let second: Place

    /// A place among the numbers of one belief.
    private struct Place {
        /// Counts from 1.
        let rank: Int64
        let count: Int64

        init?(_ belief: Beta) {
            guard let a = Int64(exactly: belief.a), let b = Int64(exactly: belief.b),
                max(a, b) <= 2 * Proportion.mostPeople
            else { return nil }
            rank = a
            count = a + b - 1
        }

        /// The standard deviation of the place in the order of all.
        func deviation(among all: Double) -> Double {
            let (rank, count) = (Double(rank), Double(count))
            let share = rank / (count + 1) * ((count + 1 - rank) / (count + 1))
            return ((all + 1) * (all - count) * share / (count + 2)).squareRoot()
        }
    }

    /// Sums reach over some nine standard deviations; beyond this an integral is faster, and as exact.
    private static let mostSpread = 3000.0

    /// Puts two beliefs in order; nil where a shape is no whole number, or where the sums would be long.
    init?(_ first: Beta, _ second: Beta) {
        guard let first = Place(first), let second = Place(second) else { return nil }
        self.first = first
        self.second = second
        let all = Double(first.count + second.count)
        guard max(first.deviation(among: all), second.deviation(among: all)) <= Self.mostSpread else {
            return nil
        }
    }

    /// How many numbers there are.
    private var all: Int64 { first.count + second.count }

    /// So many numbers stand before the one at which it is settled which belief comes first.
    private var settling: Int64 { first.rank + second.rank - 1 }

    /// P(first < second): of the numbers until it is settled, enough are of the first kind.
    var chanceFirstIsLower: Double {
        let law = Hypergeometric(treated: first.count, untreated: second.count, successes: settling)
        return first.rank > law.mode
            ? law.upperTail(first.rank) : 1 - law.lowerTail(first.rank - 1)
    }

    /// E[(first − second)⁺].
    ///
    /// With m numbers until it is settled, the numbers s after which the second belief has come and the first
    /// has not are counted from m on by where the first one comes, and before m by where the second one came.
    /// Both sums start at m, where they are largest if the first belief is the lower one; if it is not, the
    /// loss is the other way round plus the difference of the means, and nothing cancels.
    var excessOfFirst: Double {
        let gain = mean(first) - mean(second)
        guard gain <= 0 else { return gain + swapped.tails }
        return tails
    }

    private var swapped: MergedOrder { MergedOrder(first: second, second: first) }

    private init(first: Place, second: Place) {
        self.first = first
        self.second = second
    }

    private func mean(_ place: Place) -> Double { Double(place.rank) / Double(place.count + 1) }

    private var tails: Double { (upperSum + lowerSum) / (Double(all) + 1) }

    /// ln P(the number after s others is the one at a place of either kind).
    private func logChance(of place: Place, _ other: Place, after s: Int64) -> Double {
        let law = Hypergeometric(treated: place.count, untreated: other.count, successes: s)
        let before = place.rank - 1
        return law.logProbability(before) + log(Double(place.count - before) / Double(all - s))
    }

    /// Σ (s − m + 1) P(the first comes right after s numbers) over s ≥ m.
    private var upperSum: Double {
        let before = Double(first.rank - 1)
        let (all, others) = (Double(all), Double(second.count))
        var s = Double(settling)
        var (chance, total, weight) = (1.0, 0.0, 1.0)
        while true {
            total += weight * chance
            let missing = others - s + before
            guard missing > 0 else { break }
            let ratio = missing * (s + 1) / ((s + 1 - before) * (all - s - 1))
            chance *= ratio
            weight += 1
            s += 1
            if ratio < 1, weight * chance < total * 1e-18 { break }
        }
        return exp(logChance(of: first, second, after: settling)) * total
    }

    /// Σ (m − 1 − s) P(the second came right after s numbers) over s ≤ m − 2.
    private var lowerSum: Double {
        guard first.rank >= 2 else { return 0 }
        let before = Double(second.rank - 1)
        let (all, others) = (Double(all), Double(first.count))
        var s = Double(settling - 2)
        var (chance, total, weight) = (1.0, 0.0, 1.0)
        while true {
            total += weight * chance
            guard s > before else { break }
            let ratio = (s - before) * (all - s) / ((others - s + 1 + before) * s)
            chance *= ratio
            weight += 1
            s -= 1
            if ratio < 1, weight * chance < total * 1e-18 { break }
        }
        return exp(logChance(of: second, first, after: settling - 2)) * total
    }
}
