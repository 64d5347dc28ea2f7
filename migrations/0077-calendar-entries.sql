-- rolling: the version before neither reads the new tables nor sends mail of the new kind; outbox_mail.calendar_sequence stays for it
-- Calendar entries of dates: the number of each day, which makes its UID, and the entries that each mail has brought.

-- The days of dates, each with a number that stays when the day moves, and is never given again. Derived from dates by the triggers
-- below. A row without a day was dropped. Only a long date without session days has a row of several days.
create table calendar_day (
  date_id integer not null references event_date on delete cascade,
  number integer not null check (number > 0),
  first_day date,
  last_day date,
  start_time text not null default '',
  end_time text not null default '',
  primary key (date_id, number),
  check ((first_day is null) = (last_day is null))
);

-- The days as they are now: session days, otherwise each day from the start to the end. Of a longer date nobody has entered the days.
create view date_calendar_day with (security_invoker = true) as
  select h.date_id, h.day as first_day, h.day as last_day, h.start_time, h.end_time
  from date_session_day h where h.day is not null
  union all
  select d.id, d.start_date + n, d.start_date + n, d.start_time, d.end_time
  from event_date d cross join lateral generate_series(0, coalesce(d.end_date, d.start_date) - d.start_date) n
  where coalesce(d.end_date, d.start_date) - d.start_date < 14
    and not exists (select from date_session_day h where h.date_id = d.id and h.day is not null)
  union all
  select d.id, d.start_date, d.end_date, '', ''
  from event_date d
  where d.end_date - d.start_date >= 14
    and not exists (select from date_session_day h where h.date_id = d.id and h.day is not null);

create function refresh_calendar_days(id_of_date integer) returns void language plpgsql as $$
begin
  if not exists (
    (select first_day, last_day, start_time, end_time from date_calendar_day where date_id = id_of_date
      except all select first_day, last_day, start_time, end_time from calendar_day where date_id = id_of_date and first_day is not null)
    union all
    (select first_day, last_day, start_time, end_time from calendar_day where date_id = id_of_date and first_day is not null
      except all select first_day, last_day, start_time, end_time from date_calendar_day where date_id = id_of_date))
  then
    return;
  end if;
  -- Two transactions with session days of one date number them one after the other.
  perform from event_date where id = id_of_date for no key update;
  -- A day keeps its number if it has not changed, otherwise if its times alone have changed. The others take the remaining numbers in
  -- their order: they have moved.
  with wanted as materialized (
    select w.*, row_number() over (order by first_day, start_time, end_time, last_day) as place
    from date_calendar_day w where w.date_id = id_of_date
  ), numbered as materialized (
    select c.* from calendar_day c where c.date_id = id_of_date and c.first_day is not null
  ), same as materialized (
    select w.place, c.number
    from (select *, row_number() over (partition by first_day, last_day, start_time, end_time order by place) as nth from wanted) w
    join (select *, row_number() over (partition by first_day, last_day, start_time, end_time order by number) as nth from numbered) c
      using (first_day, last_day, start_time, end_time, nth)
  ), same_day as materialized (
    select w.place, c.number
    from (select *, row_number() over (partition by first_day order by place) as nth from wanted
      where place not in (select s.place from same s)) w
    join (select *, row_number() over (partition by first_day order by start_time, number) as nth from numbered
      where number not in (select s.number from same s)) c using (first_day, nth)
  ), kept as materialized (select * from same union all select * from same_day
  ), moved as materialized (
    select w.place, c.number
    from (select place, row_number() over (order by place) as nth from wanted where place not in (select k.place from kept k)) w
    left join (select number, row_number() over (order by first_day, start_time, number) as nth from numbered
      where number not in (select k.number from kept k)) c using (nth)
  ), given as materialized (
    select place, coalesce(number, (select coalesce(max(c.number), 0) from calendar_day c where c.date_id = id_of_date)
      + row_number() over (partition by number is null order by place)) as number
    from (select * from kept union all select * from moved) k
  ), dropped as (
    update calendar_day c set first_day = null, last_day = null
    where c.date_id = id_of_date and c.first_day is not null and c.number not in (select g.number from given g)
  )
  insert into calendar_day (date_id, number, first_day, last_day, start_time, end_time)
    select w.date_id, g.number, w.first_day, w.last_day, w.start_time, w.end_time from wanted w join given g using (place)
    on conflict (date_id, number) do update
      set first_day = excluded.first_day, last_day = excluded.last_day, start_time = excluded.start_time, end_time = excluded.end_time
      where (calendar_day.first_day, calendar_day.last_day, calendar_day.start_time, calendar_day.end_time)
        is distinct from (excluded.first_day, excluded.last_day, excluded.start_time, excluded.end_time);
end $$;

-- At the end of the transaction, because a request writes days one by one.
create function refresh_calendar_days_of_session_day() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    perform refresh_calendar_days(new.date_id);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.date_id <> new.date_id then
    perform refresh_calendar_days(old.date_id) from event_date where id = old.date_id;
  end if;
  return null;
end $$;
create constraint trigger calendar_days after insert or update or delete on date_session_day deferrable initially deferred
  for each row execute function refresh_calendar_days_of_session_day();

create function refresh_calendar_days_of_date() returns trigger language plpgsql as $$
begin
  perform refresh_calendar_days(new.id) from event_date where id = new.id;
  return null;
end $$;
create constraint trigger calendar_days_of_new after insert on event_date deferrable initially deferred
  for each row when (new.start_date is not null) execute function refresh_calendar_days_of_date();
create constraint trigger calendar_days after update on event_date deferrable initially deferred
  for each row when ((old.start_date, old.end_date, old.start_time, old.end_time)
    is distinct from (new.start_date, new.end_date, new.start_time, new.end_time))
  execute function refresh_calendar_days_of_date();

insert into calendar_day (date_id, number, first_day, last_day, start_time, end_time)
  select date_id, row_number() over (partition by date_id order by first_day, start_time, end_time), first_day, last_day, start_time, end_time
  from date_calendar_day;

-- The entries that a mail has brought to the calendar of its recipient, or taken out of it. The latest one of a recipient and a day says
-- what the calendar holds.
create table sent_calendar_entry (
  mail_id integer not null references outbox_mail on delete cascade,
  date_id integer not null references event_date on delete cascade,
  number integer not null,
  -- the address, in lower case
  recipient text not null,
  -- of the UID, after the @; '': that of the settings, as mails had it before
  host text not null,
  sequence integer not null check (sequence >= 0),
  is_cancelled boolean not null,
  -- day, times, title, place and link, as they were sent
  entry jsonb not null,
  primary key (mail_id, date_id, number)
);
create index sent_calendar_entry_by_date on sent_calendar_entry (date_id);

-- Sent by the version before: the entries of the last mail to each recipient.
insert into sent_calendar_entry (mail_id, date_id, number, recipient, host, sequence, is_cancelled, entry)
  select s.id, s.date_id, c.number, lower(s.recipient), '', s.calendar_sequence,
    s.cause in ('booking_cancelled', 'date_cancelled') or exists (
      select from outbox_mail t where t.kind = 'message' and t.booking_id = s.booking_id and t.sent_at > s.sent_at
        and t.data ->> 'formerDateId' = s.date_id::text),
    jsonb_build_object('firstDay', c.first_day, 'lastDay', c.last_day, 'startTime', c.start_time, 'endTime', c.end_time,
      'title', coalesce(nullif(d.title, ''), e.title), 'place', '', 'link', '')
  from (
    select distinct on (o.recipient, o.data ->> 'key', o.date_id)
      o.id, o.recipient, o.date_id, o.booking_id, o.sent_at, o.calendar_sequence, m.cause
    from outbox_mail o join message m on m.id = o.message_id
    where o.sent_at is not null and o.calendar_sequence is not null and o.date_id is not null
    order by o.recipient, o.data ->> 'key', o.date_id, o.calendar_sequence desc, o.id desc
  ) s
  join calendar_day c on c.date_id = s.date_id
  join event_date d on d.id = s.date_id
  join event e on e.id = d.event_id;

alter table outbox_mail
  drop constraint outbox_mail_kind_check,
  drop constraint outbox_mail_check3,
  -- calendar: the entry of a further day
  add constraint outbox_mail_kind_check
    check (kind in ('template', 'double_opt_in', 'test', 'account', 'message', 'reply', 'withdrawal', 'order_links',
      'booking_confirmation', 'renewed_link', 'calendar')),
  add constraint outbox_mail_of_record
    check (kind in ('message', 'reply', 'calendar') or num_nonnulls(task_id, role, booking_id, date_id) = 0);

select keep_clients_apart(name::regclass, format('exists (select from event_date d where d.id = %I.date_id)', name))
from unnest(array['calendar_day', 'sent_calendar_entry']) name;
select let_triggers_see_all();
