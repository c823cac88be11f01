import Foundation
import Testing

@testable import TipCore

@Suite("A zone's day is the calendar's day")
struct ZoneClockTests {
    static let zones = [
        "UTC", "Europe/Berlin", "Europe/Istanbul", "America/Los_Angeles", "America/St_Johns",
        "America/Sao_Paulo",
        "Asia/Kathmandu", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca",
        "Pacific/Chatham",
    ]

    @Test("days agree with Foundation's calendar", arguments: zones)
    func days(name: String) throws {
        let clock = try #require(ZoneClock.named(name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: name))
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let seconds = Int64.random(in: 0...2_500_000_000, using: &generator)
            let parts = calendar.dateComponents(
                [.year, .month, .day],
                from: Date(timeIntervalSince1970: Double(seconds))
            )
            let date = CivilDate(
                year: Int64(parts.year ?? 0),
                month: Int64(parts.month ?? 0),
                day: Int64(parts.day ?? 0)
            )
            #expect(clock.day(of: Timestamp(microseconds: seconds * 1_000_000)) == date?.daysSinceEpoch)
        }
    }

    @Test("the next change of day is the first instant of another day", arguments: zones)
    func changes(name: String) throws {
        let clock = try #require(ZoneClock.named(name))
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<200 {
            let now = Timestamp(microseconds: Int64.random(in: 0...2_500_000_000_000_000, using: &generator))
            let change = try #require(clock.nextDayChange(after: now))
            let today = clock.day(of: now)
            #expect(change > now)
            #expect(change.microseconds - now.microseconds <= 49 * 3_600_000_000)
            #expect(clock.day(of: change) != today)
            #expect(clock.day(of: change.adding(microseconds: -1)) == today)
        }
    }

    @Test(
        "names that are no zone",
        arguments: ["", "Nowhere/None", "+03:00", String(repeating: "x", count: 10_000)]
    )
    func unknown(name: String) {
        #expect(ZoneClock.named(name) == nil)
    }

    @Test("the ends of time have days too")
    func ends() throws {
        let clock = try #require(ZoneClock.named("Asia/Tokyo"))

        #expect(clock.nextDayChange(after: Timestamp(microseconds: .max)) == nil)
        #expect(clock.day(of: Timestamp(microseconds: .min)) < 0)
        #expect(clock.nextDayChange(after: Timestamp(microseconds: .min)) != nil)
    }
}
