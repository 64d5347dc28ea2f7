-- rolling: the version before leaves the defaults
-- A key shows and books the dates of its client, and of others that it names.

alter table website_key
  -- beside its own client
  add column further_client_ids integer[] not null default '{}',
  add column shows_all_clients boolean not null default false;
