/// A draw of a place among ten thousand, always the same for one seed and one unit.
///
/// `place = FNV-1a-32(decimal(FNV-1a-32(seed + unit))) mod 10000`, which is version 2 of GrowthBook's hash.
/// The seed is hashed once; a draw costs the bytes of the unit and ten digits.
public struct Draw: Hashable, Sendable {
    /// How many places there are.
    public static let places = 10_000

    /// The hash of the seed, to which the unit is fed.
    let seed: FNV1a32

    /// Creates the draw of a seed.
    public init(seed: String) {
        self.seed = FNV1a32(seed)
    }

    /// The place of a unit, 0 to 9999.
    public func place(of unit: String) -> Int {
        var inner = seed
        inner.feed(unit)
        return Self.place(inner)
    }

    /// The place of a unit that was fed to the hash of a seed.
    static func place(_ inner: FNV1a32) -> Int {
        var outer = FNV1a32()
        outer.feed(decimal: inner.value)
        return Int(outer.value % 10_000)
    }

    /// The first place that is not below a share of the line: the least n with n/10000 ≥ the share.
    ///
    /// Comparing places with it is the same as comparing n/10000 with the share as doubles, which is what a
    /// GrowthBook SDK does.
    public static func bound(of share: Double) -> Int {
        guard share > 0 else { return 0 }
        guard share < 1 else { return places }
        var bound = Int(share * 10_000)
        while bound > 0, Double(bound - 1) / 10_000 >= share { bound -= 1 }
        while Double(bound) / 10_000 < share { bound += 1 }
        return bound
    }
}
