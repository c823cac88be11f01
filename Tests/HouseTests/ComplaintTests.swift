import Testing

/// The complaints of users of other systems that the design lists by number, and the tests named for them.
@Suite("Most of what went wrong elsewhere has a test that is named for it")
struct ComplaintTests {
    /// How many complaints the design lists.
    private static let count = 62

    /// What concerns no part of ours, with the reason.
    private static let notOurs: [Int: String] = [
        53: "there is no bandit that moves weights while an experiment runs"
    ]

    /// The numbers with which titles of tests begin, such as `28 and 30: …`.
    private static let named: [Int: [String]] = {
        var named: [Int: [String]] = [:]
        for file in Repository.tests {
            for match in file.text.matches(of: #/@Test\(\s*"([0-9, and]+): /#) {
                let numbers = match.1.replacing("and", with: ",").split(separator: ",").compactMap { word in
                    Int(word.filter { $0 != " " })
                }
                for number in numbers { named[number, default: []].append(file.name) }
            }
        }
        return named
    }()

    @Test("each number is that of a complaint, and is named or said to be none of ours")
    func numbers() {
        let all = Set(1...Self.count)
        let found = Set(Self.named.keys)
        #expect(found.isSubset(of: all), "\(found.subtracting(all))")
        #expect(all.subtracting(found).subtracting(Self.notOurs.keys) == [], "nobody tests these")
        #expect(found.isDisjoint(with: Self.notOurs.keys))
    }

    @Test("at least forty have a test")
    func forty() {
        #expect(Self.named.count >= 40, "\(Self.named.keys.sorted())")
    }
}
