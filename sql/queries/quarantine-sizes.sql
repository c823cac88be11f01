-- Counts refused events by dialect and reason, the first hundred thousand at most: a figure to watch, not to add up.
-- result dialect: text, code: text, events: int8
select q.dialect, q.code, count(*) as events
from (select w.dialect, w.code from quarantine w limit 100000) q
group by q.dialect, q.code order by q.dialect, q.code
