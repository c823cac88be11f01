/// The functions by which GrowthBook's SDKs assign, as their shared cases define them (spec 0.8.0).
public enum GrowthBook {
    /// A half-open stretch of the line from 0 to 1.
    public struct Range: Hashable, Sendable {
        /// Where it begins.
        public let start: Double
        /// Where it ends, not included.
        public let end: Double

        /// Creates a stretch.
        public init(_ start: Double, _ end: Double) {
            self.start = start
            self.end = end
        }

        /// Whether a place is in it.
        public func contains(_ place: Double) -> Bool { place >= start && place < end }
    }

    /// Where a value falls on the line from 0 to 1, or nil for a version of the hash that does not exist.
    ///
    /// Version 1 hashes the value and then the seed, in thousandths; its places correlate between
    /// experiments. Version 2 hashes the digits of the hash of seed and value, in ten-thousandths.
    public static func hash(seed: String, value: String, version: Int) -> Double? {
        switch version {
        case 1:
            var hash = FNV1a32(value)
            hash.feed(seed)
            return Double(hash.value % 1000) / 1000
        case 2: return Double(Draw(seed: seed).place(of: value)) / 10_000
        default: return nil
        }
    }

    /// The same weight for each of some variations: a hundred-millionth cut off, as GrowthBook does.
    public static func equalWeights(_ count: Int) -> [Double] {
        guard count > 0 else { return [] }
        let share = (100_000_000 / Double(count)).rounded(.down) / 100_000_000
        return Array(repeating: share, count: count)
    }

    /// The stretches of variations: each begins at the sum of the weights before it and is its weight times
    /// the coverage long.
    ///
    /// Coverage is held within 0 and 1. Weights of another number than the variations, or that sum to less
    /// than 0.99 or more than 1.01, count as equal.
    public static func ranges(count: Int, coverage: Double, weights: [Double]?) -> [Range] {
        let coverage = min(max(coverage, 0), 1)
        var shares = weights ?? equalWeights(count)
        if shares.count != count { shares = equalWeights(count) }
        let total = shares.reduce(0, +)
        if total < 0.99 || total > 1.01 { shares = equalWeights(count) }
        var sum = 0.0
        return shares.map { share in
            let start = sum
            sum += share
            return Range(start, start + coverage * share)
        }
    }

    /// The first of some stretches that holds a place, or nil.
    public static func variation(at place: Double, in ranges: [Range]) -> Int? {
        ranges.firstIndex { $0.contains(place) }
    }

    /// Whether a value is in a stretch of a namespace, by version 1 of the hash and GrowthBook's seed.
    public static func isIn(namespace: String, value: String, range: Range) -> Bool {
        hash(seed: "__" + namespace, value: value, version: 1).map(range.contains) ?? false
    }
}
