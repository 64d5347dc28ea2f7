-- What changed, for processes that hold a part of the database in memory: they ask for the rows that the snapshot they know
-- does not see, so that no writer waits for another and a late commit is not missed. Unlogged: a crash of the server ends
-- every connection, and who loses its connection reads all anew.

create unlogged table change (
  xid xid8 not null default pg_current_xact_id(),
  -- 'event': this event looks different now; 'catalogue': any may; 'access': tokens, users, rights
  topic text not null,
  id integer not null default 0
);
create index change_by_xid on change (xid);

-- The trigger's argument is the query that finds the events of changed rows, which are in the table `changed`.
create function note_events() returns trigger language plpgsql as $$
begin
  execute 'insert into change (topic, id) select distinct ''event'', event_id from (' || tg_argv[0] ||
    ') as found(event_id) where event_id is not null';
  return null;
end $$;

create function note_topic() returns trigger language plpgsql as $$
begin
  insert into change (topic) values (tg_argv[0]);
  return null;
end $$;

-- Contacts are written all day, and few of them are locations: these two keep their plans.
create function note_locations() returns trigger language plpgsql as $$
begin
  insert into change (topic, id)
    select distinct 'event', d.event_id from changed c
    join date_location l on l.contact_id = c.id join event_date d on d.id = l.date_id;
  return null;
end $$;

create function note_location_parts() returns trigger language plpgsql as $$
begin
  insert into change (topic, id)
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
      ('event_date_catalog', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_file', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_partner', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_responsible', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_hours', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_location', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_trainer', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('date_price', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('hotel_quota', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('series_module', 'note_events', 'select d.event_id from changed c join event_date d on d.id = c.date_id'),
      ('series_module_date', 'note_events', 'select d.event_id from changed c left join series_module m on m.id = c.series_module_id join event_date d on d.id in (c.linked_date_id, m.date_id)'),
      ('disk_item', 'note_events', 'select f.event_id from changed c join event_file f on f.diskitem_id = c.id union select d.event_id from changed c join date_file f on f.diskitem_id = c.id join event_date d on d.id = f.date_id'),
      ('trainer', 'note_events', 'select d.event_id from changed c join date_trainer t on t.trainer_id = c.id join event_date d on d.id = t.date_id'),
      ('location', 'note_location_parts', ''),
      ('contact', 'note_locations', ''),
      ('address', 'note_location_parts', ''),
      ('phone', 'note_location_parts', ''),
      ('catalog_category', 'note_topic', 'catalogue'),
      ('date_status', 'note_topic', 'catalogue'),
      ('series_sort', 'note_topic', 'catalogue'),
      ('file_access_right', 'note_topic', 'catalogue'),
      ('app_user', 'note_topic', 'access'),
      ('user_client', 'note_topic', 'access'),
      ('user_right', 'note_topic', 'access')
    ) as rules(relation, function, argument)
  loop
    execute format('create trigger note_insert after insert on %I referencing new table as changed for each statement execute function %I(%L)',
      rule.relation, rule.function, rule.argument);
    execute format('create trigger note_delete after delete on %I referencing old table as changed for each statement execute function %I(%L)',
      rule.relation, rule.function, rule.argument);
    -- An update is noted for what was and for what is.
    execute format('create trigger note_update_old after update on %I referencing old table as changed for each statement execute function %I(%L)',
      rule.relation, rule.function, rule.argument);
    execute format('create trigger note_update_new after update on %I referencing new table as changed for each statement execute function %I(%L)',
      rule.relation, rule.function, rule.argument);
    execute format('create trigger note_truncate after truncate on %I for each statement execute function note_topic(%L)',
      rule.relation, case rule.argument when 'access' then 'access' else 'catalogue' end);
  end loop;
end $$;

-- The time of a token's last use says nothing of what it may do.
create trigger note_insert after insert or delete or truncate on token for each statement execute function note_topic('access');
create trigger note_update after update of user_id, hash, operations, expires_at, revoked_at on token
  for each statement execute function note_topic('access');
