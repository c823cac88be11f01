-- Takes the next places of streams; the locks on their heads last until the transaction ends.
-- param streams: int4[]
-- param counts: int8[]
-- param newest: timestamptz[]
-- result stream: int4, seq: int8, received_at: timestamptz, latest_at: timestamptz, erased: int4, cut: timestamptz
select p.stream, p.seq, p.received_at, p.latest_at, p.erased, p.cut from take_places($1, $2, $3) p
