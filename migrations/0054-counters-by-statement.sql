-- rolling: the version before works with these triggers
-- Who books or holds seats for several at once counts them once for each date.

create function count_new_bookings() returns trigger language plpgsql as $$
begin
  perform set_config('kontor.counts', 'yes', true);
  update event_date d set
    booked_count = booked_count + n.booked,
    reserved_count = reserved_count + n.reserved,
    waitlisted_count = waitlisted_count + n.waitlisted
  from (
    select b.date_id, count(*) filter (where s.counts_as = 'booked') as booked,
      count(*) filter (where s.counts_as = 'reserved') as reserved,
      count(*) filter (where s.counts_as = 'waitlisted') as waitlisted
    from added b join booking_status s on s.status = b.status where s.counts_as <> 'none' group by b.date_id
  ) n where d.id = n.date_id;
  perform set_config('kontor.counts', '', true);
  return null;
end $$;

drop trigger update_booking_counts on booking;
create trigger update_booking_counts after update of date_id, status or delete on booking for each row
  execute function update_booking_counts();
create trigger count_new_bookings after insert on booking referencing new table as added for each statement
  execute function count_new_bookings();

create function count_held_seats() returns trigger language plpgsql as $$
begin
  perform set_config('kontor.counts', 'yes', true);
  update event_date d set reserved_count = reserved_count + case tg_op when 'INSERT' then h.seats else -h.seats end
  from (select date_id, sum(seats) as seats from changed group by date_id) h where d.id = h.date_id;
  perform set_config('kontor.counts', '', true);
  return null;
end $$;

drop trigger update_held_seats on seat_hold;
drop function update_held_seats();
create trigger count_held_seats_insert after insert on seat_hold referencing new table as changed for each statement
  execute function count_held_seats();
create trigger count_held_seats_delete after delete on seat_hold referencing old table as changed for each statement
  execute function count_held_seats();
