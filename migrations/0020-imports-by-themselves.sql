-- Imports go on by themselves, in the server, as the user who set them going; they make companies that a table names and nobody knows.

-- Null in what an archive of an earlier version brings.
alter table contact_import
  -- who began what is under way, or had it continued: as whom it goes on
  add column run_as_user_id integer references app_user,
  -- null: it goes on; 'requested': somebody stopped it; 'forbidden': who runs it may not, or is locked; 'failed': it failed again and again
  add column pause_reason text check (pause_reason in ('requested', 'forbidden', 'failed')),
  -- companies that persons of the table are to be given, or were
  add column company_count integer;
create index contact_import_active on contact_import (id) where status in ('checking', 'running', 'undoing');

-- The company that was made for the person of a row.
alter table contact_import_row add column company_id integer;

update contact_import set run_as_user_id = case status when 'checking' then created_by when 'running' then started_by else undone_by end
where status in ('checking', 'running', 'undoing');

-- The log does not tell of every step.
drop function log_insert_contact_import, log_update_contact_import, log_delete_contact_import cascade;
select log_changes('contact_import', 'contact_import', 'r.id',
  hidden_columns => '{last_row,created_count,updated_count,skipped_count,invalid_count,deleted_count,kept_count,company_count,columns,worksheets}');
