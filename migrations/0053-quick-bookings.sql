-- rolling: the version before works with these triggers
-- What a booking costs beside its rows: the counters of its date, and the wake of the job that sends its mail.

-- The functions that write the counters of dates say so, so that nothing else of the date is compared. Not by a setting of the
-- function, which only a superuser may make.
create or replace function update_booking_counts() returns trigger language plpgsql as $$
begin
  perform set_config('kontor.counts', 'yes', true);
  if tg_op <> 'INSERT' then
    update event_date d set
      booked_count = booked_count - (s.counts_as = 'booked')::int,
      reserved_count = reserved_count - (s.counts_as = 'reserved')::int,
      waitlisted_count = waitlisted_count - (s.counts_as = 'waitlisted')::int
    from booking_status s where d.id = old.date_id and s.status = old.status and s.counts_as <> 'none';
  end if;
  if tg_op <> 'DELETE' then
    update event_date d set
      booked_count = booked_count + (s.counts_as = 'booked')::int,
      reserved_count = reserved_count + (s.counts_as = 'reserved')::int,
      waitlisted_count = waitlisted_count + (s.counts_as = 'waitlisted')::int
    from booking_status s where d.id = new.date_id and s.status = new.status and s.counts_as <> 'none';
  end if;
  perform set_config('kontor.counts', '', true);
  return null;
end $$;

create or replace function update_held_seats() returns trigger language plpgsql as $$
begin
  perform set_config('kontor.counts', 'yes', true);
  if tg_op = 'DELETE' then
    update event_date set reserved_count = reserved_count - old.seats where id = old.date_id;
  else
    update event_date set reserved_count = reserved_count + new.seats where id = new.date_id;
  end if;
  perform set_config('kontor.counts', '', true);
  return null;
end $$;

-- Whoever else says so is at depth 0, or writes nothing but counters.
drop trigger log_update on event_date;
create trigger log_update after update on event_date referencing old table as old_rows new table as new_rows for each statement
  when (pg_trigger_depth() = 0 or current_setting('kontor.counts', true) is distinct from 'yes')
  execute function log_update_event_date();

drop trigger invalidate_update on event_date;
create trigger invalidate_update after update on event_date referencing old table as before new table as after for each statement
  when (pg_trigger_depth() = 0 or current_setting('kontor.counts', true) is distinct from 'yes')
  execute function invalidate_changed_dates();

create function invalidate_seats() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (topic, record_id) select 'seats', id from changed;
  return null;
end $$;
create trigger invalidate_seats after update on event_date referencing new table as changed for each statement
  when (pg_trigger_depth() > 0 and current_setting('kontor.counts', true) = 'yes')
  execute function invalidate_seats();

-- A job of the queue notifies its workers, and transactions that notify commit one after the other. So mails that are written within
-- a short time share one job, which is due after it. Whoever commits later than that is found when the job recurs.
create function wake_job_soon() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('kontor.woken_soon', true) is not distinct from tg_argv[0] then
    return null;
  end if;
  perform set_config('kontor.woken_soon', tg_argv[0], true);
  if not exists (
    select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = tg_argv[0] and j.key is null and j.is_available and j.run_at between clock_timestamp() + interval '100 ms' and clock_timestamp() + interval '400 ms'
  ) then
    perform graphile_worker.add_job(tg_argv[0], run_at => clock_timestamp() + interval '400 ms');
  end if;
  return null;
end $$;

drop trigger wake_job on outbox_mail;
create trigger wake_job after insert or update of next_attempt_at on outbox_mail for each row
  when (new.sent_at is null and new.failed_at is null and new.called_back_at is null and new.next_attempt_at <= now())
  execute function wake_job_soon('send-mail');
