-- Mail goes out: what became of each one, the texts of the double opt-in, and where a confirmation came from.

alter table outbox_mail
  -- as it went out
  add column subject text not null default '',
  -- of the Message-ID, the same at each attempt
  add column message_key uuid not null default gen_random_uuid(),
  -- begun ones
  add column attempts integer not null default 0 check (attempts >= 0),
  -- a process that has taken it is sending it, at the latest until then
  add column next_attempt_at timestamptz not null default now(),
  add column is_claimed boolean not null default false,
  add column last_error text not null default '',
  -- given up
  add column failed_at timestamptz,
  add constraint outbox_mail_sent_or_failed check (sent_at is null or failed_at is null),
  drop constraint outbox_mail_kind_check,
  add constraint outbox_mail_kind_check check (kind in ('template', 'double_opt_in', 'test'));
update outbox_mail set next_attempt_at = created_at;
drop index outbox_mail_unsent;
create index outbox_mail_due on outbox_mail (next_attempt_at, id) where sent_at is null and failed_at is null;
create index outbox_mail_failed on outbox_mail (id) where failed_at is not null;

-- '': the standard text
alter table newsletter_form
  add column mail_subject text not null default '',
  add column mail_body text not null default '';

-- Evidence of the confirmation, as given_ip_address and given_user_agent are of the sign-up.
alter table newsletter_consent
  add column confirmed_ip_address text not null default '',
  add column confirmed_user_agent text not null default '';
