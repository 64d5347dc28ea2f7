-- rolling: the version before splits orders, and promotes when a booking is cancelled only; the new version promotes the rest
-- A waiting list follows from the state of its date: whatever leaves a seat free while somebody waits wakes the job that gives it.

alter table event_date
  -- whether waiting seats of an order get their seats together, or not at all
  add column keeps_groups boolean not null default true;

create index event_date_with_waiting_list on event_date (id) where waitlisted_count > 0;

-- Of a module, the people of its series may wait, whom its own row does not count.
create trigger wake_release_seats after update on event_date for each row
  when (new.participants_max > new.booked_count + new.reserved_count + new.seats_elsewhere
    and (new.participants_max - new.booked_count - new.reserved_count - new.seats_elsewhere
        > old.participants_max - old.booked_count - old.reserved_count - old.seats_elsewhere
      or new.waitlisted_count > old.waitlisted_count
      or (new.auto_promote, new.offer_hours, new.keeps_groups, new.status, new.start_date, new.start_time)
        is distinct from (old.auto_promote, old.offer_hours, old.keeps_groups, old.status, old.start_date, old.start_time)))
  execute function wake_job_soon('release-seats');
create trigger wake_release_seats after update of goes_ahead on date_status for each row when (new.goes_ahead)
  execute function wake_job_soon('release-seats');

-- The triggers of the tables that came after it (0062).
select let_triggers_see_all();
