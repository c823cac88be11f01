/// What would have to happen for a count of donations to be another one: how many more, of which group, and
/// until when; or until when to wait.
struct CountRemedy {
    private let donations: RuleDonations
    private let pipeline: DonationPipeline
    private let items: [Donation]
    private let zone: ZoneClock
    private let now: Timestamp
    private let count: Int

    /// No count is larger, and larger numbers would not be whole as `Double`.
    private static let largest = 1_000_000_000.0

    init(_ donations: RuleDonations, _ pipeline: DonationPipeline, _ facts: RuleFacts, at now: Timestamp) {
        self.donations = donations
        self.pipeline = pipeline
        items = facts.donations(of: pipeline.event)
        zone = facts.zone
        self.now = now
        count = facts.count(pipeline, at: now)
    }

    /// What makes `count comparator number` hold, which it does not now.
    func remedy(_ comparator: RuleComparator, _ number: Double) -> RuleRemedy {
        let change: RuleRemedy
        switch comparator {
        case .equal where number != number.rounded(): return .never("a count is a whole number")
        case .equal where Double(count) < number: change = more(to: number)
        case .equal where number > 1: change = anew(number)
        case .equal: change = number == 1 ? .any([anew(1), fewer(than: 2)]) : fewer(than: number + 1)
        case .notEqual: change = .any([more(to: number + 1), fewer(than: number)])
        case .greater: change = more(to: number.rounded(.down) + 1)
        case .greaterOrEqual: change = more(to: number.rounded(.up))
        case .less: change = fewer(than: number)
        case .lessOrEqual: change = fewer(than: number.rounded(.down) + 1)
        }
        guard let instant = firstInstant(where: { comparator.holds(Double($0), number) }) else {
            return change
        }
        let wait = RuleRemedy.Step(words: "wait until \(instant.rfc3339)", wait: instant)
        return .any([.step(wait), change])
    }

    // MARK: More

    private func more(to number: Double) -> RuleRemedy {
        let limit = pipeline.maximumCount
        guard number <= Self.largest, Int(number) <= limit else {
            return .never("rules see the newest \(limit) donations of \(donations.event.text)")
        }
        let target = Int(number)
        switch pipeline.tail.first {
        case nil: return .step(step(more: missing(to: target)))
        case .subset(let field, let isLargest) where pipeline.tail.count == 1:
            return isLargest ? largest(to: target, by: field) : smallest(to: target, by: field)
        default:
            let counted = donations.words(isOne: target == 1)
            return .step(RuleRemedy.Step(words: "donations must come until there are \(target) \(counted)"))
        }
    }

    /// How many donations that pass all conditions bring the count to a target: each of them may push the
    /// oldest one that rules see out of the window.
    private func missing(to target: Int) -> Int {
        let members = pipeline.members(of: items, at: now, in: zone)
        var low = max(1, target - count)
        var high = max(low, target)
        while low < high {
            let middle = (low + high) / 2
            let oldest = items.count - max(0, pipeline.maximumCount - middle)
            let kept = members.count { $0 >= oldest }
            if middle + kept >= target { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func largest(to target: Int, by field: UInt32) -> RuleRemedy {
        let members = pipeline.members(of: items, at: now, in: zone)
        guard let last = members.last, let value = items[last].value(of: field) else {
            return .step(step(more: target, group: "all with the same \(fieldName)"))
        }
        return .step(step(more: missing(to: target), group: "with \(fieldName) \(value.ruleText)"))
    }

    /// Every group must reach the target.
    private func smallest(to target: Int, by field: UInt32) -> RuleRemedy {
        let bounds = pipeline.head.bounds(in: items, from: pipeline.firstVisible(of: items), at: now)
        let passing = bounds.filter { pipeline.head.passesTests(items[$0], at: now, in: zone) }
        var sizes: [(value: Scalar, size: Int)] = []
        for place in passing {
            guard let value = items[place].value(of: field) else { continue }
            if let known = sizes.firstIndex(where: { $0.value == value }) {
                sizes[known].size += 1
            } else {
                sizes.append((value, 1))
            }
        }
        let short = sizes.filter { $0.size < target }
        guard !short.isEmpty else {
            return .step(step(more: target, group: "all with the same \(fieldName)"))
        }
        guard short.count <= 3 else {
            let (groups, event) = (short.count, donations.event.text)
            let words: Sentence =
                "each of \(groups) groups by \(fieldName) must have \(target) donations of \(event)"
            return .step(RuleRemedy.Step(words: words))
        }
        return .all(
            short.map { .step(step(more: target - $0.size, group: "with \(fieldName) \($0.value.ruleText)")) }
        )
    }

    private func step(more missing: Int, group: Sentence? = nil) -> RuleRemedy.Step {
        let event = donations.event.text
        let start: Sentence =
            switch (count == 0, missing == 1) {
            case (true, true): "\(missing) donation of \(event)"
            case (true, false): "\(missing) donations of \(event)"
            case (false, true): "\(missing) more donation of \(event)"
            case (false, false): "\(missing) more donations of \(event)"
            }
        var words = [start] + donations.steps.compactMap(\.conditionWords)
        if let group { words.append(group) }
        if let deadline = deadline() { words.append(deadline) }
        if pipeline.head.lag > 0 { words.append("and then time for them to become old enough") }
        return RuleRemedy.Step(words: Sentence(words, joinedBy: " "), donations: missing)
    }

    /// Until when the donations that count now go on counting: later, more are missing.
    private func deadline() -> Sentence? {
        guard count > 0, let drop = firstInstant(where: { $0 < count }) else { return nil }
        let last = drop.adding(microseconds: -1).rfc3339
        return last.utf8.count < drop.rfc3339.utf8.count ? "by \(last)" : "before \(drop.rfc3339)"
    }

    private var fieldName: String {
        for step in donations.steps {
            switch step {
            case .largestSubset(let name), .smallestSubset(let name): return name
            case .donatedWithin, .filter: break
            }
        }
        return ""
    }

    // MARK: Fewer

    private func anew(_ number: Double) -> RuleRemedy {
        let words: Sentence =
            "the donations of \(donations.event.text) must be deleted and \(JSON.number(number).text()) made"
        return .step(RuleRemedy.Step(words: words))
    }

    private func fewer(than number: Double) -> RuleRemedy {
        guard number > 0 else { return .never("no count is less than 0") }
        let name = donations.event.text
        var ways = [RuleRemedy.step(.init(words: "the donations of \(name) must be deleted"))]
        if case .subset(_, isLargest: false) = pipeline.tail.first, pipeline.tail.count == 1, number > 1 {
            // The smallest group has one donation as soon as there is a new value.
            ways.insert(.step(.init(words: "a donation of \(name) with a new \(fieldName)")), at: 0)
        }
        return .any(ways)
    }

    // MARK: Time

    /// The first instant after now at which the count is such with no further donation.
    private func firstInstant(where isSuch: (Int) -> Bool) -> Timestamp? {
        guard pipeline.isTimed, !items.isEmpty else { return nil }
        var sweep = CountSweep(pipeline, over: items, from: now, in: zone)
        while let next = sweep.next {
            sweep.advance(to: next)
            if isSuch(sweep.count) { return next }
        }
        return nil
    }
}

extension RuleStep {
    /// What the step asks of a single donation, in words; nil for a subset, which compares several.
    fileprivate var conditionWords: Sentence? {
        switch self {
        case .donatedWithin, .filter: words
        case .largestSubset, .smallestSubset: nil
        }
    }
}
