/// Switches of the rules with which eligibility fills what TipKit leaves undefined.
///
/// The values that are there by default are the product's; others are for projects that need a copy of
/// another system's behaviour, and for the golden cases that name them.
public struct EligibilitySettings: Hashable, Sendable {
    /// Whether every display starts the display frequency anew, not only the first one of a tip (R5).
    public var redisplaysSetClock: Bool
    /// Whether a tip that ignores the display frequency starts it for the others (R5).
    public var ignoringTipsSetClock: Bool
    /// Whether a group keeps a member that is on screen (R14).
    public var stickyGroups: Bool
    /// What a display keeps at least before the duration limit may end it, in seconds, a day at most (R8).
    public var minimumViewSeconds: Double
    /// How long a device may be silent before its displays are presumed over, in seconds, a day at most (R9).
    public var presumedEndSeconds: Double

    /// Creates switches; what is left out is the product's choice.
    public init(
        redisplaysSetClock: Bool = false,
        ignoringTipsSetClock: Bool = true,
        stickyGroups: Bool = true,
        minimumViewSeconds: Double = 60,
        presumedEndSeconds: Double = 60
    ) {
        self.redisplaysSetClock = redisplaysSetClock
        self.ignoringTipsSetClock = ignoringTipsSetClock
        self.stickyGroups = stickyGroups
        self.minimumViewSeconds = minimumViewSeconds
        self.presumedEndSeconds = presumedEndSeconds
    }

    /// What a display keeps at least, in microseconds.
    var minimumView: Int64 { Self.heldToADay(minimumViewSeconds) }
    /// How long a device may be silent, in microseconds.
    var silence: Int64 { Self.heldToADay(presumedEndSeconds) }

    private static func heldToADay(_ seconds: Double) -> Int64 {
        min(max(0, microseconds(ofSeconds: seconds)), 86_400_000_000)
    }
}
