-- rolling: the version before does not know the table; triggers fill it whoever writes
-- What was told to the read models (cache_invalidation), kept for a month and across crashes, so that websites can ask what has
-- changed since they asked last. A reader knows the database as of a snapshot, too, and misses no transaction that commits late.
-- Topics are those of cache_invalidation, and
--   'date withdrawn', 'event withdrawn'   it was published, and is not any more or is deleted
create table catalogue_change (
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  -- 0: the whole topic
  record_id integer not null,
  -- all transactions before this one had ended when the row was written: whoever sees it sees what they wrote
  after_xid xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  changed_at timestamptz not null default now(),
  primary key (xid, topic, record_id)
);
create index catalogue_change_by_record on catalogue_change (topic, record_id, xid);

-- Two transactions never meet at the primary key, which begins with the transaction.
create function keep_catalogue_changes() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (topic, record_id)
    select distinct topic, record_id from told
    where topic in ('seats', 'date', 'event', 'module', 'location', 'trainer', 'file', 'lookups', 'all')
    on conflict do nothing;
  return null;
end $$;
create trigger keep_catalogue_changes after insert on cache_invalidation referencing new table as told
  for each statement execute function keep_catalogue_changes();

-- Argument: the topic.
create function keep_withdrawal() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (topic, record_id) values (tg_argv[0], old.id) on conflict do nothing;
  return null;
end $$;
create trigger keep_withdrawal_update after update of is_published on event_date for each row
  when (old.is_published and not new.is_published) execute function keep_withdrawal('date withdrawn');
create trigger keep_withdrawal_delete after delete on event_date for each row
  when (old.is_published) execute function keep_withdrawal('date withdrawn');
create trigger keep_withdrawal_update after update of is_published on event for each row
  when (old.is_published and not new.is_published) execute function keep_withdrawal('event withdrawn');
create trigger keep_withdrawal_delete after delete on event for each row
  when (old.is_published) execute function keep_withdrawal('event withdrawn');
