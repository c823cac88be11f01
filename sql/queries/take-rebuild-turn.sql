-- Takes the turn to fold the log anew; it lasts until the transaction ends.
-- result stream: int4
select r.stream from rebuild_turn r where r.stream = 0 for update
