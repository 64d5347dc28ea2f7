-- rolling: the version before reads the columns that were there before
-- A night over the change of the clocks is an hour shorter or longer than its local times say.

-- What has to be added to the minutes of a session of local times, to get those that pass in a time zone.
create function clock_change_minutes(day date, start_time text, end_time text, zone text) returns integer
language sql stable parallel safe as $$
  select case when start_time = '' or end_time = '' then 0 else
    extract(epoch from (upper(p) at time zone zone - lower(p) at time zone zone) - (upper(p) - lower(p)))::integer / 60 end
  from session_period(day, start_time, end_time) p
$$;

create or replace view booking_half_day with (security_invoker = true) as
  select b.id as booking_id, b.date_id, h.day, h.half, h.minutes,
    coalesce(a.attended, case b.status when 'attended' then true when 'absent' then false end) as attended, h.start_time, h.end_time
  from booking b
  join booking_status s on s.status = b.status and s.counts_as = 'booked'
  join date_half_day h on h.date_id = b.date_id
  left join attendance a on a.booking_id = b.id and a.day = h.day and a.half = h.half;
