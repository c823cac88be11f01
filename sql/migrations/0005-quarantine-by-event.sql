-- Asking what became of one event looks it up by whose it is and what its client called it.
create index quarantine_by_event on quarantine (stream, person, event_id);
