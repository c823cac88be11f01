-- How many persons have each status of each tip at the time of the question.
create or replace view report.tips as
select e.tip, e.available, e.pending, e.invalidated, e.unknown from eligible_people_at(now()) e;

comment on view report.tips is 'How many persons each tip is available to, pending or invalidated for, now.';
comment on column report.tips.tip is 'The tip; items of a reusable one count who has met them.';
comment on column report.tips.available is 'Persons who would be shown it.';
comment on column report.tips.pending is 'Persons who would not, yet.';
comment on column report.tips.invalidated is 'Persons who will not see it again.';
comment on column report.tips.unknown is 'Persons with an event that is dated after now, or of whom too little is known.';
