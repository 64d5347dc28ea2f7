-- rolling: the version before does not know this table
-- What is known of backups: when, where, how large, whether they were verified, and why one failed.

create table backup_run (
  id integer generated always as identity primary key,
  -- 'schedule': by the service (KONTOR_BACKUP); 'command': kontor backup
  cause text not null check (cause in ('schedule', 'command')),
  started_at timestamptz not null default clock_timestamp(),
  -- null: it runs, or its process was killed
  ended_at timestamptz,
  -- the folder or bucket, or the folder of the file; '-': standard output
  place text not null,
  -- the name of the archive at this place
  name text not null,
  -- of the archive as it is stored, and how many stored files and records it has
  bytes bigint not null default 0,
  files integer not null default 0,
  records bigint not null default 0,
  -- the archive was read back in full
  is_verified boolean not null default false,
  -- why it failed; '': it did not
  error text not null default ''
);
create index backup_run_verified on backup_run (started_at) where is_verified;
