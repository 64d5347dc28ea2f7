-- rolling: the version before neither reads nor writes these tables
-- Proof of work of visitors (ALTCHA).

-- It signs the challenges, so that every process of the instance knows them.
create table challenge_secret (
  is_only boolean primary key default true check (is_only),
  secret text not null
);
insert into challenge_secret (secret) values (
  encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex')
);

-- A challenge is solved once. Kept until it has expired.
create table used_challenge (
  nonce text primary key,
  expires_at timestamptz not null
);
create index used_challenge_by_expiry on used_challenge (expires_at);
