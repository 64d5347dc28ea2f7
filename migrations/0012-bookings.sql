-- Bookings in the back office: the waiting list and its order, remarks, bookings of series.

alter table event_date
  -- when a place becomes free, the first of the waiting list gets it
  add column auto_promote boolean not null default true;

alter table booking
  add column comment text not null default '',
  -- since when on the waiting list; null: since it was made, or not on it
  add column waiting_since timestamptz,
  -- the order of a waiting list that staff changed; equal ones follow each other by time
  add column waiting_position integer not null default 0 check (waiting_position >= 0),
  -- the booking of the series that this booking of a module belongs to
  add column series_booking_id integer references booking deferrable initially deferred check (series_booking_id <> id);
create index booking_by_series_booking on booking (series_booking_id) where series_booking_id is not null;
create index booking_by_created_at on booking (created_at, id);

-- The dates of the modules that the booking of a series takes, or will take when it moves up.
create table booking_module (
  booking_id integer not null references booking on delete cascade,
  date_id integer not null references event_date,
  primary key (booking_id, date_id)
);
create index booking_module_by_date on booking_module (date_id);
select log_changes('booking_module', 'booking', 'r.booking_id', date_id => 'r.date_id');

create index invoice_confirmation_by_booking on invoice_confirmation (booking_id) where booking_id is not null;
create index invoice_confirmation_by_created_at on invoice_confirmation (created_at, id);
