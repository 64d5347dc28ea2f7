-- rolling: the version before counts requests alone
-- How visitors come to book, counted by key and day, without anything about a person.

alter table website_key_use
  drop constraint website_key_use_requests_check,
  add constraint website_key_use_requests_check check (requests >= 0),
  -- dates and events that were looked at
  add column views bigint not null default 0 check (views >= 0),
  -- booking forms that were opened, and holds
  add column begun bigint not null default 0 check (begun >= 0);
