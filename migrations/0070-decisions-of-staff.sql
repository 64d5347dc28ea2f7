-- rolling: the version before shows no group, lets a visitor confirm a booking that staff have refused, and keeps no report
-- Staff decide on bookings by the form that came in unusual numbers, group by group, and on reports whose sender is not proven.

alter table pending_booking
  -- so many came from a network, or for the date, within the hour that they have to be confirmed by mail
  add column is_unusual boolean not null default false,
  -- by staff; they may still book it until it expires
  add column refused_at timestamptz;
create index pending_booking_unusual on pending_booking (expires_at) where is_unusual;

alter table task
  -- a report about mail that came back, whose sender is not proven: what it says is recorded when staff file the letter
  add column withheld_report jsonb;
