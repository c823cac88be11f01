/// SplitMix64, a generator that gives the same numbers for the same seed on every machine.
///
/// Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts from a seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// A generator of its own for one thing among many.
    package init(seed: UInt64, _ parts: UInt64...) {
        self.init(seed: seed)
        for part in parts {
            state ^= part &* 0xD1B5_4A32_D192_ED03
            state = next()
        }
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number from 0 to below a limit, each as likely as the others to within 2⁻⁶⁴ of the limit.
    package mutating func next(below limit: UInt64) -> UInt64 {
        next().multipliedFullWidth(by: limit).high
    }
}
