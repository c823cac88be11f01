-- Writes one event of stream 0; one with the same key that is there already stays.
-- param seq: int8
-- param at: timestamptz
-- param received_at: timestamptz
-- param event_id: uuid
-- param context: int4
-- param given_id: text?
-- param extra: jsonb
-- result seq: int8
insert into event (seq, at, received_at, event_id, person, stream, context, kind, flags, given_id, extra)
values ($1, $2, $3, $4, '00000000-0000-0000-0000-000000000000', 0, $5, 100, 0, $6, $7)
on conflict (stream, event_id) do nothing
returning seq
