/// The answers to a whole question: tips and groups.
extension Eligibility {
    /// The answer on one tip; nil where it has no definition.
    public func answer(on tip: UInt32, at now: Timestamp) -> TipAnswer? {
        guard let definition = catalog.place(ofTip: tip) else { return nil }
        let verdict = verdict(on: tip, definition, at: now)
        return TipAnswer(
            tip: tip,
            definition: definition,
            at: now,
            verdict: verdict,
            until: nextChange(of: tip, definition, differingFrom: verdict, after: now),
            displayCount: state.displayCount(of: tip),
            displayedMicroseconds: state.displayedMicroseconds(of: tip, at: now, under: catalog)
        )
    }

    /// The answers on all tips: larger priority first, then file order; the items of a reusable tip that the
    /// history or `asked` names stand in its place, by the bytes of their ids.
    public func answers(at now: Timestamp, asked: [UInt32] = []) -> [TipAnswer] {
        numbers(asked: asked).compactMap { answer(on: $0, at: now) }
    }

    /// The numbers of the tips that there is an answer on, in the order of `answers(at:asked:)`.
    public func numbers(asked: [UInt32] = []) -> [UInt32] {
        catalog.order.flatMap { numbers(of: $0, asked: asked) }
    }

    private func numbers(of definition: Int, asked: [UInt32]) -> [UInt32] {
        let tip = catalog.tips[definition]
        guard tip.template != nil else { return [tip.number] }
        let items = Set(state.tipNumbers + asked).filter {
            $0 != tip.number && catalog.place(ofTip: $0) == definition
        }
        let names = catalog.vocabulary.tips
        return items.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }
    }

    // MARK: Groups

    /// The tip that a group puts forward.
    ///
    /// `ordered` puts forward the first member that is not over, if it is available. `firstAvailable` keeps
    /// an available member that is on screen, the one shown last if there are several (R14), and else takes
    /// the first available one.
    public func currentTip(of group: Int, at now: Timestamp, asked: [UInt32] = []) -> UInt32? {
        let members = catalog.groups[group].members.flatMap { numbers(of: $0, asked: asked) }
        switch catalog.groups[group].priority {
        case .ordered:
            let next = members.first { status(of: $0, at: now) != .invalidated }
            return next.flatMap { status(of: $0, at: now) == .available ? $0 : nil }
        case .firstAvailable:
            let available = members.filter { status(of: $0, at: now) == .available }
            guard catalog.catalog.settings.stickyGroups else { return available.first }
            let shown = available.compactMap { tip in
                state.onScreen(tip, at: now).map { (tip: tip, since: $0.start) }
            }
            return shown.max { $0.since < $1.since }?.tip ?? available.first
        }
    }

    /// A group's tip and the next instant at which it is another one by itself.
    public func answer(ofGroup group: Int, at now: Timestamp, asked: [UInt32] = []) -> GroupAnswer {
        let tip = currentTip(of: group, at: now, asked: asked)
        let members = catalog.groups[group].members.flatMap { numbers(of: $0, asked: asked) }
        var instant = now
        while let next = nextCandidate(of: members, after: instant) {
            if currentTip(of: group, at: next, asked: asked) != tip {
                return GroupAnswer(group: catalog.groups[group].id, currentTip: tip, until: next)
            }
            instant = next
        }
        return GroupAnswer(group: catalog.groups[group].id, currentTip: tip, until: nil)
    }

    /// The answers on all groups in file order.
    public func groupAnswers(at now: Timestamp, asked: [UInt32] = []) -> [GroupAnswer] {
        catalog.groups.indices.map { answer(ofGroup: $0, at: now, asked: asked) }
    }

    private func nextCandidate(of members: [UInt32], after now: Timestamp) -> Timestamp? {
        let changes = members.compactMap { nextChange(of: $0, after: now) }
        let ends = state.views.filter { members.contains($0.tip) && $0.end > now }.map(\.end)
        return (changes + ends).min()
    }
}

/// The tip that a group puts forward.
public struct GroupAnswer: Hashable, Sendable {
    /// The group's id.
    public let group: String
    /// The tip's number; nil where the group has nothing to show.
    public let currentTip: UInt32?
    /// The next instant at which it is another one by itself.
    public let until: Timestamp?
}
