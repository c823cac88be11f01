import TipCore

/// Random numbers that are the same in every run: a failing law names its seed, and the seed brings the
/// failure back.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var generator: SplitMix64

    /// Starts the sequence of a seed.
    package init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    package mutating func next() -> UInt64 { generator.next() }
}
