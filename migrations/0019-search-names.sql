-- What lists of a million contacts need: the page of a text that very many have is taken from the texts, in the order of names;
-- contacts without an e-mail address are found by an index.

alter table search_entry
  add column sort_name text collate "C" not null default '',
  add column has_email boolean not null default true;

create or replace view search_source_contact as
select c.contact_type as kind, c.id, 0 as client_id, ' ' || search_key(concat_ws(' ', c.last_name, c.first_name,
    nullif(c.name2, ''), nullif(c.company, ''), o.last_name,
    (select string_agg(a.zip || ' ' || a.city, ' ') from address a where a.contact_id = c.id), e.email_keys,
    (select string_agg(phone_digits(p.country_code, p.area_code, p.number), ' ') from phone p where p.contact_id = c.id))) as search_text,
  -- as contact_by_name has them, first names after last ones
  sort_key(c.last_name) || e'\x01' || sort_key(c.first_name) as sort_name,
  e.email_keys is not null as has_email
from contact c left join contact o on o.id = c.company_id
cross join lateral (select string_agg(e.email_key, ' ') as email_keys from email_address e where e.contact_id = c.id) e;

create or replace function refresh_search_entries_of_contact(ids integer[]) returns void language plpgsql as $$
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

create or replace function insert_search_entry_of_contact() returns trigger language plpgsql as $$
begin
  insert into search_entry (kind, id, client_id, search_text, sort_name, has_email)
  select kind, id, client_id, search_text, sort_name, has_email from search_source_contact where id = new.id
  on conflict (kind, id) do update set search_text = excluded.search_text, sort_name = excluded.sort_name, has_email = excluded.has_email;
  return null;
end $$;

create or replace function append_to_search_entry_from_email_address() returns trigger language plpgsql as $$
declare
  part text := search_key(new.email_key);
begin
  update search_entry set search_text = case strpos(search_text, part) when 0 then search_text || ' ' || part else search_text end, has_email = true
  where kind in ('person', 'company', 'location') and id = new.contact_id and (not has_email or strpos(search_text, part) = 0);
  return null;
end $$;

-- The texts stay as they are: neither their words nor their indexes need each row's update.
alter table search_entry disable trigger collect_search_words;
drop index search_entry_persons, search_entry_companies_and_locations;
update search_entry s set sort_name = sort_key(c.last_name) || e'\x01' || sort_key(c.first_name),
  has_email = exists (select from email_address e where e.contact_id = c.id)
from contact c where s.kind in ('person', 'company', 'location') and s.id = c.id;
alter table search_entry enable trigger collect_search_words;
create index search_entry_persons on search_entry using gin (search_text gin_trgm_ops) where kind = 'person';
create index search_entry_companies_and_locations on search_entry using gin (search_text gin_trgm_ops) where kind in ('company', 'location');
create index search_entry_without_email on search_entry (kind, id) where not has_email;

-- How frequent a city is, the planner cannot tell from a partial index.
create statistics address_city on (sort_key(city)) from address;
