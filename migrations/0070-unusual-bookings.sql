-- rolling: the version before shows no group, and lets a visitor confirm a booking that staff have refused
-- Staff decide on bookings by the form that came in unusual numbers, group by group.

alter table pending_booking
  -- so many came from a network, or for the date, within the hour that they have to be confirmed by mail
  add column is_unusual boolean not null default false,
  -- by staff; they may still book it until it expires
  add column refused_at timestamptz;
create index pending_booking_unusual on pending_booking (expires_at) where is_unusual;
