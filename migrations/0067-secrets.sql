-- rolling: the version before ignores the table, and keeps seeds of 32 bytes, which are read as before
-- Stored secrets are encrypted by a key that is not in the database (server/platform/secrets/).

-- The key that encrypts. Empty until the first service starts: it tells which key file belongs to this database.
create table secret_key (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  is_only boolean not null default true unique check (is_only)
);

-- An encrypted seed is longer.
alter table signing_secret drop constraint signing_secret_seed_check;
alter table signing_secret add constraint signing_secret_seed_check check (octet_length(seed) >= 32);
