import Postgres
import TipCore
import TipStore
import TipTestSupport

extension DatabaseTemplate {
    /// A database that has been migrated, with four streams so that lanes and streams differ.
    static let migrated = DatabaseTemplate("store") { connection in
        _ = try await Migrator(connection.settings).up(streams: 4)
    }
}

/// Opens a store on a throwaway database and closes it afterwards.
func withStore<Result>(
    limits: AppendLimits = AppendLimits(),
    _ body: (Store) async throws -> Result
) async throws -> Result {
    try await withDatabase(.migrated) { settings in
        let store = try await Store.open(settings, limits: limits)
        let result = try await body(store)
        await store.close()
        return result
    }
}

/// An instant of 2026 by its second.
func second(_ seconds: Int64) -> Timestamp {
    Timestamp(microseconds: 1_767_225_600_000_000 + seconds * 1_000_000)
}

/// An event as it comes in.
func incoming(
    _ id: String,
    person: String = "p1",
    at instant: Timestamp = second(0),
    device: String = "",
    sequence: Int64? = nil,
    test: Bool = false,
    _ body: EventBody = .session
) -> IncomingEvent {
    IncomingEvent(
        Event(
            id: id,
            person: person,
            at: instant,
            device: device,
            sequence: sequence,
            isTest: test,
            body: body
        ),
        statedMilliseconds: instant.milliseconds
    )
}
