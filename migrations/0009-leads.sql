-- Leads on a board and tasks in an inbox: how far a lead is, what comes next, who does it and by when.

-- How far a lead is, in the order of the board; `is_open`: somebody still has to do something.
create table lead_status (
  status text primary key check (status <> ''),
  name_de text not null,
  name_en text not null,
  position integer not null default 1000,
  is_open boolean not null default true
);
insert into lead_status values
  ('new', 'Neu', 'New', 10, true),
  ('contacted', 'Kontaktiert', 'Contacted', 20, true),
  ('offer', 'Angebot', 'Offer', 30, true),
  ('won', 'Gewonnen', 'Won', 40, false),
  ('lost', 'Verloren', 'Lost', 50, false);
select log_changes('lead_status', 'lead_status', '0');

alter table lead
  add column status text not null default 'new' references lead_status,
  -- since when it has this status
  add column status_changed_at timestamptz not null default now(),
  add column next_step text not null default '',
  add column next_step_date date,
  add column next_step_user_id integer references app_user;
-- Nobody changes a record by this: the log need not tell it.
alter table lead disable trigger log_update;
update lead set status_changed_at = created_at;
alter table lead enable trigger log_update;
create index lead_by_status on lead (client_id, status, next_step_date);
create index lead_by_owner on lead (owner_id) where owner_id is not null;
create index if not exists lead_by_company on lead (company_id) where company_id is not null;

alter table task
  add column assignee_id integer references app_user,
  add column due_date date;
create index task_open on task (client_id, created_at) where done_at is null;
create index task_by_client on task (client_id, created_at);
create index task_by_assignee on task (assignee_id) where done_at is null;
create index if not exists task_by_contact on task (contact_id) where contact_id is not null;
create index task_by_lead on task (lead_id) where lead_id is not null;
create index task_by_booking on task (booking_id) where booking_id is not null;

-- What was done.
alter table logbook_entry add column if not exists kind text not null default 'note' check (kind in ('note', 'call'));
create index logbook_entry_by_task on logbook_entry (task_id) where task_id is not null;
