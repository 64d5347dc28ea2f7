-- The catalogue in the back office: files that Kontor itself keeps, and what lists of events are looked up by.

-- A file of the catalogue whose bytes are in the file store; without a row its path leads elsewhere.
create table stored_file (
  file_id integer primary key references catalogue_file on delete cascade,
  -- below the store's root: catalogue/<file_id>/<name>
  path text not null unique check (path ~ '^catalogue/[0-9]+/[^/\\]+$'),
  size bigint not null check (size > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz not null default now()
);
select log_changes('stored_file', 'file', 'r.file_id', hidden_columns => '{sha256}');

-- The next date of an event, and whether there is one.
create index event_date_by_event_start_date on event_date (event_id, start_date);
-- Trainers are listed and found by name.
create index trainer_by_name on trainer (lower(last_name), lower(first_name));
