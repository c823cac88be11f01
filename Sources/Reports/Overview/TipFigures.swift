/// How people stand to one tip, from what is folded: one row a person, and never the log.
package struct TipFigures: Hashable, Sendable {
    /// The tip; an item of a reusable one stands by itself.
    package let tip: String
    /// People for whom it is available at the instant that was asked about.
    package var available: Int64 = 0
    /// People for whom it is pending.
    package var pending: Int64 = 0
    /// People for whom it is over.
    package var invalidated: Int64 = 0
    /// People with a later event, of whom nothing is known at that instant.
    package var unknown: Int64 = 0
    /// People by how often they saw it, from 0 on; the last place stands for as often and more.
    package var responses: [Response] = []

    /// The people who saw a tip so many times.
    package struct Response: Hashable, Sendable {
        /// How often; ten stands for ten and more.
        package let impressions: Int
        /// How many people.
        package let people: Int64
        /// How many impressions they are together.
        package let allImpressions: Int64
        /// For how many of them it ended because they did it.
        package let actionPerformed: Int64
        /// For how many because they closed it.
        package let tipClosed: Int64
        /// For how many because it was displayed as often as it may be.
        package let countExceeded: Int64
        /// For how many because it was on screen as long as it may be.
        package let durationExceeded: Int64
        /// How many of them tapped one of its actions.
        package let tapped: Int64
        /// How often they did together.
        package let taps: Int64

        /// Counts people by what ended the tip for them.
        package init(
            impressions: Int,
            people: Int64,
            allImpressions: Int64,
            actionPerformed: Int64,
            tipClosed: Int64,
            countExceeded: Int64,
            durationExceeded: Int64,
            tapped: Int64,
            taps: Int64
        ) {
            self.impressions = impressions
            self.people = people
            self.allImpressions = allImpressions
            self.actionPerformed = actionPerformed
            self.tipClosed = tipClosed
            self.countExceeded = countExceeded
            self.durationExceeded = durationExceeded
            self.tapped = tapped
            self.taps = taps
        }
    }

    /// Figures without anybody.
    package init(tip: String) {
        self.tip = tip
    }

    /// People who have seen it at least once.
    package var seen: Int64 { responses.filter { $0.impressions > 0 }.reduce(0) { $0 + $1.people } }

    /// How often it was displayed to all of them.
    package var impressions: Int64 { responses.reduce(0) { $0 + $1.allImpressions } }

    /// People who tapped one of its actions.
    package var tapped: Int64 { responses.reduce(0) { $0 + $1.tapped } }

    /// For how many people it ended for a reason.
    package func ended(_ reason: KeyPath<Response, Int64>) -> Int64 {
        responses.reduce(0) { $0 + $1[keyPath: reason] }
    }

    /// People who saw it so often or more often.
    package func reached(_ impressions: Int) -> Int64 {
        responses.filter { $0.impressions >= impressions }.reduce(0) { $0 + $1.people }
    }

    /// Whether people could see it and nobody ever has.
    package var isStarved: Bool { available > 0 && seen == 0 }

    /// Adds the figures of another tip, as of an item to its template.
    package mutating func add(_ other: TipFigures) {
        available += other.available
        pending += other.pending
        invalidated += other.invalidated
        unknown += other.unknown
        responses += other.responses
    }
}
