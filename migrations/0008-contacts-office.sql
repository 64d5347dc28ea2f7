-- What the back office needs of contacts: lists, duplicates, merges that can be undone.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The form in which names and cities are ordered and compared: without case and accents.
create function sort_key(text) returns text immutable parallel safe strict language sql
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;

create index contact_by_name on contact (sort_key(last_name) collate "C", sort_key(first_name) collate "C", id);
create index contact_by_created_at on contact (created_at, id);
create index address_by_city on address (sort_key(city) collate "C") where is_default and city <> '';
create index address_by_zip on address (zip collate "C") where is_default and zip <> '';
create index newsletter_subscription_by_status on newsletter_subscription (is_active, opt_in, opt_in_executed, contact_id);

-- A contact's page and its merge ask for these by contact.
create index task_by_contact on task (contact_id) where contact_id is not null;
create index invoice_confirmation_by_contact on invoice_confirmation (contact_id);
create index invoice_confirmation_by_address on invoice_confirmation (address_id) where address_id is not null;
create index outbox_mail_by_contact on outbox_mail (contact_id) where contact_id is not null;
create index lead_by_company on lead (company_id) where company_id is not null;

alter table logbook_entry add column if not exists kind text not null default 'note' check (kind in ('note', 'call'));

-- Two contacts that may be the same, as the last scan found them: derived, so not in the log.
create table duplicate_pair (
  low_id integer not null references contact on delete cascade,
  high_id integer not null references contact on delete cascade,
  reason text not null check (reason in ('email', 'name', 'similar')),
  -- how much alike the names are, 0 to 1
  score real not null,
  found_at timestamptz not null default now(),
  primary key (low_id, high_id),
  check (low_id < high_id)
);
create index duplicate_pair_by_high on duplicate_pair (high_id);
create index duplicate_pair_by_score on duplicate_pair (score, low_id, high_id);

-- Two contacts of which somebody said that they are not the same.
create table duplicate_dismissal (
  low_id integer not null references contact on delete cascade,
  high_id integer not null references contact on delete cascade,
  dismissed_at timestamptz not null default now(),
  dismissed_by integer references app_user,
  primary key (low_id, high_id),
  check (low_id < high_id)
);
create index duplicate_dismissal_by_high on duplicate_dismissal (high_id);

-- A contact that became part of another one. Its id keeps answering.
create table contact_merge (
  from_id integer primary key check (from_id > 0),
  into_id integer not null references contact,
  merged_at timestamptz not null default now(),
  merged_by integer references app_user,
  -- rows that were changed, and rows that only point elsewhere now: what undoing needs
  changed_rows jsonb not null,
  moved_references jsonb not null,
  check (from_id <> into_id)
);
create index contact_merge_by_into on contact_merge (into_id);

select log_changes('contact_merge', 'contact', 'r.into_id', 'r.from_id', hidden_columns => '{changed_rows,moved_references}');
select log_changes('duplicate_dismissal', 'duplicate', 'r.low_id', 'r.high_id');
