-- rolling: the version before works with these triggers
-- A data set is imported table by table. The text of a contact is written once, before the transaction commits, when its addresses,
-- phones and e-mail addresses exist. They are looked for by index, whatever the statistics say: after an import that failed, they say
-- that the tables are empty.

-- The contacts whose entries a transaction has still to write; empty for every other transaction.
create unlogged table search_pending (
  transaction_id xid8 not null,
  -- of a contact
  id integer not null,
  primary key (transaction_id, id)
);

alter function refresh_search_entries_of_contact(integer[]) set enable_seqscan = off;

create function write_pending_search_entries() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  ids integer[];
begin
  -- The first contact of a transaction writes the entries of all.
  if exists (select from search_pending p where p.transaction_id = new.transaction_id and p.id = new.id) then
    with taken as (delete from search_pending p where p.transaction_id = new.transaction_id returning p.id)
    select array_agg(id) into ids from taken;
    perform refresh_search_entries_of_contact(ids);
  end if;
  return null;
end $$;
create constraint trigger search_written after insert on search_pending deferrable initially deferred
  for each row execute function write_pending_search_entries();

do $outer$
declare
  part record;
begin
  drop trigger search_insert on contact;
  drop function insert_search_entry_of_contact();
  for part in select * from (values ('contact', 'id'), ('address', 'contact_id'), ('phone', 'contact_id'), ('email_address', 'contact_id')) v(relation, id)
  loop
    if part.relation <> 'contact' then
      execute format('drop trigger search_insert on %I', part.relation);
      execute format('drop function append_to_search_entry_from_%s()', part.relation);
    end if;
    execute format($f$create function search_contact_on_%1$s_insert() returns trigger language plpgsql as $body$
      begin
        insert into search_pending (transaction_id, id) select pg_current_xact_id(), %2$s from changed on conflict do nothing;
        return null;
      end $body$ $f$, part.relation, part.id);
    execute format('create trigger search_insert after insert on %1$I referencing new table as changed
      for each statement execute function search_contact_on_%1$s_insert()', part.relation);
  end loop;
end $outer$;

-- The words of many entries are collected at once.
drop trigger collect_search_words on search_entry;
create or replace function collect_search_words() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into search_word select distinct word from changed, words_of(search_text) word
  where not exists (select from search_word known where known.word = word.word);
  return null;
end $$;
create trigger search_words_on_insert after insert on search_entry referencing new table as changed
  for each statement execute function collect_search_words();
create trigger search_words_on_update after update on search_entry referencing new table as changed
  for each statement execute function collect_search_words();
