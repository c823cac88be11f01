import Foundation
import Testing

@testable import TipCore

@Suite("A date and its count of days are the same thing")
struct CivilDateTests {
    static let table: [(year: Int64, month: Int64, day: Int64, days: Int64)] = [
        (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017),
        (1900, 3, 1, -25_508),
        (2026, 3, 2, 20_514), (0, 3, 1, -719_468), (-1, 12, 31, -719_529), (9999, 12, 31, 2_932_896),
    ]

    @Test("known days", arguments: table)
    func known(year: Int64, month: Int64, day: Int64, days: Int64) throws {
        let date = try #require(CivilDate(year: year, month: month, day: day))

        #expect(date.daysSinceEpoch == days)
        #expect(CivilDate(daysSinceEpoch: days) == date)
    }

    @Test(
        "days that do not exist",
        arguments: [
            (2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
            (2026, 1, 32),
        ]
    )
    func missing(date: (Int, Int, Int)) {
        #expect(CivilDate(year: Int64(date.0), month: Int64(date.1), day: Int64(date.2)) == nil)
    }

    @Test("each day of 800 years follows the one before")
    func successors() {
        var before = CivilDate(daysSinceEpoch: -146_098)
        for days in Int64(-146_097)...146_097 {
            let date = CivilDate(daysSinceEpoch: days)
            let isNextDay =
                date.year == before.year && date.month == before.month && date.day == before.day + 1
            let isNextMonth =
                date.day == 1 && before.day == CivilDate.length(ofMonth: before.month, year: before.year)
            if !(isNextDay || isNextMonth) || date.daysSinceEpoch != days {
                Issue.record("\(days)")
                return
            }
            before = date
        }
    }

    @Test("it agrees with Foundation's calendar")
    func foundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            let days = Int64.random(in: 0...200_000, using: &generator)
            let parts = calendar.dateComponents(
                [.year, .month, .day],
                from: Date(timeIntervalSince1970: Double(days) * 86_400)
            )
            let date = CivilDate(daysSinceEpoch: days)
            #expect(date.year == Int64(parts.year ?? 0))
            #expect(date.month == Int64(parts.month ?? 0))
            #expect(date.day == Int64(parts.day ?? 0))
        }
    }
}
