/// What a rule does to the donations of one event before it counts them.
struct DonationPipeline: Hashable, Sendable {
    /// The event's place among those that rules read.
    let event: Int
    /// How many of the newest donations the rule may see (R22).
    let maximumCount: Int
    /// The conditions before the first subset, the event's maximum age among them.
    let head: DonationWindow
    /// The subsets and the conditions after the first of them.
    let tail: [Step]

    /// A step after the first subset, or that subset.
    enum Step: Hashable, Sendable {
        /// Keeps donations that pass.
        case window(DonationWindow)
        /// Keeps the group of a field's value that has the most donations, or the fewest.
        case subset(field: UInt32, isLargest: Bool)
    }

    /// Compiles the steps of a rule.
    init(
        _ donations: RuleDonations,
        event: Int,
        limit: DonationLimit,
        fields: inout NameTable
    ) {
        self.event = event
        maximumCount = max(0, limit.maximumCount)
        var head = DonationWindow()
        var tail: [Step] = []
        if let age = limit.maximumAgeSeconds { head.keep(upTo: max(0, microseconds(ofSeconds: age))) }
        for step in donations.steps {
            let field: String
            switch step {
            case .donatedWithin, .filter:
                guard case .window(var window) = tail.last else {
                    var window = tail.isEmpty ? head : DonationWindow()
                    window.keep(step, fields: &fields)
                    if tail.isEmpty { head = window } else { tail.append(.window(window)) }
                    continue
                }
                window.keep(step, fields: &fields)
                tail[tail.count - 1] = .window(window)
                continue
            case .largestSubset(let name), .smallestSubset(let name): field = name
            }
            let isLargest = if case .largestSubset = step { true } else { false }
            tail.append(.subset(field: fields.intern(field), isLargest: isLargest))
        }
        self.head = head
        self.tail = tail
    }

    /// Whether the count changes as time passes.
    var isTimed: Bool { windows.contains { $0.isTimed } }

    /// Whether the count depends on the current day.
    var asksForToday: Bool { windows.contains { $0.asksForToday } }

    /// All windows, first to last.
    var windows: [DonationWindow] {
        [head]
            + tail.compactMap { step in
                guard case .window(let window) = step else { return nil }
                return window
            }
    }

    /// The fields that it reads.
    var fields: Set<UInt32> {
        var fields: Set<UInt32> = []
        for window in windows {
            for test in window.tests {
                switch test {
                case .field(let field, _, _), .fieldAgainstNil(let field, _): fields.insert(field)
                case .isInToday, .age: break
                }
            }
        }
        for case .subset(let field, _) in tail { fields.insert(field) }
        return fields
    }

    /// The place of the oldest donation that the rule may see.
    func firstVisible(of items: [Donation]) -> Int {
        max(0, items.count - maximumCount)
    }

    /// How many donations are left at an instant.
    func count(of items: [Donation], at now: Timestamp, in zone: ZoneClock) -> Int {
        let bounds = head.bounds(in: items, from: firstVisible(of: items), at: now)
        guard tail.isEmpty else { return members(of: items, at: now, in: zone).count }
        guard !head.tests.isEmpty else { return bounds.count }
        var count = 0
        for index in bounds where head.passesTests(items[index], at: now, in: zone) { count += 1 }
        return count
    }

    /// The places of the donations that are left at an instant, oldest first.
    func members(of items: [Donation], at now: Timestamp, in zone: ZoneClock) -> [Int] {
        var members = Array(head.bounds(in: items, from: firstVisible(of: items), at: now))
        if !head.tests.isEmpty {
            members.removeAll { !head.passesTests(items[$0], at: now, in: zone) }
        }
        for step in tail {
            switch step {
            case .window(let window): members.removeAll { !window.admits(items[$0], at: now, in: zone) }
            case .subset(let field, let isLargest):
                members = DonationGroups(of: members, in: items, by: field).subset(isLargest: isLargest)
            }
        }
        return members
    }
}

extension DonationWindow {
    /// Keeps what one step of a rule keeps.
    fileprivate mutating func keep(_ step: RuleStep, fields: inout NameTable) {
        switch step {
        case .donatedWithin(let span): keep(upTo: span.microseconds)
        case .filter(let conditions): for condition in conditions { keep(condition, fields: &fields) }
        case .largestSubset, .smallestSubset: break
        }
    }
}

/// Donations by the value of one field; those without the field are in no group (R17).
struct DonationGroups {
    /// The places of the donations in the order they were given.
    private let members: [Int]
    /// The group of each of them, or -1.
    let groupOfMember: [Int32]
    /// How many donations each group has.
    private(set) var sizes: [Int] = []

    /// Groups donations by a field.
    init(of members: [Int], in items: [Donation], by field: UInt32) {
        self.members = members
        var values: [Scalar] = []
        var index: [Scalar: Int32] = [:]
        var sizes: [Int] = []
        groupOfMember = members.map { member in
            guard let value = items[member].value(of: field) else { return -1 }
            // A few groups are found faster by looking at each than by hashing.
            let known = values.count <= 8 ? values.firstIndex(of: value).map(Int32.init) : index[value]
            if let group = known {
                sizes[Int(group)] += 1
                return group
            }
            let group = Int32(values.count)
            values.append(value)
            sizes.append(1)
            if values.count == 9 {
                for (place, value) in values.enumerated() { index[value] = Int32(place) }
            } else if values.count > 9 {
                index[value] = group
            }
            return group
        }
        self.sizes = sizes
    }

    /// The donations of the largest or the smallest group; a tie goes to the group donated to last (R17).
    func subset(isLargest: Bool) -> [Int] {
        guard let size = isLargest ? sizes.max() : sizes.min() else { return [] }
        let last = groupOfMember.last { $0 >= 0 && sizes[Int($0)] == size }
        return zip(members, groupOfMember).compactMap { $1 == last ? $0 : nil }
    }
}
