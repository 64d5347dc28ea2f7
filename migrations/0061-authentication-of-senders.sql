-- rolling: the version before leaves the defaults
-- Whether the receiving server could prove who sent a mail of the mailbox.

alter table task
  -- the verdict; '': the mail did not come from a mailbox. The names are those of server/inbox/sender-authentications.ts.
  add column sender_authentication text not null default ''
    check (sender_authentication in ('', 'pass', 'fail', 'none', 'unknown')),
  -- what the verdict follows from, such as "spf=pass, dkim=none, dmarc=fail"
  add column authentication_results text not null default '';
