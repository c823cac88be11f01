/// How many events the next step of a fold reads, so that a step takes about as long as it should.
///
/// Long steps cost less an event; short ones keep transactions short and their marks near the head. So the size
/// follows the time the steps before took, at most twofold at once.
struct BatchPace: Sendable {
    /// How many events are read next.
    private(set) var count: Int64 = 5000

    /// How long a step should take.
    static let target = Duration.seconds(1)
    /// The bounds of a step.
    static let bounds: ClosedRange<Int64> = 250...40_000

    /// Learns how long a step took.
    mutating func took(_ time: Duration, for events: Int64) {
        guard events > 0, events * 2 >= count else { return }
        let fitting = Double(events) * (Self.target / max(time, .microseconds(1)))
        let next = min(max(fitting, Double(count) / 2), Double(count) * 2)
        count = min(max(Int64(next), Self.bounds.lowerBound), Self.bounds.upperBound)
    }
}
