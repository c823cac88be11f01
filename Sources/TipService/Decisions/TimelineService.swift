package import TipCore
package import TipStore
import TipWire

/// Tells the history of one person: the events under all their names, and what became of the tips.
package struct TimelineService: Sendable {
    private let workspace: Workspace
    private let decisions: DecisionService

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace, decisions: DecisionService? = nil) {
        self.workspace = workspace
        self.decisions = decisions ?? DecisionService(workspace)
    }

    /// What is asked about a person.
    package struct Question: Sendable {
        /// Whose history.
        package var person: String
        /// The first instant that is told; nil is that of the first event.
        package var since: Timestamp?
        /// The last instant that is told; nil is now.
        package var until: Timestamp?
        /// A tip that all is to be about; nil is everything.
        package var tip: String?

        /// Asks for the whole history of a person.
        package init(
            person: String,
            since: Timestamp? = nil,
            until: Timestamp? = nil,
            tip: String? = nil
        ) {
            self.person = person
            self.since = since
            self.until = until
            self.tip = tip
        }
    }

    /// A history as it is told.
    package struct Telling: Sendable {
        /// What was asked.
        package let question: Question
        /// The name that stands for all names of the person.
        package let representative: String
        /// The events of the log in their order, also those that are not told.
        package let events: [StoredEvent]
        /// What happened, entries that the question leaves out apart.
        package let timeline: PersonTimeline
        /// The entries that are told.
        package let entries: [TimelineEntry]
        /// The last instant that is told.
        package let end: Timestamp

        /// Whether the log has any event of the person.
        package var isKnown: Bool { !events.isEmpty }
    }

    /// Tells a history.
    ///
    /// - Throws: `UnknownTip` with the nearest name.
    package func tell(_ question: Question) async throws -> Telling {
        let project = try await decisions.project()
        if let tip = question.tip, project.catalog.place(ofTipNamed: tip) == nil {
            throw UnknownTip(tip, among: project.catalog.catalog)
        }
        let joined = try await workspace.store.log.joinedHistory(of: question.person)
        let events = joined.events.filter { $0.logged != nil }
        // An event may carry the clock of a server that is ahead of this one.
        let newest = max(workspace.now(), events.last?.at ?? .epoch)
        let end = question.until ?? newest
        return try await tell(question, project, joined, events, through: end)
    }

    private func tell(
        _ question: Question,
        _ project: CompiledProject,
        _ joined: JoinedHistory,
        _ events: [StoredEvent],
        through end: Timestamp
    ) async throws -> Telling {
        let history = events.compactMap(\.logged?.event)
        // Where older events were dropped, the telling starts from what they came to.
        let base = joined.base(asOf: question.since ?? history.first?.at ?? end)
        let catalog = try await workspace.store.catalog(of: project, knowing: base)
        let timeline = PersonTimeline(
            of: history,
            from: base,
            under: catalog,
            project: project.timeline,
            asker: Asker(person: joined.representative),
            since: question.since,
            through: end
        )
        let entries =
            question.tip.map { timeline.entries(about: $0, in: history, under: catalog) }
            ?? timeline.entries
        return Telling(
            question: question,
            representative: joined.representative,
            events: events,
            timeline: timeline,
            entries: entries,
            end: end
        )
    }

    // MARK: Pages

    /// Which events of a history are wanted.
    package struct Page: Sendable {
        /// The most events.
        package var limit = 1000
        /// Whether the newest come first.
        package var isNewestFirst = false
        /// Where the page before ended, as it said itself.
        package var cursor: String?

        /// The first page in the order of the history.
        package init() {}
    }

    /// Some events of a history and how to ask for the next.
    package struct PagedTelling: Sendable {
        /// The history, told as far as the page needs it.
        package let telling: Telling
        /// The places of the page's events, in the order of the page.
        package let places: [Int]
        /// How to ask for the next page; nil after the last.
        package let next: String?
    }

    /// Tells one page of a history; the question's instants bound the events of all pages.
    ///
    /// - Throws: `UnknownCursor` where no page of this history ended there.
    package func page(_ page: Page, of question: Question) async throws -> PagedTelling {
        let project = try await decisions.project()
        let joined = try await workspace.store.log.joinedHistory(of: question.person)
        let events = joined.events.filter { $0.logged != nil }
        var wanted = events.indices.filter { place in
            question.since.map { $0 <= events[place].at } ?? true
                && question.until.map { events[place].at <= $0 } ?? true
        }
        if page.isNewestFirst { wanted.reverse() }
        if let cursor = page.cursor {
            guard let last = wanted.firstIndex(where: { events[$0].cursor == cursor }) else {
                throw UnknownCursor()
            }
            wanted.removeFirst(last + 1)
        }
        let places = Array(wanted.prefix(page.limit))
        let next = places.count < wanted.count ? places.last.map { events[$0].cursor } : nil
        // Told from the event before the page on, so that what came between is part of the page.
        let first = places.min() ?? 0
        var told = question
        told.since = first > 0 ? events[first - 1].at : nil
        let isLast = places.max().map { $0 == events.count - 1 } ?? true
        let newest = max(workspace.now(), events.last?.at ?? .epoch)
        let end = isLast ? question.until ?? newest : places.max().map { events[$0].at } ?? newest
        let telling = try await tell(told, project, joined, events, through: end)
        return PagedTelling(telling: telling, places: places, next: next)
    }
}

/// A cursor that no page of the history ended with.
package struct UnknownCursor: Error, Hashable, Sendable {}
