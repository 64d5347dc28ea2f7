-- rolling: the version before works with these triggers
-- A statement that changes no row tells nothing: a data set writes values that are known already. A new order of the dates of a series
-- changes what series show, as the other look-up tables do. A new value of a look-up table (record -1) changes no record that exists:
-- the read model learns it, and websites are told the records that use it.

create function invalidate_topic_of_changed_rows() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    insert into cache_invalidation (topic, record_id)
      values (tg_argv[0], case when tg_argv[0] = 'lookups' and tg_op = 'INSERT' then -1 else 0 end);
  end if;
  return null;
end $$;

create or replace function keep_catalogue_changes() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (topic, record_id)
    select distinct topic, record_id from told
    where topic in ('seats', 'date', 'event', 'module', 'location', 'trainer', 'file', 'lookups', 'all') and record_id >= 0
    on conflict do nothing;
  return null;
end $$;

drop trigger invalidate_insert_all on series_sort;
drop trigger invalidate_update_old_all on series_sort;
drop trigger invalidate_update_new_all on series_sort;
drop trigger invalidate_delete_all on series_sort;
select invalidate_on_change('series_sort', 'lookups');

-- The triggers that have a table of the changed rows, and those of later tables.
do $outer$
declare
  made record;
begin
  for made in
    select pg_get_triggerdef(t.oid) as definition from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'invalidate_topic'::regproc and c.relnamespace = current_schema()::regnamespace
      and 'changed' in (t.tgnewtable, t.tgoldtable)
  loop
    execute replace(replace(made.definition, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'),
      'invalidate_topic(', 'invalidate_topic_of_changed_rows(');
  end loop;
  execute replace(replace(pg_get_functiondef('invalidate_on_change'::regproc), 'format(''invalidate_topic(%L)'', topic)',
    'format(''invalidate_topic_of_changed_rows(%L)'', topic)'), 'CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');
end $outer$;

select let_triggers_see_all();
