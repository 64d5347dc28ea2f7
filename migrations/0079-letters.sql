-- rolling: the version before leaves the defaults of the new columns, and writes no new problem
-- Of letters: when they were written, what cannot be shown of them, and answers to invitations.

alter table task
  drop constraint task_mail_problem_check,
  -- what the task lacks of the mail, which is still in the mailbox. The names are those of server/inbox/mail-problems.ts.
  add constraint task_mail_problem_check
    check (mail_problem in ('', 'attachments', 'too_large', 'unreadable', 'encrypted', 'damaged')),
  -- when the letter was written, as its sender says; received_at tells when it arrived
  add column written_at timestamptz,
  -- the answer to the calendar entry of a date; '': it is none. The names are those of server/bookings/invitation-answers.ts.
  add column invitation_answer text not null default '' check (invitation_answer in ('', 'accepted', 'declined', 'tentative'));
create index task_by_invitation_answer on task (booking_id, id) where invitation_answer <> '';
