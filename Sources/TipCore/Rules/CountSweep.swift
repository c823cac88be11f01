/// A count of donations moving forward in time without new donations.
///
/// The count changes only at moments that can be told in advance: a donation grows too old, or old enough,
/// or the person's day ends. The sweep stops at each of them and knows the count there. Where donations
/// are counted one by one, or by groups at the end, a moment costs what changed and no more.
struct CountSweep {
    /// The count at the last moment.
    private(set) var count: Int

    private let pipeline: DonationPipeline
    private let items: [Donation]
    private let zone: ZoneClock
    private let candidates: [Int]
    private let plan: Plan
    private var moments: [Moment]
    private var cursor = 0
    private var nextDay: Timestamp?
    private var isIn: [Bool]
    private var tally: GroupTally

    private struct Moment {
        let at: Timestamp
        let candidate: Int
    }

    private enum Plan {
        /// Each donation counts for itself.
        case single
        /// The donations of one group count.
        case grouped
        /// Steps after a subset: counted anew at each moment.
        case anew
    }

    /// Starts a sweep at an instant.
    init(_ pipeline: DonationPipeline, over items: [Donation], from now: Timestamp, in zone: ZoneClock) {
        self.pipeline = pipeline
        self.items = items
        self.zone = zone
        let first = pipeline.firstVisible(of: items)
        let oldest = pipeline.head.reach.map { now.adding(microseconds: -$0) }
        let candidates = (first..<items.count).filter { index in
            if let oldest, items[index].at < oldest { return false }
            return pipeline.head.passesFieldTests(items[index])
        }
        self.candidates = candidates
        isIn = candidates.map { pipeline.head.admits(items[$0], at: now, in: zone) }
        moments = candidates.indices.flatMap { candidate in
            pipeline.windows
                .flatMap { $0.moments(of: items[candidates[candidate]].at, after: now) }
                .map { Moment(at: $0, candidate: candidate) }
        }
        moments.sort { $0.at < $1.at }
        nextDay = pipeline.asksForToday && !candidates.isEmpty ? zone.nextDayChange(after: now) : nil
        count = 0
        tally = GroupTally()
        switch pipeline.tail.first {
        case nil:
            plan = .single
            count = isIn.count { $0 }
        case .subset(let field, let isLargest) where pipeline.tail.count == 1:
            plan = .grouped
            let groups = DonationGroups(of: candidates, in: items, by: field)
            tally = GroupTally(groups, isLargest: isLargest)
            for candidate in candidates.indices where isIn[candidate] { tally.change(candidate, by: 1) }
            count = tally.count
        default:
            plan = .anew
            count = pipeline.count(of: items, at: now, in: zone)
        }
    }

    /// The next instant at which the count may change; nil where it never does again.
    var next: Timestamp? {
        let moment = cursor < moments.count ? moments[cursor].at : nil
        guard let moment, let nextDay else { return moment ?? nextDay }
        return min(moment, nextDay)
    }

    /// Moves to the next moment, which the caller has asked for.
    mutating func advance(to instant: Timestamp) {
        let isNewDay = nextDay.map { $0 <= instant } ?? false
        if isNewDay { nextDay = dayChange(after: instant) }
        let first = cursor
        while cursor < moments.count, moments[cursor].at <= instant { cursor += 1 }
        guard plan != .anew else {
            count = pipeline.count(of: items, at: instant, in: zone)
            return
        }
        if isNewDay {
            for candidate in candidates.indices { update(candidate, at: instant) }
        } else {
            for moment in moments[first..<cursor] { update(moment.candidate, at: instant) }
        }
        if plan == .grouped { count = tally.count }
    }

    private mutating func update(_ candidate: Int, at instant: Timestamp) {
        let isNowIn = pipeline.head.admits(items[candidates[candidate]], at: instant, in: zone)
        guard isNowIn != isIn[candidate] else { return }
        isIn[candidate] = isNowIn
        if plan == .single {
            count += isNowIn ? 1 : -1
        } else {
            tally.change(candidate, by: isNowIn ? 1 : -1)
        }
    }

    /// A day may come twice where clocks are set back over midnight, so the day after the last donation's
    /// is waited for as well.
    private func dayChange(after instant: Timestamp) -> Timestamp? {
        guard let last = candidates.last, zone.day(of: instant) <= zone.day(of: items[last].at) + 1 else {
            return nil
        }
        return zone.nextDayChange(after: instant)
    }
}

/// The sizes of groups while donations come and go, and the size of the largest or the smallest.
private struct GroupTally {
    private var groupOfCandidate: [Int32] = []
    private var sizes: [Int] = []
    private var groupsOfSize: [Int] = []
    private var isLargest = true
    private var largest = 0

    init() {}

    init(_ groups: DonationGroups, isLargest: Bool) {
        groupOfCandidate = groups.groupOfMember
        sizes = Array(repeating: 0, count: groups.sizes.count)
        groupsOfSize = Array(repeating: 0, count: groupOfCandidate.count + 1)
        self.isLargest = isLargest
    }

    /// The size of the group that counts; 0 where no group has a donation.
    var count: Int {
        guard !isLargest else { return largest }
        return groupsOfSize.firstIndex { $0 > 0 } ?? 0
    }

    mutating func change(_ candidate: Int, by step: Int) {
        let group = Int(groupOfCandidate[candidate])
        guard group >= 0 else { return }
        if sizes[group] > 0 { groupsOfSize[sizes[group]] -= 1 }
        sizes[group] += step
        if sizes[group] > 0 { groupsOfSize[sizes[group]] += 1 }
        largest = max(largest, sizes[group])
        while largest > 0, groupsOfSize[largest] == 0 { largest -= 1 }
    }
}
