-- rolling: the version before writes and reads the same columns; it shows a session that ends after midnight until midnight
-- Sessions that end on the next day: an end before the start is one of the day after.

-- Without an end, or with one equal to the start, a session lasts until midnight.
create or replace function session_period(day date, start_time text, end_time text) returns tsrange immutable parallel safe language sql as $$
  select tsrange(day + coalesce(nullif(start_time, ''), '00:00')::time,
    case
      when end_time in ('', start_time) or start_time = '' and end_time = '00:00' then (day + 1)::timestamp
      when end_time < start_time then (day + 1) + end_time::time
      else day + end_time::time
    end)
$$;

-- The days of a date without session days. The last day of a course over night is that of its end: the night before it is the last
-- one. An end at midnight belongs to the day before.
create function plain_days(first_day date, last_day date, start_time text, end_time text) returns setof date
immutable parallel safe language sql as $$
  select first_day + n from generate_series(0, coalesce(last_day, first_day) - first_day
    - case when last_day > first_day and end_time > '00:00' and end_time < start_time then 1 else 0 end) n
$$;

create or replace function session_periods(
  first_day date, last_day date, start_time text, end_time text, days date[], starts text[], ends text[]
) returns tsmultirange immutable parallel safe language sql as $$
  select range_agg(session_period(s.day, s.start_time, s.end_time)) from (
    select u.day, u.start_time, u.end_time from unnest(days, starts, ends) as u(day, start_time, end_time) where u.day is not null
    union all
    select p, start_time, end_time from plain_days(first_day, last_day, start_time, end_time) p
    where cardinality(array_remove(days, null)) = 0 and coalesce(last_day, first_day) - first_day < 14
  ) s
$$;

-- The days on which dates take place, with their hours: session days, otherwise each day from the start to the end.
create view date_day with (security_invoker = true) as
  select h.date_id, h.day, h.start_time, h.end_time, h.comment
  from date_session_day h where h.day is not null
  union all
  select d.id, p, d.start_time, d.end_time, ''
  from event_date d cross join lateral plain_days(d.start_date, d.end_date, d.start_time, d.end_time) p
  where coalesce(d.end_date, d.start_date) - d.start_date < 14
    and not exists (select from date_session_day h where h.date_id = d.id and h.day is not null);

create or replace view date_calendar_day with (security_invoker = true) as
  select date_id, day as first_day, day as last_day, start_time, end_time from date_day
  union all
  select d.id, d.start_date, d.end_date, '', ''
  from event_date d
  where d.end_date - d.start_date >= 14
    and not exists (select from date_session_day h where h.date_id = d.id and h.day is not null);

create or replace view date_half_day with (security_invoker = true) as
  with session as (
    select y.date_id, y.day, y.start_time, y.end_time from date_day y
    where not exists (select from series_module m where m.date_id = y.date_id)
  ), session_day as (
    select date_id, day, range_agg(session_period(day, start_time, end_time)) as periods,
      bool_and(start_time <> '' and end_time <> '') as has_times
    from session group by date_id, day
  ), divided_day as (
    select s.*, p.*, minutes_of(p.before) as before_minutes, minutes_of(p.after) as after_minutes
    from session_day s cross join lateral (
      select periods * tsmultirange(tsrange(null, day + time '13:00')) as before,
        periods * tsmultirange(tsrange(day + time '13:00', null)) as after
    ) p
  ), half_day as (
    select d.date_id, d.day, h.half, d.has_times,
      case when d.before_minutes > 60 and d.after_minutes > 60 then h.periods else d.periods end as periods
    from divided_day d
    cross join lateral (values
      ('morning', d.before, d.before_minutes > 60 or d.after_minutes = 0 or d.after_minutes <= 60 and d.before_minutes > d.after_minutes),
      ('afternoon', d.after, d.after_minutes > 60 or d.before_minutes <= 60 and d.before_minutes <= d.after_minutes)
    ) h(half, periods, takes_place)
    where h.takes_place
  )
  select date_id, day, half,
    case when has_times then to_char(lower(periods), 'HH24:MI') else '' end as start_time,
    case when has_times then to_char(upper(periods), 'HH24:MI') else '' end as end_time,
    case when has_times then minutes_of(periods) end as minutes
  from half_day;

-- A period that now meets one that must not overlap stays as it was, until its date is changed.
do $$
declare
  id_of_date integer;
begin
  for id_of_date in
    select id from event_date where end_time <> '' and end_time < start_time
    union select date_id from date_session_day where end_time <> '' and end_time < start_time
  loop
    perform refresh_calendar_days(id_of_date);
    begin
      perform refresh_busy_periods(array[id_of_date]);
      set constraints trainer_taken, room_taken immediate;
    exception when exclusion_violation then
      null;
    end;
    set constraints trainer_taken, room_taken deferred;
  end loop;
end $$;
