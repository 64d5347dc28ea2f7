-- rolling: the version before writes holds without a network, which no limit counts
-- From which network seats are held, so that nobody holds those of all dates.

alter table seat_hold
  -- an IPv4 address, or the first half of an IPv6 address; '': of a website's own server
  add column visitor_network text not null default '';
create index seat_hold_by_network on seat_hold (visitor_network) where visitor_network <> '';
