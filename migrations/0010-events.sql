-- The catalogue in the back office: files that Kontor itself keeps, and what lists of events are looked up by.

-- A file of the catalogue whose bytes are in the file store; without a row its path leads elsewhere.
create table stored_file (
  diskitem_id integer primary key references disk_item on delete cascade,
  -- below the store's root: catalogue/<diskitem_id>/<name>
  path text not null unique check (path ~ '^catalogue/[0-9]+/[^/\\]+$'),
  size bigint not null check (size > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz not null default now()
);
select log_changes('stored_file', 'file', 'r.diskitem_id', hidden => '{sha256}');

-- The next date of an event, and whether there is one.
create index event_date_ahead on event_date (event_id, start_date);
-- Trainers are listed and found by name.
create index trainer_by_name on trainer (lower(last_name), lower(first_name));
