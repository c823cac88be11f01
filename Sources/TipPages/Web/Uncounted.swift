import Reports

extension PageContext {
    /// Events that have come and that no figure of the page counts yet.
    package struct Uncounted: Hashable, Sendable {
        private let events: Int64
        private let seconds: Double

        /// Describes `events` of which the first came `seconds` ago.
        package init(events: Int64, seconds: Double) {
            self.events = events
            self.seconds = seconds
        }

        /// What the page says of them.
        func html(_ words: PageWords) -> HTML {
            let age = Words.count(max(1, Int(seconds.rounded(.up))))
            return .element(
                "p",
                ["class": "faint", "data-figure": "uncounted"],
                HTML(words(.uncounted, Words.count(events), age))
            )
        }
    }
}
