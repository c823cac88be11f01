import Postgres
import TipCore

@testable import TipStore

/// What the views say, and what folding whole histories by their names says, in one form.
struct StatusOracle {
    let store: Store
    let connection: Connection

    /// A line a person and tip: who, which, the status and its counts, at an instant.
    func viewed(at instant: Timestamp) async throws -> [String] {
        let rows = try await connection.query(
            """
            select concat_ws(' ', s.person, s.tip, s.status, s.reason, s.impressions,
              (s.seconds * 1000000)::bigint, extract(epoch from s.first_displayed)::bigint)
            from tip_status_at(\(Timestamptz(instant.microseconds))) s
            """
        )
        return try rows.map { try $0.string(0) }.sorted()
    }

    /// The same from the events of the log, read by their names, folded and decided as a question is.
    func folded(_ names: [String], under definition: Catalog, at instant: Timestamp) async throws -> [String]
    {
        let state = try await store.project.refresh()
        let project = try await store.compiler.project(state)
        var lines: Set<String> = []
        for name in names {
            let joined = try await store.log.joinedHistory(of: name)
            var catalog = CompiledCatalog(definition)
            var person = PersonState()
            let events = joined.events.compactMap(\.logged)
            for event in events.map(\.event) { person.apply(catalog.foldEvent(event), under: catalog) }
            guard person.lastEvent != nil else { continue }
            var asker = Asker(person: joined.representative)
            asker.variants = project.firstExposures.variants(in: events)
            let eligibility = Eligibility(
                person,
                under: catalog,
                conditions: project.timeline.conditions(at: instant, under: catalog),
                asker: asker
            )
            for tip in eligibility.numbers() {
                lines.insert(line(joined.representative, tip, person, catalog, eligibility, at: instant))
            }
        }
        return lines.sorted()
    }

    private func line(
        _ person: String,
        _ tip: UInt32,
        _ state: PersonState,
        _ catalog: CompiledCatalog,
        _ eligibility: Eligibility,
        at instant: Timestamp
    ) -> String {
        let status = eligibility.status(of: tip, at: instant)
        let reason = eligibility.verdict(on: tip, at: instant)?.invalidation?.reason
        let end = Timestamp(microseconds: .max)
        let record = ScheduleMaker(
            ProjectTimeline().outlook(from: .epoch, under: catalog),
            under: catalog
        ).records(of: state, person: person, under: catalog).first { $0.tip == tip }
        var words = [person, catalog.vocabulary.tips[tip], status?.rawValue ?? ""]
        if let reason { words.append(reason.rawValue) }
        words.append(String(state.displayCount(of: tip)))
        words.append(String(state.displayedMicroseconds(of: tip, at: end, under: catalog)))
        if let first = record?.firstDisplayed { words.append(String(first.microseconds / 1_000_000)) }
        return words.joined(separator: " ")
    }

    /// The counts of `eligible_people_at`, a line a tip.
    func counted(at instant: Timestamp) async throws -> [String] {
        let rows = try await connection.query(
            """
            select concat_ws(' ', e.tip, e.available, e.pending, e.invalidated, e.unknown)
            from eligible_people_at(\(Timestamptz(instant.microseconds))) e
            """
        )
        return try rows.map { try $0.string(0) }.sorted()
    }

    /// The same counted from the lines of `viewed`.
    static func counts(_ lines: [String]) -> [String] {
        var counts: [String: [String: Int]] = [:]
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            counts[words[1], default: [:]][words[2], default: 0] += 1
        }
        return counts.map { tip, counts in
            let numbers = ["available", "pending", "invalidated"].map { String(counts[$0] ?? 0) }
            return ([tip] + numbers + ["0"]).joined(separator: " ")
        }.sorted()
    }

    /// All rows of the projected tables as text, names instead of numbers, states left out.
    func rows() async throws -> String {
        let rows = try await connection.query(
            """
            select concat_ws(' ', p.name, s.last_at, s.clock_at, s.is_opted_out, w.text, r.impressions,
              r.seconds, r.first_displayed, r.invalidated_at, r.reason, r.status, r.changes_at, r.statuses,
              r.known_until)
            from person_state s
            join person p on p.stream = s.stream and p.person = s.person
            left join tip_state r on r.stream = s.stream and r.person = s.person
            left join word w on w.id = r.tip
            """
        )
        return try rows.map { try $0.string(0) }.sorted().joined(separator: "\n")
    }
}
