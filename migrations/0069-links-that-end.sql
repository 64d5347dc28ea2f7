-- rolling: the version before sends no mail of the new kind, and opens a link that a new one has replaced as long as it holds
-- Links of visitors end some months after their date, or after their last use, and are replaced by a new one by mail.

-- since when another link has taken its place; it stays, so that its page offers a new one again
alter table order_link add column replaced_at timestamptz;
alter table seat_link add column replaced_at timestamptz;
alter table company_link
  add column replaced_at timestamptz,
  -- links that exist are taken for used today
  add column last_used_at timestamptz default now();
alter table company_link alter column last_used_at drop default;

-- The log of changes leaves out the last use.
drop trigger log_insert on company_link;
drop trigger log_update on company_link;
drop trigger log_delete on company_link;
drop function log_insert_company_link, log_update_company_link, log_delete_company_link;
select log_changes('company_link', 'contact', 'r.company_id', hidden_columns => '{hash,last_used_at}');

alter table outbox_mail
  drop constraint outbox_mail_kind_check,
  -- renewed_link: a new link in place of one that has expired
  add constraint outbox_mail_kind_check
    check (kind in ('template', 'double_opt_in', 'test', 'account', 'message', 'reply', 'withdrawal', 'order_links',
      'booking_confirmation', 'renewed_link'));
