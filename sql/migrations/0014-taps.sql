-- Taps on the actions of a tip, for tips outside of experiments too; the fold of before knows none, and is made anew.
alter table tip_state add column taps int not null default 0;
comment on column tip_state.taps is 'Taps on its actions by who has seen it.';
