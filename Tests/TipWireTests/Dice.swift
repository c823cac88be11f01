import TipCore

/// A small generator of random values that repeats for the same seed (SplitMix64).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func roll(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    mutating func flip() -> Bool {
        Bool.random(using: &self)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[roll(0...elements.count - 1)]
    }

    /// A text of 1 to `length` characters, among them those that JSON escapes and those of many bytes.
    mutating func text(_ length: Int = 12) -> String {
        let alphabet = Array("abcXYZ019 -_./\"\\'{}[]:,\n\t\u{1}\u{7F}äß日本語👩‍👩‍👧🗾")
        return String((0..<roll(1...length)).map { _ in pick(alphabet) })
    }

    mutating func maybe<Value>(_ make: (inout Dice) -> Value) -> Value? {
        flip() ? make(&self) : nil
    }

    mutating func scalar() -> Scalar {
        switch roll(0...4) {
        case 0: .null
        case 1: .boolean(flip())
        case 2: .number(Double(roll(-1000...1000)))
        case 3: .number(Double.random(in: -1e12...1e12, using: &self))
        default: .string(text())
        }
    }
}
