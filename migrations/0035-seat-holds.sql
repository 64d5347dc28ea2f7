-- rolling: the version before counts held seats as reserved ones; it leaves holds that have run out to the new version
-- Seats that are held while a visitor fills in the form of a booking. They count as reserved ones until they are booked, given back,
-- or have run out by the clock of the database.

create table seat_hold (
  -- the same for a series and its modules
  id uuid not null,
  date_id integer not null references event_date on delete cascade,
  seats integer not null check (seats > 0),
  expires_at timestamptz not null,
  primary key (id, date_id)
);
create index seat_hold_by_date on seat_hold (date_id);
create index seat_hold_by_expiry on seat_hold (expires_at);

create function update_held_seats() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update event_date set reserved_count = reserved_count - old.seats where id = old.date_id;
  else
    update event_date set reserved_count = reserved_count + new.seats where id = new.date_id;
  end if;
  return null;
end $$;
create trigger update_held_seats after insert or delete on seat_hold
  for each row execute function update_held_seats();

create or replace function recount_bookings_of_status() returns trigger language plpgsql as $$
begin
  update event_date d set
    booked_count = c.booked, waitlisted_count = c.waitlisted,
    reserved_count = c.reserved + (select coalesce(sum(h.seats), 0) from seat_hold h where h.date_id = c.date_id)
  from (
    select p.date_id,
      count(*) filter (where s.counts_as = 'booked') as booked,
      count(*) filter (where s.counts_as = 'reserved') as reserved,
      count(*) filter (where s.counts_as = 'waitlisted') as waitlisted
    from booking p join booking_status s on s.status = p.status
    where p.date_id in (select date_id from booking where status = new.status)
    group by p.date_id
  ) c where d.id = c.date_id;
  return null;
end $$;

-- What visitors of a website write is repeated without a further effect, too: of a key's requests, each has an Idempotency-Key of its own.
alter table idempotency_key drop constraint idempotency_key_owner_check,
  add constraint idempotency_key_owner_check check (owner ~ '^(token|user|website) [0-9]+$') not valid;
