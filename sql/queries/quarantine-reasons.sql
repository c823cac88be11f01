-- Counts the events that were refused since an instant by reason and dialect.
-- param since: timestamptz
-- result code: text, dialect: text, events: int8, newest: timestamptz
select q.code, q.dialect, count(*) as events, max(q.received_at) as newest
from quarantine q
where q.received_at >= $1
group by q.code, q.dialect
order by events desc, q.code, q.dialect
