-- Search over all records: one short normalised text per record, with trigram indexes, updated by triggers in the transaction of
-- the change. The last file, because it creates triggers on tables of the others.

-- Normalises a text for the search: without accents and case, and with one spelling of `ü`, `ue` and `u`. See sort_key.
do $outer$
declare
  -- The collation of the database may support ASCII only.
  lower_of text := coalesce((select format(' collate %I', collname) from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1), '');
begin
  execute format($f$create function search_key(value text) returns text language plpgsql immutable strict parallel safe as $body$
    begin
      return replace(replace(replace(lower(
        %1$I.unaccent('%1$I.unaccent'::regdictionary, case when length(value) = octet_length(value) then value else normalize(value, NFKC) end)%2$s), 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
    end $body$ $f$, (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent'), lower_of);
end $outer$;

-- A phone number as digits, without the leading zero of the area code.
create function phone_digits(country_code text, area_code text, number text) returns text language sql immutable parallel safe as $$
  select ltrim(regexp_replace(country_code, '\D', '', 'g'), '0') || ltrim(regexp_replace(area_code || number, '\D', '', 'g'), '0')
$$;

create table search_entry (
  kind text not null check (kind in ('person', 'company', 'location', 'lead', 'task', 'event', 'date')),
  id integer not null,
  -- 0: of no client, or of all
  client_id integer not null default 0,
  -- begins with a space, so that a space precedes every word
  search_text text not null,
  -- contacts only: the order of contact_by_name, last names before first names
  sort_name text collate "C" not null default '',
  has_email boolean not null default true,
  primary key (kind, id)
);
-- One per group of kinds, for rare words; common words are found by another index. The conditions are those of the queries.
create index search_entry_persons on search_entry using gin (search_text gin_trgm_ops) where kind = 'person';
create index search_entry_companies_and_locations on search_entry using gin (search_text gin_trgm_ops) where kind in ('company', 'location');
create index search_entry_leads_and_tasks on search_entry using gin (search_text gin_trgm_ops) where kind in ('lead', 'task');
create index search_entry_events_and_dates on search_entry using gin (search_text gin_trgm_ops) where kind in ('event', 'date');
-- For entries that begin with the words.
create index search_entry_by_prefix on search_entry (kind, left(search_text, 17) text_pattern_ops);
create index search_entry_without_email on search_entry (kind, id) where not has_email;

-- All words, to correct mistyped ones. No unique key, so that no writer waits for another. A word stays when the last record
-- with it is deleted.
create table search_word (word text not null);
create index search_word_by_word on search_word (word);
create index search_word_by_trigram on search_word using gin (word gin_trgm_ops);

create function words_of(text) returns setof text language sql immutable parallel safe as $$
  select distinct word from string_to_table(translate($1, '0123456789.,;:@_+-/()&''"', '                       '), ' ') word where length(word) between 4 and 40
$$;

create function collect_search_words() returns trigger language plpgsql as $$
begin
  insert into search_word select word from words_of(new.search_text) word
  where not exists (select from search_word known where known.word = word.word);
  return null;
end $$;
create trigger collect_search_words after insert or update of search_text on search_entry for each row execute function collect_search_words();

-- Similar words, best first. The threshold is low, because two swapped letters leave few common trigrams.
create function similar_search_words(mistyped text) returns table (word text) language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  select word from (select distinct word from search_word where word % mistyped) found order by similarity(word, mistyped) desc limit 40
$$;

-- The texts of the entries of each kind.
create view search_source_contact as
select c.contact_type as kind, c.id, 0 as client_id, ' ' || search_key(concat_ws(' ', c.last_name, c.first_name,
    nullif(c.name2, ''), nullif(c.company, ''), o.last_name,
    (select string_agg(a.zip || ' ' || a.city, ' ') from address a where a.contact_id = c.id), e.email_keys,
    (select string_agg(phone_digits(p.country_code, p.area_code, p.number), ' ') from phone p where p.contact_id = c.id))) as search_text,
  sort_key(c.last_name) || e'\x01' || sort_key(c.first_name) as sort_name,
  e.email_keys is not null as has_email
from contact c left join contact o on o.id = c.company_id
cross join lateral (select string_agg(e.email_key, ' ') as email_keys from email_address e where e.contact_id = c.id) e;

create view search_source_lead as
select 'lead' as kind, l.id, l.client_id, ' ' || search_key(concat_ws(' ', l.name, nullif(l.region, ''), nullif(l.sector, ''), o.last_name,
    (select string_agg(c.first_name || ' ' || c.last_name, ' ') from lead_contact m join contact c on c.id = m.contact_id where m.lead_id = l.id))) as search_text
from lead l left join contact o on o.id = l.company_id;

create view search_source_task as
select 'task' as kind, t.id, t.client_id, ' ' || search_key(concat_ws(' ', t.task_nr, t.subject, left(t.mail_from, 500), left(t.mail_to, 500))) as search_text
from task t;

create view search_source_event as
select 'event' as kind, e.id, 0 as client_id, ' ' || search_key(concat_ws(' ', e.title, e.identifier, e.article_no, e.subtitle)) as search_text
from event e;

create view search_source_date as
select 'date' as kind, d.id, 0 as client_id, ' ' || search_key(concat_ws(' ', nullif(d.title, ''), e.title, d.identifier, d.article_no,
    e.identifier, e.article_no, d.subtitle,
    (select string_agg(c.last_name, ' ') from date_location l join contact c on c.id = l.contact_id where l.date_id = d.id))) as search_text
from event_date d join event e on e.id = d.event_id;

-- Rewrites the entries of records; one function per view, whose plans are cached.
create function refresh_search_entries_of_contact(ids integer[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform from search_entry where kind in ('person', 'company', 'location') and id = any(ids) order by kind, id for update;
  delete from search_entry s where s.kind in ('person', 'company', 'location') and s.id = any(ids)
    and s.kind is distinct from (select v.kind from search_source_contact v where v.id = s.id);
  insert into search_entry (kind, id, client_id, search_text, sort_name, has_email)
  select kind, id, client_id, search_text, sort_name, has_email from search_source_contact where id = any(ids)
  on conflict (kind, id) do update set search_text = excluded.search_text, sort_name = excluded.sort_name, has_email = excluded.has_email
  where (search_entry.search_text, search_entry.sort_name, search_entry.has_email) is distinct from (excluded.search_text, excluded.sort_name, excluded.has_email);
end $$;

do $outer$
declare
  source record;
begin
  for source in
    select * from (values ('lead', '''lead'''), ('task', '''task'''),
      ('event', '''event'''), ('date', '''date''')) v(name, kinds)
  loop
    execute format($f$create function refresh_search_entries_of_%1$s(ids integer[]) returns void language plpgsql as $body$
      begin
        if cardinality(ids) = 0 then return; end if;
        -- Concurrent changes of one record wait here, and then see each other.
        perform from search_entry where kind in (%2$s) and id = any(ids) order by kind, id for update;
        delete from search_entry s where s.kind in (%2$s) and s.id = any(ids)
          and s.kind is distinct from (select v.kind from search_source_%1$s v where v.id = s.id);
        insert into search_entry (kind, id, client_id, search_text) select kind, id, client_id, search_text from search_source_%1$s where id = any(ids)
        on conflict (kind, id) do update set client_id = excluded.client_id, search_text = excluded.search_text
        where (search_entry.client_id, search_entry.search_text) is distinct from (excluded.client_id, excluded.search_text);
      end $body$ $f$, source.name, source.kinds);
  end loop;
end $outer$;

-- Contacts are inserted often: the whole text is written once, because the child rows exist by the end of the statement. The
-- text of a child row that is inserted later is appended; an update or a delete rewrites the whole text.
create function insert_search_entry_of_contact() returns trigger language plpgsql as $$
begin
  insert into search_entry (kind, id, client_id, search_text, sort_name, has_email)
  select kind, id, client_id, search_text, sort_name, has_email from search_source_contact where id = new.id
  on conflict (kind, id) do update set search_text = excluded.search_text, sort_name = excluded.sort_name, has_email = excluded.has_email;
  return null;
end $$;

create trigger search_insert after insert on contact for each row execute function insert_search_entry_of_contact();

create function append_to_search_entry_from_email_address() returns trigger language plpgsql as $$
declare
  part text := search_key(new.email_key);
begin
  update search_entry set search_text = case strpos(search_text, part) when 0 then search_text || ' ' || part else search_text end, has_email = true
  where kind in ('person', 'company', 'location') and id = new.contact_id and (not has_email or strpos(search_text, part) = 0);
  return null;
end $$;

create trigger search_insert after insert on email_address for each row execute function append_to_search_entry_from_email_address();

do $outer$
declare
  part record;
begin
  for part in
    select * from (values ('address', 'new.zip || '' '' || new.city'),
      ('phone', 'phone_digits(new.country_code, new.area_code, new.number)')) v(relation, text)
  loop
    execute format($f$create function append_to_search_entry_from_%1$s() returns trigger language plpgsql as $body$
      declare
        part text := search_key(trim(%2$s));
      begin
        update search_entry set search_text = search_text || ' ' || part
        where kind in ('person', 'company', 'location') and id = new.contact_id and strpos(search_text, part) = 0;
        return null;
      end $body$ $f$, part.relation, part.text);
    execute format('create trigger search_insert after insert on %1$I for each row execute function append_to_search_entry_from_%1$s()', part.relation);
  end loop;
end $outer$;

-- The other triggers: the table, the event, and the records whose entries are rewritten. `r` is a new or an old row.
do $outer$
declare
  rule record;
begin
  for rule in
    select *, format('search_%s_on_%s_%s', record, relation, split_part(event, ' ', 1)) as name from (values
      ('contact', 'update of last_name, first_name, name2, company, company_id, contact_type', 'contact',
        'array[r.id] || array(select id from contact where company_id = r.id)'),
      ('contact', 'update of first_name, last_name', 'lead',
        'array(select lead_id from lead_contact where contact_id = r.id) || array(select id from lead where company_id = r.id)'),
      ('contact', 'update of last_name', 'date', 'array(select date_id from date_location where contact_id = r.id)'),
      ('contact', 'delete', 'contact', 'array[r.id]'),
      ('email_address', 'update of email_key, contact_id', 'contact', 'array[r.contact_id]'),
      ('email_address', 'delete', 'contact', 'array[r.contact_id]'),
      ('address', 'update of zip, city, contact_id', 'contact', 'array[r.contact_id]'),
      ('address', 'delete', 'contact', 'array[r.contact_id]'),
      ('phone', 'update of country_code, area_code, number, contact_id', 'contact', 'array[r.contact_id]'),
      ('phone', 'delete', 'contact', 'array[r.contact_id]'),
      ('lead', 'insert', 'lead', 'array[r.id]'),
      ('lead', 'update of name, region, sector, company_id, client_id', 'lead', 'array[r.id]'),
      ('lead', 'delete', 'lead', 'array[r.id]'),
      ('lead_contact', 'insert', 'lead', 'array[r.lead_id]'),
      ('lead_contact', 'update', 'lead', 'array[r.lead_id]'),
      ('lead_contact', 'delete', 'lead', 'array[r.lead_id]'),
      ('task', 'insert', 'task', 'array[r.id]'),
      ('task', 'update of subject, mail_from, mail_to, client_id', 'task', 'array[r.id]'),
      ('task', 'delete', 'task', 'array[r.id]'),
      ('event', 'insert', 'event', 'array[r.id]'),
      ('event', 'update of title, identifier, article_no, subtitle', 'event', 'array[r.id]'),
      ('event', 'update of title, identifier, article_no', 'date', 'array(select id from event_date where event_id = r.id)'),
      ('event', 'delete', 'event', 'array[r.id]'),
      ('event_date', 'insert', 'date', 'array[r.id]'),
      ('event_date', 'update of title, subtitle, identifier, article_no, event_id', 'date', 'array[r.id]'),
      ('event_date', 'delete', 'date', 'array[r.id]'),
      ('date_location', 'insert', 'date', 'array[r.date_id]'),
      ('date_location', 'update', 'date', 'array[r.date_id]'),
      ('date_location', 'delete', 'date', 'array[r.date_id]')
    ) r(relation, event, record, ids)
  loop
    if rule.event in ('insert', 'delete') then
      -- Once per statement, because an import inserts thousands of rows.
      execute format($f$create function %I() returns trigger language plpgsql as $body$
        begin
          perform refresh_search_entries_of_%s(array(select distinct touched.touched_id from changed r cross join lateral unnest(%s) touched(touched_id)));
          return null;
        end $body$ $f$, rule.name, rule.record, rule.ids);
      execute format('create trigger %I after %s on %I referencing %s table as changed for each statement execute function %I()',
        rule.name, rule.event, rule.relation, case rule.event when 'insert' then 'new' else 'old' end, rule.name);
    else
      execute format($f$create function %I() returns trigger language plpgsql as $body$
        begin perform refresh_search_entries_of_%s(%s); return null; end $body$ $f$, rule.name, rule.record,
        case when rule.ids ~ '^array\[r\.(contact|lead|date)_id\]$'
          then replace(rule.ids, 'r.', 'old.') || ' || ' || replace(rule.ids, 'r.', 'new.')
          else replace(rule.ids, 'r.', 'new.') end);
      execute format('create trigger %I after %s on %I for each row when (old is distinct from new) execute function %I()',
        rule.name, rule.event, rule.relation, rule.name);
    end if;
  end loop;
end $outer$;
