-- What a cluster of servers (Citus) needs beyond the migrations: by which column tables are spread. Run once,
-- on a migrated database that is still empty, as: psql -f sql/distribute.sql
select create_reference_table('word');
select create_reference_table('api_key');
select create_reference_table('web_session');
select create_reference_table('migration');
select create_distributed_table('stream_head', 'stream');
select create_distributed_table('person', 'stream', colocate_with => 'stream_head');
select create_distributed_table('event', 'stream', colocate_with => 'stream_head');
select create_distributed_table('quarantine', 'stream', colocate_with => 'stream_head');
select create_distributed_table('checkpoint', 'stream', colocate_with => 'stream_head');
select create_distributed_table('exposure', 'stream', colocate_with => 'stream_head');
select create_distributed_table('tally', 'stream', colocate_with => 'stream_head');
select create_distributed_table('person_state', 'stream', colocate_with => 'stream_head');
select create_distributed_table('tip_state', 'stream', colocate_with => 'stream_head');
select create_distributed_table('tip_default', 'stream', colocate_with => 'stream_head');
select create_distributed_table('person_link', 'stream', colocate_with => 'stream_head');
select create_distributed_table('stream_lease', 'stream', colocate_with => 'stream_head');
select create_distributed_table('erased', 'stream', colocate_with => 'stream_head');
select create_distributed_table('projection', 'stream', colocate_with => 'stream_head');
select create_distributed_table('rebuild_turn', 'stream', colocate_with => 'stream_head');
select create_distributed_table('person_snapshot', 'stream', colocate_with => 'stream_head');
