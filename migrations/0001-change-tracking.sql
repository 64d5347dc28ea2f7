-- Change tracking of all tables: cache invalidation and the change log.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The key by which names and cities are ordered and compared: without case and accents. unaccent() is STABLE because
-- dictionaries can change; here the dictionary is named. The extension may be in another schema than public.
do $outer$
begin
  execute format(
    $f$create function sort_key(text) returns text immutable parallel safe strict language sql
  as $$ select lower(%1$I.unaccent('%1$I.unaccent'::regdictionary, $1)) $$ $f$,
    (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent'));
end $outer$;

-- Processes with caches read the rows that their last snapshot does not see. So no writer waits for another, and a transaction
-- that commits late is not missed. Unlogged: a crash of the server ends every connection, and a process that lost its
-- connection reads everything again.
-- A row names a record that a changed row belongs to or refers to itself. The reader finds the dates that show a changed
-- location: the writer does not see those that concurrent transactions are adding. Topics:
--   'seats'      only the booking counters of this date
--   'date'       this date
--   'event'      this event, but not its dates
--   'module'     the dates linked with this module of a series
--   'location'   what the website shows of this location
--   'trainer'    what the website shows of this trainer
--   'file'       this file
--   'lookups'    categories, statuses of dates, access rights of files
--   'all'        everything: a table was truncated
--   'access'     tokens, sessions, users, rights
--   'settings'   settings of the instance
create unlogged table cache_invalidation (
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  -- 0: the whole topic
  record_id integer not null default 0
);
create index cache_invalidation_by_xid on cache_invalidation (xid);

create function invalidate_topic() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (topic) values (tg_argv[0]);
  return null;
end $$;

-- Arguments: the topic, and a query of the ids of the affected records; the changed rows are in the table `changed`.
create function invalidate_records() returns trigger language plpgsql as $$
begin
  execute format('insert into cache_invalidation (topic, record_id) select distinct %L, id from (%s) as found(id) where id is not null',
    tg_argv[0], tg_argv[1]);
  return null;
end $$;

-- Makes changes of a table invalidate a topic: the records that `query` selects (see invalidate_records), or the whole topic. A
-- table that is written often has its own trigger function, whose plans are cached.
create function invalidate_on_change(
  changed_table regclass, topic text, query text default null, trigger_function text default null, on_update boolean default true
) returns void language plpgsql as $outer$
declare
  call text := coalesce(trigger_function || '()',
    case when query is null then format('invalidate_topic(%L)', topic) else format('invalidate_records(%L, %L)', topic, query) end);
begin
  execute format('create trigger invalidate_insert_%s after insert on %s referencing new table as changed for each statement execute function %s',
    topic, changed_table, call);
  execute format('create trigger invalidate_delete_%s after delete on %s referencing old table as changed for each statement execute function %s',
    topic, changed_table, call);
  if on_update then
    -- An update invalidates the records to which the rows belonged before, and those to which they belong now.
    execute format('create trigger invalidate_update_old_%s after update on %s referencing old table as changed for each statement execute function %s',
      topic, changed_table, call);
    execute format('create trigger invalidate_update_new_%s after update on %s referencing new table as changed for each statement execute function %s',
      topic, changed_table, call);
  end if;
  execute format('create or replace trigger invalidate_truncate after truncate on %s for each statement execute function invalidate_topic(%L)',
    changed_table, case topic when 'access' then topic else 'all' end);
end $outer$;

-- Every change of a record, append-only: who, when, what, before and after. It has no foreign keys, so that entries outlive
-- their records.
create table change_log (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  -- the user whose session or token it was; null: a command, or a statement outside Kontor
  user_id integer,
  -- 'office', 'interface', 'kontor …' (a command), 'database' (a statement that did not come from Kontor)
  via text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  -- 0: the table has no id of its own
  row_id integer not null,
  -- the subject: the record to which the row belongs in the back office
  subject text not null,
  subject_id integer not null,
  -- a contact and a date that the change also concerns
  contact_id integer,
  date_id integer,
  -- for an update the changed columns, otherwise the whole row
  before jsonb,
  after jsonb
);
create index change_log_by_subject on change_log (subject, subject_id, id);
create index change_log_by_contact on change_log (contact_id, id) where contact_id is not null;
create index change_log_by_date on change_log (date_id, id) where date_id is not null;
create index change_log_by_user on change_log (user_id, id);
create index change_log_by_table_name on change_log (table_name, id);
-- BRIN: entries are stored in the order of time.
create index change_log_by_changed_at on change_log using brin (changed_at);

create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger reject_update before update or truncate on change_log
  for each statement execute function reject_change();
-- Older entries can be deleted: see KONTOR_CHANGE_LOG_DAYS.
create trigger append_only before delete on change_log
  for each row when (old.changed_at > now() - interval '30 days') execute function reject_change();

-- `kontor restore` restores the change log of the archive, and turns logging off for its transaction. The application's role, which
-- may not empty the table, cannot.
create function change_log_enabled() returns boolean language sql stable as $$
  select coalesce(current_setting('kontor.change_log', true), '') <> 'off' or not has_table_privilege('change_log', 'truncate')
$$;

-- Logs every change of a table. The expressions refer to the row `r`; `hidden_columns` are left out of the entries. Each table
-- has its own trigger functions, whose plans are cached.
create function log_changes(
  logged_table regclass, subject text, subject_id text, contact_id text default 'null', date_id text default 'null',
  hidden_columns text[] default '{}', subject_expression text default null
) returns void language plpgsql as $outer$
declare
  name text := logged_table::text;
  row_of text := format('to_jsonb(r) - %L::text[]', hidden_columns);
  has_id boolean := exists (select from pg_attribute where attrelid = logged_table and attname = 'id' and atttypid = 'integer'::regtype);
  key_columns text[] := array(
    select attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = logged_table and i.indisprimary);
  same_key text := (select string_agg(format('o.%1$I = r.%1$I', k), ' and ') from unnest(key_columns) k);
  head text := format(
    'insert into change_log (user_id, via, action, table_name, row_id, subject, subject_id, contact_id, date_id, before, after)
     select nullif(current_setting(''kontor.user_id'', true), '''')::integer,
       coalesce(nullif(current_setting(''kontor.via'', true), ''''), ''database''),
       %%L, %L, %s, %s, coalesce(%s, 0), %s, %s,',
    name, case when has_id then 'r.id' else '0' end, coalesce(subject_expression, quote_literal(subject)), subject_id, contact_id, date_id);
begin
  execute format($f$create function %I() returns trigger language plpgsql as $body$
    begin if change_log_enabled() then %s null, %s from changed r; end if; return null; end $body$ $f$, 'log_insert_' || name, format(head, 'insert'), row_of);
  execute format($f$create function %I() returns trigger language plpgsql as $body$
    begin if change_log_enabled() then %s %s, null from changed r; end if; return null; end $body$ $f$, 'log_delete_' || name, format(head, 'delete'), row_of);
  -- With a plan for one row, an import would compare each row with every other row.
  execute format($f$create function %I() returns trigger language plpgsql set enable_nestloop = off as $body$
    begin
      %s (select jsonb_object_agg(b.key, b.value) from jsonb_each(change.before) b where b.value is distinct from change.after -> b.key),
        (select jsonb_object_agg(a.key, a.value) from jsonb_each(change.after) a where a.value is distinct from change.before -> a.key)
      from new_rows r join old_rows o on %s
      cross join lateral (select to_jsonb(o) - %L::text[] as before, %s as after offset 0) change
      where change.before <> change.after and change_log_enabled();
      return null;
    end $body$ $f$, 'log_update_' || name, format(head, 'update'), same_key, hidden_columns, row_of);
  execute format('create trigger log_insert after insert on %I referencing new table as changed for each statement execute function %I()', name, 'log_insert_' || name);
  execute format('create trigger log_delete after delete on %I referencing old table as changed for each statement execute function %I()', name, 'log_delete_' || name);
  execute format('create trigger log_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function %I()', name, 'log_update_' || name);
end $outer$;
