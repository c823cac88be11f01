package import TipCore

/// What the simulated app of the demo is like; the same settings make the same events and the same report.
package struct DemoSettings: Hashable, Sendable {
    /// How many people use the app.
    package var people = 20_000
    /// How many days are simulated.
    package var days = 14
    /// How much better the second copy is, relative: 0.08 is 8 %.
    package var lift = 0.08
    /// Where all chance comes from.
    package var seed: UInt64 = 7

    /// Creates the default settings.
    package init() {}

    /// The share of people who tap under the copy in use.
    package static let baselineRate = 0.3
    /// The share who tap under the other copy.
    package var benefitRate: Double { Self.baselineRate * (1 + lift) }

    /// When the simulated time begins: fixed, so that two runs tell the same story.
    package static let start = Timestamp(microseconds: 1_767_571_200_000_000)  // 2026-01-05, a Monday.
    /// When it ends.
    package var end: Timestamp { Self.start.adding(seconds: Int64(days) * 86_400) }

    /// The salt of the demo's experiment: it tells a second run with other settings apart from a repetition.
    var salt: String { "demo:\(people):\(days):\(lift):\(seed)" }

    /// The experiment of the demo.
    package static let experiment = "favorites-copy"
}

extension SplitMix64 {
    /// Whether something of a probability happens.
    mutating func happens(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }
}
