-- rolling: the version before lets visitors change what they could change
-- What visitors may change of their bookings by themselves, by event.

alter table event
  add column visitors_may_name boolean not null default true,
  add column visitors_may_move boolean not null default true,
  add column visitors_may_cancel boolean not null default true,
  -- until how many days before the start seats are moved and cancelled
  add column visitor_change_days integer not null default 1 check (visitor_change_days between 1 and 365);
