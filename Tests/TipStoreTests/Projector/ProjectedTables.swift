import Postgres

/// What the projector has written, as text that is the same wherever the words got their ids.
struct ProjectedTables {
    let connection: Connection

    /// The exposures, one a line. How late an event came depends on the order of arrival, and is left out
    /// unless it is asked for.
    func exposures(withLate: Bool = false) async throws -> String {
        let rows = try await connection.query(
            """
            select concat_ws(' ', x.text, e.phase, p.name, '[' || e.device || ']', v.text, e.standing,
              extract(epoch from e.exposed_at)::bigint, e.converted_at::text, e.impressions, e.taps,
              e.action_performed, e.tip_closed, e.events, case when \(withLate) then e.late end)
            from exposure e
            join word x on x.id = e.experiment
            join word v on v.id = e.variant
            left join person p on p.stream = e.stream and p.person = e.person
            order by x.text, e.phase, p.name, e.device
            """
        )
        return try rows.map { try $0.string(0) }.joined(separator: "\n")
    }

    /// How many rows of the tallies are not what SQL makes of the exposures, or the other way round.
    func tallyErrors() async throws -> Int64 {
        let rows = try await connection.query(
            """
            with e as (
              select stream, experiment, phase, variant, standing,
                date_trunc('hour', exposed_at at time zone 'UTC') at time zone 'UTC' as hour, converted_at,
                impressions, taps, action_performed, tip_closed, late, events
              from exposure
            ), expected as (
              select stream, experiment, phase, variant, standing, hour, -1 as metric, count(*) as people,
                sum(impressions) as impressions, sum(taps) as taps, sum(action_performed) as action_performed,
                sum(tip_closed) as tip_closed, sum(late) as late, sum(events) as events
              from e group by 1, 2, 3, 4, 5, 6
              union all
              select stream, experiment, phase, variant, standing, hour, c.place - 1, count(*), 0, 0, 0, 0, 0, 0
              from e, unnest(e.converted_at) with ordinality c (at, place)
              where c.at is not null group by 1, 2, 3, 4, 5, 6, 7
            ), found as (
              select stream, experiment, phase, variant, standing, hour, metric, people, impressions, taps,
                action_performed, tip_closed, late, events
              from tally
            )
            select count(*) from (
              (table expected except all table found) union all (table found except all table expected)
            ) d
            """
        )
        return try rows.one().int64(0)
    }
}
