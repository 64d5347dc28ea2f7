-- Bookings in the back office: the waiting list and its order, remarks, bookings of series.

alter table event_date
  -- when a place becomes free, the first of the waiting list gets it
  add column moves_up boolean not null default true;

alter table participation
  add column comment text not null default '',
  -- since when on the waiting list; null: since it was made, or not on it
  add column waiting_since timestamptz,
  -- the order of a waiting list that staff changed; equal ones follow each other by time
  add column waiting_position integer not null default 0 check (waiting_position >= 0),
  -- the booking of the series that this booking of a module belongs to
  add column part_of integer references participation deferrable initially deferred check (part_of <> id);
create index participation_by_series on participation (part_of) where part_of is not null;
create index participation_by_creation on participation (created_at, id);

-- The dates of the modules that the booking of a series takes, or will take when it moves up.
create table participation_module (
  participation_id integer not null references participation on delete cascade,
  date_id integer not null references event_date,
  primary key (participation_id, date_id)
);
create index participation_module_by_date on participation_module (date_id);
select log_changes('participation_module', 'participation', 'r.participation_id', date_id => 'r.date_id');

create index invoice_confirmation_by_participation on invoice_confirmation (participation_id) where participation_id is not null;
create index invoice_confirmation_by_creation on invoice_confirmation (created_at, id);
