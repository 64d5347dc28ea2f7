-- rolling: the version before sets no visitor, so that its mail has no budget
-- Anybody can have mail sent to any address by a form. Such mail has a budget; beyond it, mail waits until staff release it or an hour has passed.

alter table outbox_mail
  -- of the visitor whose request caused the mail; '': staff, a job, or a website that answers for its visitors
  add visitor_address text not null default coalesce(current_setting('kontor.visitor_address', true), ''),
  -- since when it waits for the budget
  add held_at timestamptz;

create index outbox_mail_of_visitors on outbox_mail (attempted_at) where visitor_address <> '';
create index outbox_mail_held on outbox_mail (id) where held_at is not null;
