/// A history read forward in time: the state at an instant sees the events at it or before, and no other.
///
/// It answers questions about the past, and about a future in which inputs that are dated later than now
/// become visible (R15).
public struct Replay: Sendable {
    /// The person's state at the instant that was reached.
    public private(set) var state: PersonState
    /// The catalog that the history is folded under.
    public let catalog: CompiledCatalog

    private let events: [FoldEvent]
    private var position = 0

    /// Starts before the first event.
    ///
    /// - Parameters:
    ///   - events: The events in the order of the history.
    ///   - state: What was folded before them.
    ///   - catalog: The catalog to fold under.
    public init(
        _ events: [FoldEvent],
        from state: PersonState = PersonState(),
        under catalog: CompiledCatalog
    ) {
        self.events = events
        self.state = state
        self.catalog = catalog
    }

    /// When the next event happened that the state does not see yet.
    public var nextEvent: Timestamp? { position < events.count ? events[position].at : nil }

    /// Goes forward to an instant; an earlier one changes nothing.
    public mutating func advance(to now: Timestamp) {
        while position < events.count, events[position].at <= now {
            state.apply(events[position], under: catalog)
            position += 1
        }
    }

    /// The first instant after `now` at which the verdict on a tip is another one, by time or by an event of
    /// this history that is dated later; `now` is not before what was reached.
    public func nextChange(
        of tip: UInt32,
        after now: Timestamp,
        conditions: ProjectConditions,
        asker: Asker
    ) -> Timestamp? {
        var replay = self
        replay.advance(to: now)
        var eligibility = Eligibility(replay.state, under: catalog, conditions: conditions, asker: asker)
        guard let definition = catalog.place(ofTip: tip) else { return nil }
        let verdict = eligibility.verdict(on: tip, definition, at: now)
        var instant = now
        while true {
            let change = eligibility.nextChange(of: tip, definition, differingFrom: verdict, after: instant)
            guard let event = replay.nextEvent, event <= change ?? event else { return change }
            replay.advance(to: event)
            eligibility = Eligibility(replay.state, under: catalog, conditions: conditions, asker: asker)
            if eligibility.verdict(on: tip, definition, at: event) != verdict { return event }
            instant = event
        }
    }
}
