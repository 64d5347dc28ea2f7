-- rolling: the version before finds names by the new keys, too, only words with hyphens less often
-- One spelling of names, numbers and addresses. The functions follow from server/platform/ground/matching, whose tests compare them
-- letter by letter; a change there is a migration that replaces the function and writes the search entries anew.

-- The spelling of a text for comparisons and the search (foldText).
do $outer$
declare
  -- The collation of the database may support ASCII only.
  lower_of text := coalesce((select format(' collate %I', collname) from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1), '');
begin
  execute format($f$create or replace function search_key(value text) returns text language plpgsql immutable strict parallel safe as $body$
    declare
      latin text := replace(replace(value, '''', ''), '`', '');
    begin
      if octet_length(latin) > length(latin) then
        -- The letters of German first: the rest is for the others.
        latin := replace(replace(replace(replace(replace(replace(replace(replace(latin, 'ü', 'u'), 'ö', 'o'), 'ä', 'a'), 'ß', 'ss'),
          'Ü', 'u'), 'Ö', 'o'), 'Ä', 'a'), 'é', 'e');
      end if;
      if octet_length(latin) = length(latin) then
        latin := lower(latin);
      else
        latin := regexp_replace(lower(normalize(translate(latin, '’‘ʼ′´', ''), NFKD)%1$s), '[\u0300-\u036f]', '', 'g');
        if octet_length(latin) > length(latin) then
          latin := translate(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(latin, 'ου', 'ou'), 'αυ', 'av'), 'ευ', 'ev'), 'γγ', 'ng'), 'μπ', 'b'), 'ч', 'ch'), 'ҽ', 'ch'), 'χ', 'ch'), 'ђ', 'dj'), 'џ', 'dzh'), 'ҹ', 'dzh'), 'ѕ', 'dz'), 'х', 'kh'), 'љ', 'lj'), 'ŋ', 'ng'), 'ң', 'ng'), 'ҥ', 'ng'), 'њ', 'nj'), 'ψ', 'ps'), 'ш', 'sh'), 'щ', 'shch'), 'ß', 'ss'), 'þ', 'th'), 'θ', 'th'), 'ц', 'ts'), 'я', 'ya'), 'ю', 'yu'), 'ʒ', 'zh'), 'ж', 'zh'),
            'ⱥаαәӕæƀɓбβƈȼћðđɖɗȡдδəǝɛɇеэєεѣƒфφѳɠǥгγґғħһҳıɩɨиіιηѵȷɉјƙкκқҡłƚȴлλмμɲƞȵнνøɔɵœоοωөѡƥпπĸɋɍрρȿсσςŧƭʈȶтτʉʊуүұʋвƿɯξƴɏыυƶȥɀзζъьʹʺ',
            'aaaaaabbbbcccdddddddeeeeeeeeeffffgggggghhhiiiiiiiijjjkkkkklllllmmnnnnnooooooooopppqqrrrssssttttttuuuuuvvwwxyyyyzzzzz');
        end if;
      end if;
      latin := replace(replace(latin, 'ae', 'a'), 'oe', 'o');
      if strpos(latin, 'ue') > 0 then latin := regexp_replace(latin, '(?<![aeoq])ue', 'u', 'g'); end if;
      return latin;
    end $body$ $f$, lower_of);
end $outer$;

-- The words by which names, titles and addresses are found, separated by spaces (wordsToFind).
create function search_names(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := search_key(value);
  words text;
begin
  folded := replace(folded || ' ', 'strasse ', 'str ');
  if strpos(folded, 'strasse') > 0 then folded := regexp_replace(folded, 'strasse(?![a-z0-9])', 'str', 'g'); end if;
  words := folded;
  if folded ~ '[^a-z0-9 ]' then
    words := regexp_replace(words, '[,;:|()"„“”«»]+|(?<![0-9])(?:[.]+|[-‐‑‒–—./&+]+(?![0-9]))', ' ', 'g');
    words := regexp_replace(words, '\s+', ' ', 'g');
  elsif strpos(words, '  ') > 0 then
    words := regexp_replace(words, ' +', ' ', 'g');
  end if;
  words := btrim(words);
  if (' ' || words like '% _ _%' or words like '% str%') and words ~ '(?<![^ ])([a-z] [a-z]|[a-z]+ str)(?![^ ])' then
    words := concat_ws(' ', words, (select string_agg(replace(hit[1], ' ', ''), ' ' order by position)
      from regexp_matches(words, '((?<![^ ])(?:[a-z](?: [a-z])+|[a-z]+ str)(?![^ ]))', 'g') with ordinality f(hit, position)));
  end if;
  if strpos(folded, '-') > 0 then
    words := concat_ws(' ', words, (select string_agg(replace(hit[1], '-', ''), ' ' order by position)
      from regexp_matches(folded, '([a-z]+(?:-[a-z]+)+)', 'g') with ordinality f(hit, position)));
  end if;
  return words;
end $$;

-- How a word sounds (soundOf).
create function sound_key(word text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(word, 'tsch', 'k'), 'tch', 'k'), 'sch', 's'), 'chs', 'ks'), 'cz', 'k'), 'sz', 's'), 'ch', 'k'), 'sh', 's'), 'zh', 's'), 'ph', 'f'), 'h', ''), 'x', 'ks'), 'v', 'f'), 'w', 'f'), 'dt', 't'), 'd', 't'), 'tz', 'z'), 'ts', 'z'), 'ck', 'k'), 'c', 'k'), 'q', 'k'), 'y', 'i'), 'j', 'i'), 'ie', 'i'), 'ei', 'ai'), 'ou', 'u'), '(.)\1+', '\1', 'g')
$$;

-- A telephone number as digits from its calling code on, without the zero that is dialled within a country; `home` is the calling code
-- of numbers that name none (phoneDigits).
create function phone_digits(country_code text, area_code text, number text, home text) returns text language sql immutable parallel safe as $$
  select case when code = '' and local !~ '^(\+|00)' then case when digits = '' then '' else home || digits end
    else regexp_replace(case when local ~ '^(\+|00)' then digits else code || all_digits end, '^(?!(?:39|378|379)0)((?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9]))0+', '\1') end
  from (select ltrim(regexp_replace(country_code, '\D', '', 'g'), '0') as code, btrim(replace(area_code || ' ' || number, '(0)', '')) as local) parts,
    lateral (select regexp_replace(local, '\D', '', 'g') as all_digits) d, lateral (select ltrim(all_digits, '0') as digits) n
$$;

create or replace view search_source_contact with (security_invoker = true) as
select c.contact_type as kind, c.id, 0 as client_id, concat_ws(' ', '', search_names(concat_ws(' ', c.last_name, c.first_name,
      nullif(c.name2, ''), nullif(c.company, ''), o.last_name,
      (select string_agg(concat_ws(' ', a.zip, a.city, nullif(a.street, ''), nullif(a.house_number, '')), ' ') from address a where a.contact_id = c.id))),
    search_key(e.emails),
    (select string_agg(phone_digits(p.country_code, p.area_code, p.number, ''), ' ') from phone p where p.contact_id = c.id), '') as search_text,
  sort_key(c.last_name) || e'\x01' || sort_key(c.first_name) as sort_name,
  e.emails is not null as has_email
from contact c left join contact o on o.id = c.company_id
cross join lateral (select string_agg(e.email, ' ') as emails from email_address e where e.contact_id = c.id) e;

create or replace view search_source_lead with (security_invoker = true) as
select 'lead' as kind, l.id, l.client_id, ' ' || search_names(concat_ws(' ', l.name, nullif(l.region, ''), nullif(l.sector, ''), o.last_name,
    (select string_agg(c.first_name || ' ' || c.last_name, ' ') from lead_contact m join contact c on c.id = m.contact_id where m.lead_id = l.id))) as search_text
from lead l left join contact o on o.id = l.company_id;

create or replace view search_source_task with (security_invoker = true) as
select 'task' as kind, t.id, t.client_id,
  concat_ws(' ', '', search_names(concat_ws(' ', t.task_nr, t.subject)), search_key(left(t.mail_from, 500)), search_key(left(t.mail_to, 500))) as search_text
from task t;

create or replace view search_source_event with (security_invoker = true) as
select 'event' as kind, e.id, 0 as client_id, ' ' || search_names(concat_ws(' ', e.title, e.identifier, e.article_no, e.subtitle)) as search_text
from event e;

-- The months of a date in words and as 2027-03, of two years at most.
create function month_words(first_day date, last_day date) returns text language sql immutable parallel safe as $$
  select string_agg((array['januar january', 'februar february', 'marz march', 'april', 'mai may', 'juni june', 'juli july', 'august', 'september',
      'oktober october', 'november', 'dezember december'])[extract(month from month)::integer] || to_char(month, ' YYYY YYYY-MM'), ' ' order by month)
  from generate_series(date_trunc('month', first_day::timestamp), 
    least(greatest(last_day, first_day), date_trunc('month', first_day::timestamp) + interval '24 months'), interval '1 month') month
$$;

create or replace view search_source_date with (security_invoker = true) as
select 'date' as kind, d.id, coalesce(d.client_id, (select min(c.id) from client c)) as client_id,
  ' ' || search_names(concat_ws(' ', nullif(d.title, ''), e.title, d.identifier, d.article_no, e.identifier, e.article_no, d.subtitle,
    (select string_agg(concat_ws(' ', c.last_name, a.city), ' ') from date_location l join contact c on c.id = l.contact_id
      left join address a on a.contact_id = c.id and a.is_default where l.date_id = d.id),
    (select string_agg(t.last_name || ' ' || t.first_name, ' ') from date_trainer m join trainer t on t.id = m.trainer_id where m.date_id = d.id),
    month_words(d.start_date, d.end_date))) as search_text
from event_date d join event e on e.id = d.event_id;

drop function phone_digits(text, text, text);

-- Dates are found by the places that they name.
create or replace function refresh_search_entries_of_contact(ids integer[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform from search_entry where kind in ('person', 'company', 'location') and id = any(ids) order by kind, id for update;
  delete from search_entry s where s.kind in ('person', 'company', 'location') and s.id = any(ids)
    and s.kind is distinct from (select v.kind from search_source_contact v where v.id = s.id);
  insert into search_entry (kind, id, client_id, search_text, sort_name, has_email)
  select kind, id, client_id, search_text, sort_name, has_email from search_source_contact where id = any(ids)
  on conflict (kind, id) do update set search_text = excluded.search_text, sort_name = excluded.sort_name, has_email = excluded.has_email
  where (search_entry.search_text, search_entry.sort_name, search_entry.has_email) is distinct from (excluded.search_text, excluded.sort_name, excluded.has_email);
  perform refresh_search_entries_of_date(array(select date_id from date_location where contact_id = any(ids)));
end $$;

drop trigger search_date_on_contact_update on contact;
drop function search_date_on_contact_update();
drop trigger search_contact_on_address_update on address;
create trigger search_contact_on_address_update after update of zip, city, street, house_number, is_default, contact_id on address
  for each row when (old is distinct from new) execute function search_contact_on_address_update();
drop trigger search_date_on_event_date_update on event_date;
create trigger search_date_on_event_date_update after update of title, subtitle, identifier, article_no, event_id, start_date, end_date on event_date
  for each row when (old is distinct from new) execute function search_date_on_event_date_update();

create function search_date_on_trainer_update() returns trigger language plpgsql as $$
begin
  perform refresh_search_entries_of_date(array(select date_id from date_trainer where trainer_id = new.id));
  return null;
end $$;
create trigger search_date_on_trainer_update after update of last_name, first_name on trainer
  for each row when (old is distinct from new) execute function search_date_on_trainer_update();

create function search_date_on_date_trainer_change() returns trigger language plpgsql as $$
begin
  perform refresh_search_entries_of_date(array(select distinct date_id from changed));
  return null;
end $$;
create trigger search_date_on_date_trainer_insert after insert on date_trainer referencing new table as changed
  for each statement execute function search_date_on_date_trainer_change();
create trigger search_date_on_date_trainer_delete after delete on date_trainer referencing old table as changed
  for each statement execute function search_date_on_date_trainer_change();
create trigger search_date_on_date_trainer_update after update on date_trainer referencing new table as changed
  for each statement execute function search_date_on_date_trainer_change();

-- Words that sound like a mistyped one, and those that are similar.
create index search_word_by_sound on search_word (sound_key(word));
create or replace function similar_search_words(mistyped text) returns table (word text) language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  (select distinct word from search_word where sound_key(word) = sound_key(mistyped) limit 20)
  union
  (select word from (select distinct word from search_word where word % mistyped) found order by similarity(word, mistyped) desc limit 40)
$$;

-- The entries are written anew, without their indexes, which takes a tenth of the time.
do $outer$
declare
  index_name text;
  definition text;
  definitions text[] := '{}';
  source text;
begin
  for index_name, definition in
    select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) from pg_index i
    where i.indrelid in ('search_entry'::regclass, 'search_word'::regclass)
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  loop
    definitions := definitions || definition;
    execute format('drop index %s', index_name);
  end loop;
  alter table search_entry disable trigger search_words_on_insert;
  truncate search_entry, search_word;
  insert into search_entry (kind, id, client_id, search_text, sort_name, has_email)
  select kind, id, client_id, search_text, sort_name, has_email from search_source_contact;
  foreach source in array array['lead', 'task', 'event', 'date'] loop
    execute format('insert into search_entry (kind, id, client_id, search_text) select kind, id, client_id, search_text from search_source_%s', source);
  end loop;
  insert into search_word select distinct word from search_entry, words_of(search_text) word;
  alter table search_entry enable trigger search_words_on_insert;
  foreach definition in array definitions loop execute definition; end loop;
end $outer$;
analyze search_entry, search_word;

-- Cities are compared by the same key.
drop index address_by_city;
drop statistics address_city;
create index address_by_city on address (search_key(city) collate "C") where is_default and city <> '';
create statistics address_city on (search_key(city)) from address;

select let_triggers_see_all();
