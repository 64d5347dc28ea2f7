-- What changed is told finer than by event, so that a change renews what it touches and no more. Topics:
--   'seats'      this date's counters of bookings, and nothing else of it
--   'date'       anything of this date, or of what it shows
--   'event'      anything of this event itself; not of its dates
--   'trainer'    what the website shows of this trainer
--   'lookups'     categories, statuses of dates, access rights of files
--   'all'        anything: a table was truncated
--   'access'     tokens, users, rights

do $$
declare
  old record;
begin
  for old in
    select t.tgname, t.tgrelid::regclass as relation from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname in ('note_events', 'invalidate_dates_at_location', 'invalidate_dates_of_location_children')
      or p.proname = 'invalidate_topic' and t.tgname <> 'invalidate_truncate'
        and t.tgrelid in ('catalogue_category'::regclass, 'date_status'::regclass, 'series_sort'::regclass, 'file_access_right'::regclass)
  loop
    execute format('drop trigger %I on %s', old.tgname, old.relation);
  end loop;
end $$;
drop function note_events, invalidate_dates_at_location, invalidate_dates_of_location_children;

-- Arguments: the topic, and the query that finds the ids for changed rows, which are in the table `changed`.
create function invalidate_records() returns trigger language plpgsql as $$
begin
  execute format('insert into cache_invalidation (topic, record_id) select distinct %L, id from (%s) as found(id) where id is not null',
    tg_argv[0], tg_argv[1]);
  return null;
end $$;

-- The tables that are written all day have functions of their own, which keep their plans.
create function invalidate_changed_dates() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (topic, record_id)
    select case when to_jsonb(o) - array['booked_count', 'reserved_count', 'waitlisted_count']
      = to_jsonb(n) - array['booked_count', 'reserved_count', 'waitlisted_count'] then 'seats' else 'date' end,
      coalesce(n.id, o.id)
    from before o full join after n on n.id = o.id
    where o is distinct from n;
  return null;
end $$;

create function invalidate_dates_at_location() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (topic, record_id)
    select distinct 'date', l.date_id from changed c join date_location l on l.contact_id = c.id;
  return null;
end $$;

create function invalidate_dates_of_location_children() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (topic, record_id)
    select distinct 'date', l.date_id from changed c join date_location l on l.contact_id = c.contact_id;
  return null;
end $$;

create trigger invalidate_update after update on event_date referencing old table as before new table as after
  for each statement execute function invalidate_changed_dates();

do $$
declare
  rule record;
  arguments text;
begin
  for rule in
    select * from (values
      ('event', 'event', 'select id from changed'),
      ('event_in_category', 'event', 'select event_id from changed'),
      ('event_price', 'event', 'select event_id from changed'),
      ('event_file', 'event', 'select event_id from changed'),
      ('catalogue_pdf', 'event', 'select event_id from changed'),
      ('catalogue_pdf', 'date', 'select date_id from changed'),
      ('conference_package_item', 'event', 'select event_id from changed'),
      ('conference_package_item', 'date', 'select date_id from changed'),
      ('event_date', 'date', 'select id from changed'),
      ('date_catalogue', 'date', 'select date_id from changed'),
      ('date_file', 'date', 'select date_id from changed'),
      ('date_partner', 'date', 'select date_id from changed'),
      ('date_responsible_person', 'date', 'select date_id from changed'),
      ('date_session_day', 'date', 'select date_id from changed'),
      ('date_location', 'date', 'select date_id from changed'),
      ('date_trainer', 'date', 'select date_id from changed'),
      ('date_price', 'date', 'select date_id from changed'),
      ('hotel_quota', 'date', 'select date_id from changed'),
      ('series_module', 'date', 'select date_id from changed'),
      ('series_module_date', 'date', 'select linked_date_id from changed union select m.date_id from changed c join series_module m on m.id = c.series_module_id'),
      ('series_sort', 'date', 'select m.date_id from changed c join series_module m on m.sort_by = c.sort_by'),
      ('catalogue_file', 'event', 'select f.event_id from changed c join event_file f on f.file_id = c.id'),
      ('catalogue_file', 'date', 'select f.date_id from changed c join date_file f on f.file_id = c.id'),
      ('trainer', 'trainer', 'select id from changed'),
      -- A series shows the names of its modules' trainers.
      ('trainer', 'date', 'select m.date_id from changed c join date_trainer t on t.trainer_id = c.id join series_module_date l on l.linked_date_id = t.date_id join series_module m on m.id = l.series_module_id'),
      ('location', 'location_children', ''),
      ('contact', 'location', ''),
      ('address', 'location_children', ''),
      ('phone', 'location_children', ''),
      ('catalogue_category', 'lookups', ''),
      ('date_status', 'lookups', ''),
      ('file_access_right', 'lookups', '')
    ) as rules(relation, topic, query)
  loop
    arguments := case rule.topic
      when 'location_children' then 'invalidate_dates_of_location_children()'
      when 'location' then 'invalidate_dates_at_location()'
      when 'lookups' then 'invalidate_topic(''lookups'')'
      else format('invalidate_records(%L, %L)', rule.topic, rule.query) end;
    execute format('create trigger invalidate_insert_%s after insert on %I referencing new table as changed for each statement execute function %s',
      rule.topic, rule.relation, arguments);
    execute format('create trigger invalidate_delete_%s after delete on %I referencing old table as changed for each statement execute function %s',
      rule.topic, rule.relation, arguments);
    continue when rule.relation = 'event_date';
    -- An update is noted for what was and for what is.
    execute format('create trigger invalidate_update_old_%s after update on %I referencing old table as changed for each statement execute function %s',
      rule.topic, rule.relation, arguments);
    execute format('create trigger invalidate_update_new_%s after update on %I referencing new table as changed for each statement execute function %s',
      rule.topic, rule.relation, arguments);
  end loop;
end $$;
