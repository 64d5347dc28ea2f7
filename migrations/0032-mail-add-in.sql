-- Mail that an add-in files: its headers as they came; origins of tokens; internationalised domains of e-mail addresses.

-- Internationalised domains are compared by their ASCII form (RFC 3492), as emailKey does.
create function pg_temp.punycode_of(label text) returns text language plpgsql as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  encoded text := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
  basic integer := length(encoded);
  handled integer := basic;
  n integer := 128;
  delta integer := 0;
  bias integer := 72;
  code integer;
  next_code integer;
  q integer;
  k integer;
  t integer;
begin
  if basic > 0 then encoded := encoded || '-'; end if;
  while handled < length(label) loop
    select min(ascii(c)) into next_code from regexp_split_to_table(label, '') c where ascii(c) >= n;
    delta := delta + (next_code - n) * (handled + 1);
    n := next_code;
    for code in select ascii(c) from regexp_split_to_table(label, '') with ordinality u(c, position) order by position loop
      if code < n then delta := delta + 1; end if;
      continue when code <> n;
      q := delta;
      k := 36;
      loop
        t := least(26, greatest(1, k - bias));
        exit when q < t;
        encoded := encoded || substr(digits, t + (q - t) % (36 - t) + 1, 1);
        q := (q - t) / (36 - t);
        k := k + 36;
      end loop;
      encoded := encoded || substr(digits, q + 1, 1);
      delta := case when handled = basic then delta / 700 else delta / 2 end;
      delta := delta + delta / (handled + 1);
      k := 0;
      while delta > 455 loop
        delta := delta / 35;
        k := k + 36;
      end loop;
      bias := k + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    n := n + 1;
  end loop;
  return 'xn--' || encoded;
end $$;

-- The key of an address, whose local part the key before has already. What is no domain keeps its key.
do $outer$
declare
  lower_of text := coalesce((select format(' collate %I', collname) from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1), '');
begin
  execute format($f$create function pg_temp.ascii_key(email text, key text) returns text language plpgsql as $body$
    declare
      domain text := lower(normalize(btrim(substring(email from '[^@]*$')), NFKC)%s);
    begin
      if octet_length(domain) = length(domain) or translate(domain, '。．｡', '...') ~ '[][:space:]!"#$%%&''()*+,/:;<=>?@[\\^_`{|}~]' then
        return key;
      end if;
      return regexp_replace(key, '[^@]*$', '') || (
        select string_agg(case when octet_length(label) = length(label) then label else pg_temp.punycode_of(label) end, '.' order by position)
        from regexp_split_to_table(translate(domain, '。．｡', '...'), '\.') with ordinality u(label, position));
    end $body$ $f$, lower_of);
end $outer$;

-- The search finds an address as it is written.
create or replace view search_source_contact as
select c.contact_type as kind, c.id, 0 as client_id, ' ' || search_key(concat_ws(' ', c.last_name, c.first_name,
    nullif(c.name2, ''), nullif(c.company, ''), o.last_name,
    (select string_agg(a.zip || ' ' || a.city, ' ') from address a where a.contact_id = c.id), e.emails,
    (select string_agg(phone_digits(p.country_code, p.area_code, p.number), ' ') from phone p where p.contact_id = c.id))) as search_text,
  sort_key(c.last_name) || e'\x01' || sort_key(c.first_name) as sort_name,
  e.emails is not null as has_email
from contact c left join contact o on o.id = c.company_id
cross join lateral (select string_agg(e.email, ' ') as emails from email_address e where e.contact_id = c.id) e;

create or replace function append_to_search_entry_from_email_address() returns trigger language plpgsql as $$
declare
  part text := search_key(new.email);
begin
  update search_entry set search_text = case strpos(search_text, part) when 0 then search_text || ' ' || part else search_text end, has_email = true
  where kind in ('person', 'company', 'location') and id = new.contact_id and (not has_email or strpos(search_text, part) = 0);
  return null;
end $$;

create temporary table new_email_key on commit drop as
select id, contact_id, email_key as old_key, pg_temp.ascii_key(email, email_key) as new_key from email_address
where octet_length(email) > length(email) and pg_temp.ascii_key(email, email_key) <> email_key;

-- Before the addresses, whose former keys take their marks with them.
update bounced_address b set email_key = k.new_key
from (select old_key, min(new_key) as new_key from new_email_key group by old_key) k
where b.email_key = k.old_key and not exists (select from bounced_address other where other.email_key = k.new_key);

update email_address e set email_key = k.new_key from new_email_key k where k.id = e.id;

-- Two contacts may have become equal: then the first keeps the identity, and both are listed as duplicates.
delete from contact_identity where contact_id in (select contact_id from new_email_key);
insert into contact_identity (email_key, last_name_key, contact_id)
select distinct on (e.email_key, c.last_name_key) e.email_key, c.last_name_key, c.id
from contact c join email_address e on e.contact_id = c.id
where c.id in (select contact_id from new_email_key) and c.contact_type <> 'company' and c.last_name_key <> ''
order by e.email_key, c.last_name_key, c.id
on conflict do nothing;

update app_user u set email_key = pg_temp.ascii_key(email, email_key)
where octet_length(email) > length(email)
  and not exists (select from app_user other where other.email_key = pg_temp.ascii_key(u.email, u.email_key));

alter table task
  -- a subject that the task shows shortened; '': it is whole there
  add column whole_subject text not null default '',
  add column mail_cc text not null default '',
  -- when the sender or the recipient got the mail, as its importer said
  add column received_at timestamptz,
  -- '': the text itself tells
  add column mail_format text not null default '' check (mail_format in ('', 'html', 'text'));
create index task_by_message_id on task (message_id) where message_id <> '';

alter table token
  -- pages of these origins may use the token in a browser; empty: the token is not for browsers
  add column origins text[] not null default '{}';
drop trigger invalidate_update on token;
create trigger invalidate_update after update of user_id, hash, operations, expires_at, revoked_at, origins on token
  for each statement execute function invalidate_topic('access');
