-- What changed, for processes that hold a part of the database in memory: they ask for the rows that the snapshot they know
-- does not see, so that no writer waits for another and a late commit is not missed. Unlogged: a crash of the server ends
-- every connection, and who loses its connection reads all anew.

create unlogged table cache_invalidation (
  xid xid8 not null default pg_current_xact_id(),
  -- 'event': this event looks different now; 'all': any may; 'access': tokens, users, rights
  topic text not null,
  record_id integer not null default 0
);
create index cache_invalidation_by_xid on cache_invalidation (xid);

-- The trigger's argument is the query that finds the events of changed rows, which are in the table `changed`.
create function note_events() returns trigger language plpgsql as $$
begin
  execute 'insert into cache_invalidation (topic, record_id) select distinct ''event'', event_id from (' || tg_argv[0] ||
    ') as found(event_id) where event_id is not null';
  return null;
end $$;

create function invalidate_topic() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (topic) values (tg_argv[0]);
  return null;
end $$;

-- Contacts are written all day, and few of them are locations: these two keep their plans.
create function invalidate_dates_at_location() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (topic, record_id)
    select distinct 'event', d.event_id from changed c
    join date_location l on l.contact_id = c.id join event_date d on d.id = l.date_id;
  return null;
end $$;

create function invalidate_dates_of_location_children() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (topic, record_id)
    select distinct 'event', d.event_id from changed c
    join date_location l on l.contact_id = c.contact_id join event_date d on d.id = l.date_id;
  return null;
end $$;

do $$
declare
  rule record;
begin
  for rule in
    select * from (values
      ('event', 'note_events', 'select id from changed'),
      ('event_date', 'note_events', 'select event_id from changed'),
      ('event_in_category', 'note_events', 'select event_id from changed'),
      ('event_price', 'note_events', 'select event_id from changed'),
      ('event_file', 'note_events', 'select event_id from changed'),
      ('catalogue_pdf', 'note_events', 'select coalesce(c.event_id, d.event_id) from changed c left join event_date d on d.id = c.date_id'),
      ('conference_package_item', 'note_events', 'select coalesce(c.event_id, d.event_id) from changed c left join event_date d on d.id = c.date_id'),
      ('date_catalogue', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_file', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_partner', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_responsible_person', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_session_day', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_location', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_trainer', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_price', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('hotel_quota', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('series_module', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('series_module_date', 'note_events', 'select d.event_id from changed c left join series_module m on m.id = c.series_module_id join event_date d on d.id in (c.linked_date_id, m.date_id)'),
      ('catalogue_file', 'note_events', 'select f.event_id from changed c join event_file f on f.file_id = c.id union select d.event_id from changed c join date_file f on f.file_id = c.id join event_date d on d.id = f.date_id'),
      ('trainer', 'note_events', 'select d.event_id from changed c join date_trainer t on t.trainer_id = c.id join event_date d on d.id = t.date_id'),
      ('location', 'invalidate_dates_of_location_children', ''),
      ('contact', 'invalidate_dates_at_location', ''),
      ('address', 'invalidate_dates_of_location_children', ''),
      ('phone', 'invalidate_dates_of_location_children', ''),
      ('catalogue_category', 'invalidate_topic', 'all'),
      ('date_status', 'invalidate_topic', 'all'),
      ('series_sort', 'invalidate_topic', 'all'),
      ('file_access_right', 'invalidate_topic', 'all'),
      ('app_user', 'invalidate_topic', 'access'),
      ('user_client', 'invalidate_topic', 'access'),
      ('user_right', 'invalidate_topic', 'access')
    ) as rules(relation, function, argument)
  loop
    execute format('create trigger invalidate_insert after insert on %I referencing new table as changed for each statement execute function %I(%L)',
      rule.relation, rule.function, rule.argument);
    execute format('create trigger invalidate_delete after delete on %I referencing old table as changed for each statement execute function %I(%L)',
      rule.relation, rule.function, rule.argument);
    -- An update is noted for what was and for what is.
    execute format('create trigger invalidate_update_old after update on %I referencing old table as changed for each statement execute function %I(%L)',
      rule.relation, rule.function, rule.argument);
    execute format('create trigger invalidate_update_new after update on %I referencing new table as changed for each statement execute function %I(%L)',
      rule.relation, rule.function, rule.argument);
    execute format('create trigger invalidate_truncate after truncate on %I for each statement execute function invalidate_topic(%L)',
      rule.relation, case rule.argument when 'access' then 'access' else 'all' end);
  end loop;
end $$;

-- The time of a token's last use says nothing of what it may do.
create trigger invalidate_insert after insert or delete or truncate on token for each statement execute function invalidate_topic('access');
create trigger invalidate_update after update of user_id, hash, operations, expires_at, revoked_at on token
  for each statement execute function invalidate_topic('access');
